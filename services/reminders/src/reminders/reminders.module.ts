import { LimitsModule } from '@inner-weather/platform/limits/limits.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { FeedsService } from './feeds.service.js';
import { RemindersConfig } from '../config.js';
import { provideOutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { LetterScheduler } from '../letters/letter-scheduler.js';
import { Letter, LetterSchema } from '../letters/letter.schema.js';
import { LettersConsumer } from '../letters/letters.consumer.js';
import { LettersRepository } from '../letters/letters.repository.js';
import { LettersService } from '../letters/letters.service.js';
import { PushClient } from '../push/push-client.js';
import { Device, DeviceSchema } from './device.schema.js';
import { DevicesRepository } from './devices.repository.js';
import { DueRepository } from './due.repository.js';
import { EntriesConsumer } from './entries.consumer.js';
import { ErasureService } from './erasure.service.js';
import { JournalReader } from './journal-reader.js';
import { Reminder, ReminderSchema } from './reminder.schema.js';
import { RemindersController } from './reminders.controller.js';
import { RemindersRepository } from './reminders.repository.js';
import { RemindersService } from './reminders.service.js';
import { Scheduler } from './scheduler.js';
import { Sender } from './sender.js';
import { UsersConsumer } from './users.consumer.js';

@Module({})
export class RemindersModule {
  static forRoot(config: RemindersConfig): DynamicModule {
    return {
      module: RemindersModule,
      imports: [
        LimitsModule.forRoot(config),
        MongooseModule.forFeature([
          { name: Reminder.name, schema: ReminderSchema },
          { name: Device.name, schema: DeviceSchema },
          { name: Letter.name, schema: LetterSchema },
        ]),
      ],
      controllers: [RemindersController, EntriesConsumer, LettersConsumer, UsersConsumer],
      providers: [
        { provide: RemindersConfig, useValue: config },
        RemindersRepository,
        DevicesRepository,
        DueRepository,
        JournalReader,
        PushClient,
        Sender,
        Scheduler,
        provideOutboxRelay(Letter.name),
        LettersRepository,
        LettersService,
        LetterScheduler,
        RemindersService,
        FeedsService,
        ErasureService,
      ],
    };
  }
}
