import { LimitsModule } from '@inner-weather/platform/limits/limits.module';
import { IdempotencyKeys } from '@inner-weather/platform/mongo/idempotency-keys';
import { IdempotencyKey, IdempotencyKeySchema } from '@inner-weather/platform/mongo/idempotency-key.schema';
import { provideOutboxRelay } from '@inner-weather/platform/mongo/outbox-relay';
import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { JournalConfig } from '../config.js';
import { EntriesController } from './entries.controller.js';
import { EntriesRepository } from './entries.repository.js';
import { EntriesService } from './entries.service.js';
import { Entry, EntrySchema } from './entry.schema.js';
import { Housekeeping } from './housekeeping.js';
import { ImportService } from './import.service.js';
import { StampsService } from './stamps.service.js';
import { UsersConsumer } from './users.consumer.js';
import { WeatherConsumer } from './weather.consumer.js';

@Module({})
export class EntriesModule {
  static forRoot(config: JournalConfig): DynamicModule {
    return {
      module: EntriesModule,
      imports: [
        LimitsModule.forRoot(config),
        MongooseModule.forFeature([
          { name: Entry.name, schema: EntrySchema },
          { name: IdempotencyKey.name, schema: IdempotencyKeySchema },
        ]),
      ],
      controllers: [EntriesController, WeatherConsumer, UsersConsumer],
      providers: [
        { provide: JournalConfig, useValue: config },
        provideOutboxRelay(Entry.name),
        EntriesRepository,
        IdempotencyKeys,
        EntriesService,
        ImportService,
        StampsService,
        Housekeeping,
      ],
    };
  }
}
