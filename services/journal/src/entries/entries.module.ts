import { LimitsModule } from '@inner-weather/platform/limits/limits.module';
import { provideOutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { JournalConfig } from '../config.js';
import { EntriesRepository } from './entries.repository.js';
import { Entry, EntrySchema } from './entry.schema.js';
import { EntrySealing } from './entry-sealing.js';

/** Stores entries. Every other module depends on this one. */
@Module({})
export class EntriesModule {
  static forRoot(config: JournalConfig): DynamicModule {
    const limits = LimitsModule.forRoot(config);
    const models = MongooseModule.forFeature([{ name: Entry.name, schema: EntrySchema }]);
    const relay = provideOutboxRelay(Entry.name, { leaseMs: config.OUTBOX_LEASE_MS });
    const settings = { provide: JournalConfig, useValue: config };
    return {
      module: EntriesModule,
      global: true,
      imports: [limits, models],
      providers: [settings, relay, EntriesRepository, EntrySealing],
      exports: [limits, models, relay, JournalConfig, EntriesRepository, EntrySealing],
    };
  }
}
