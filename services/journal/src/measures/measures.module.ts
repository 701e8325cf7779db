import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MeasureList, MeasureListSchema } from './measure-list.schema.js';
import { MeasuresController } from './measures.controller.js';
import { MeasuresRepository } from './measures.repository.js';
import { MeasuresService } from './measures.service.js';

/** What people measure beside the mood. The values are in their entries. */
@Module({
  imports: [MongooseModule.forFeature([{ name: MeasureList.name, schema: MeasureListSchema }])],
  controllers: [MeasuresController],
  providers: [MeasuresRepository, MeasuresService],
  exports: [MeasuresRepository, MeasuresService],
})
export class MeasuresModule {}
