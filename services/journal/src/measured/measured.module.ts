import { Module } from '@nestjs/common';
import { DaysModule } from '../days/days.module.js';
import { ErasureModule } from '../erasure/erasure.module.js';
import { MeasuresModule } from '../measures/measures.module.js';
import { MoodsModule } from '../moods/moods.module.js';
import { OwnListsModule } from '../own-lists/own-lists.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { ForgottenMeasures } from './forgotten-measures.js';
import { MeasuredController } from './measured.controller.js';
import { MeasuredDayService } from './measured-day.service.js';
import { MeasuredRepository } from './measured.repository.js';
import { MeasuredService } from './measured.service.js';

/** What was measured: by day, set from outside for a day, and what goes together with it. */
@Module({
  imports: [
    DaysModule,
    ErasureModule,
    MeasuresModule,
    MoodsModule,
    OwnListsModule,
    StorageModule,
    TagsModule,
  ],
  controllers: [MeasuredController],
  providers: [ForgottenMeasures, MeasuredDayService, MeasuredRepository, MeasuredService],
})
export class MeasuredModule {}
