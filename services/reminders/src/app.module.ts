import { EncryptionModule } from '@inner-weather/platform/encryption/encryption.module';
import { MongoModule } from '@inner-weather/platform/mongo/mongo.module';
import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { type DynamicModule, Module } from '@nestjs/common';
import type { RemindersConfig } from './config.js';
import { RemindersModule } from './reminders/reminders.module.js';

@Module({})
export class AppModule {
  static forRoot(config: RemindersConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'reminders', config }),
        MongoModule.forRoot(config, 'reminders'),
        EncryptionModule.forRoot(config, 'reminders'),
        RemindersModule.forRoot(config),
      ],
    };
  }
}
