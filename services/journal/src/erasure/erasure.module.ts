import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { ErasureService } from './erasure.service.js';
import { Housekeeping } from './housekeeping.js';
import { UsersConsumer } from './users.consumer.js';

/** Erases the data of deleted accounts. */
@Module({
  imports: [StorageModule],
  controllers: [UsersConsumer],
  providers: [ErasureService, Housekeeping],
  exports: [ErasureService],
})
export class ErasureModule {}
