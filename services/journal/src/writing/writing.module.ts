import { KeyedIds } from '@inner-weather/platform/idempotency/keyed-ids';
import { Module } from '@nestjs/common';
import { ErasureModule } from '../erasure/erasure.module.js';
import { MeasuresModule } from '../measures/measures.module.js';
import { StampsModule } from '../stamps/stamps.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { EntriesController } from './entries.controller.js';
import { EntriesService } from './entries.service.js';

/** Creates, reads, changes and deletes single entries. */
@Module({
  imports: [ErasureModule, MeasuresModule, StampsModule, StorageModule],
  controllers: [EntriesController],
  providers: [EntriesService, KeyedIds],
  exports: [EntriesService],
})
export class WritingModule {}
