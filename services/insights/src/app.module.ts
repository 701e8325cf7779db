import { EncryptionModule } from '@inner-weather/platform/encryption/encryption.module';
import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { MongoModule } from '@inner-weather/platform/mongo/mongo.module';
import { type DynamicModule, Module } from '@nestjs/common';
import type { InsightsConfig } from './config.js';
import { JobsModule } from './jobs/jobs.module.js';

@Module({})
export class AppModule {
  static forRoot(config: InsightsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'insights', config }),
        MongoModule.forRoot(config, 'insights'),
        EncryptionModule.forRoot(config, 'insights'),
        JobsModule.forRoot(config),
      ],
    };
  }
}
