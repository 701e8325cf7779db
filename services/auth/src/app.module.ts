import { EncryptionModule } from '@inner-weather/platform/encryption/encryption.module';
import { MessagingModule } from '@inner-weather/platform/messaging/messaging.module';
import { MongoModule } from '@inner-weather/platform/mongo/mongo.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccountsModule } from './accounts/accounts.module.js';
import { SecurityLog } from './accounts/security-log.js';
import type { AuthConfig } from './config.js';

@Module({})
export class AppModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'auth', config }),
        MongoModule.forRoot(config, 'auth'),
        EncryptionModule.forRoot(config, 'auth'),
        AccountsModule.forRoot(config),
      ],
      providers: [{ provide: APP_INTERCEPTOR, useClass: SecurityLog }],
    };
  }
}
