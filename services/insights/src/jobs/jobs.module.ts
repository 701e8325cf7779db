import { LimitsModule } from '@inner-weather/platform/limits/limits.module';
import { KeyedIds } from '@inner-weather/platform/idempotency/keyed-ids';
import { provideOutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { InsightsConfig } from '../config.js';
import { chooseModel } from '../model/choose-model.js';
import { LocalModel } from '../local/local.model.js';
import { INSIGHT_MODEL } from '../model/insight-model.js';
import { Consents } from './consents.js';
import { EntriesConsumer } from './entries.consumer.js';
import { Housekeeping } from './housekeeping.js';
import { Job, JobSchema } from './job.schema.js';
import { JobsConsumer } from './jobs.consumer.js';
import { JobsController } from './jobs.controller.js';
import { ClaimsRepository } from './claims.repository.js';
import { LettersConsumer } from './letters.consumer.js';
import { LettersService } from './letters.service.js';
import { OutdatedInsights } from './outdated-insights.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';
import { JournalReader } from './journal-reader.js';
import { UsersConsumer } from './users.consumer.js';

@Module({})
export class JobsModule {
  static forRoot(config: InsightsConfig): DynamicModule {
    return {
      module: JobsModule,
      imports: [
        LimitsModule.forRoot(config),
        MongooseModule.forFeature([{ name: Job.name, schema: JobSchema }]),
      ],
      controllers: [JobsController, JobsConsumer, EntriesConsumer, LettersConsumer, UsersConsumer],
      providers: [
        { provide: InsightsConfig, useValue: config },
        { provide: INSIGHT_MODEL, useValue: chooseModel(config) },
        provideOutboxRelay(Job.name),
        JobsRepository,
        ClaimsRepository,
        OutdatedInsights,
        KeyedIds,
        JobsService,
        LettersService,
        LocalModel,
        Consents,
        JournalReader,
        Housekeeping,
      ],
    };
  }
}
