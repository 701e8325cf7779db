import { Module } from '@nestjs/common';
import { OwnListsModule } from '../own-lists/own-lists.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ErasureService } from './erasure.service.js';
import { UsersConsumer } from './users.consumer.js';

/** Erases the data of deleted accounts. */
@Module({
  imports: [StorageModule, OwnListsModule],
  controllers: [UsersConsumer],
  providers: [ErasureService],
  exports: [ErasureService],
})
export class ErasureModule {}
