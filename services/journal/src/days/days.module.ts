import { Module } from '@nestjs/common';
import { MoodsModule } from '../moods/moods.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { DaysController } from './days.controller.js';
import { DaysService } from './days.service.js';
import { FiguresRepository } from './figures.repository.js';

/** Counts a person's days for the calendar and the charts. */
@Module({
  imports: [MoodsModule, TagsModule],
  controllers: [DaysController],
  providers: [DaysService, FiguresRepository],
  exports: [FiguresRepository],
})
export class DaysModule {}
