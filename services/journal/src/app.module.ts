import { EncryptionModule } from '@inner-weather/platform/encryption/encryption.module';
import { MessagingModule } from '@inner-weather/platform/messaging/messaging.module';
import { MongoModule } from '@inner-weather/platform/mongo/mongo.module';
import { type DynamicModule, Module } from '@nestjs/common';
import type { JournalConfig } from './config.js';
import { EntriesModule } from './entries/entries.module.js';

@Module({})
export class AppModule {
  static forRoot(config: JournalConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'journal', config }),
        MongoModule.forRoot(config, 'journal'),
        EncryptionModule.forRoot(config, 'journal'),
        EntriesModule.forRoot(config),
      ],
    };
  }
}
