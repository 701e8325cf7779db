import { KeyedIds } from '@inner-weather/platform/idempotency/keyed-ids';
import { LimitsModule } from '@inner-weather/platform/limits/limits.module';
import { provideOutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { JournalConfig } from '../config.js';
import { ErasureService } from '../erasure/erasure.service.js';
import { Housekeeping } from '../erasure/housekeeping.js';
import { UsersConsumer } from '../erasure/users.consumer.js';
import { LookUps } from '../stamps/look-ups.js';
import { StorageController } from '../storage/storage.controller.js';
import { StorageRepository } from '../storage/storage.repository.js';
import { StorageService } from '../storage/storage.service.js';
import { StorageUse, StorageUseSchema } from '../storage/storage-use.schema.js';
import { EntriesController } from './entries.controller.js';
import { EntriesRepository } from './entries.repository.js';
import { EntriesService } from './entries.service.js';
import { Entry, EntrySchema } from './entry.schema.js';
import { EntrySealing } from './entry-sealing.js';

/** Writing and erasing entries, and what that needs. Search, import and stamps build on it. */
@Module({})
export class EntriesModule {
  static forRoot(config: JournalConfig): DynamicModule {
    const limits = LimitsModule.forRoot(config);
    const models = MongooseModule.forFeature([
      { name: Entry.name, schema: EntrySchema },
      { name: StorageUse.name, schema: StorageUseSchema },
    ]);
    const relay = provideOutboxRelay(Entry.name, { leaseMs: config.OUTBOX_LEASE_MS });
    return {
      module: EntriesModule,
      imports: [limits, models],
      controllers: [EntriesController, StorageController, UsersConsumer],
      providers: [
        { provide: JournalConfig, useValue: config },
        relay,
        EntriesRepository,
        EntriesService,
        EntrySealing,
        ErasureService,
        Housekeeping,
        KeyedIds,
        LookUps,
        StorageRepository,
        StorageService,
      ],
      exports: [
        limits,
        models,
        relay,
        JournalConfig,
        EntriesRepository,
        EntrySealing,
        ErasureService,
        LookUps,
        StorageService,
      ],
    };
  }
}
