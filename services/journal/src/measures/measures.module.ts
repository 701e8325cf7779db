import { Module } from '@nestjs/common';
import { OwnListsModule } from '../own-lists/own-lists.module.js';
import { MeasuresController } from './measures.controller.js';
import { MeasuresService } from './measures.service.js';

/** What people measure beside the mood. The values are in their entries. */
@Module({
  imports: [OwnListsModule],
  controllers: [MeasuresController],
  providers: [MeasuresService],
  exports: [MeasuresService],
})
export class MeasuresModule {}
