import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { StorageController } from './storage.controller.js';
import { StorageRepository } from './storage.repository.js';
import { StorageService } from './storage.service.js';
import { StorageUse, StorageUseSchema } from './storage-use.schema.js';

/** Limits how much a person stores. */
@Module({
  imports: [MongooseModule.forFeature([{ name: StorageUse.name, schema: StorageUseSchema }])],
  controllers: [StorageController],
  providers: [StorageService, StorageRepository],
  exports: [StorageService],
})
export class StorageModule {}
