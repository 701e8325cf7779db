import { Module } from '@nestjs/common';
import { ErasureModule } from '../erasure/erasure.module.js';
import { MeasuresModule } from '../measures/measures.module.js';
import { StampsModule } from '../stamps/stamps.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ImportController } from './import.controller.js';
import { ImportService } from './import.service.js';
import { ImportsRepository } from './imports.repository.js';
import { UndoService } from './undo.service.js';

/** Creates many entries from a file, and deletes them together. */
@Module({
  imports: [ErasureModule, MeasuresModule, StampsModule, StorageModule],
  controllers: [ImportController],
  providers: [ImportService, ImportsRepository, UndoService],
})
export class ImportModule {}
