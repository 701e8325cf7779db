import { EncryptionModule } from '@inner-weather/platform/encryption/encryption.module';
import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { MongoModule } from '@inner-weather/platform/mongo/mongo.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AdministrationModule } from './administration/administration.module.js';
import type { AuthConfig } from './config.js';
import { Housekeeping } from './housekeeping.js';
import { OidcModule } from './oidc/oidc.module.js';
import { QuotasModule } from './quotas.service.js';
import { AccessTokensModule } from './access-tokens/access-tokens.module.js';
import { PasskeysModule } from './passkeys/passkeys.module.js';
import { MailModule } from './mail/mail.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { SecondFactorModule } from './second-factor/second-factor.module.js';
import { SecurityLog } from './security-log.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SettingsModule } from './settings.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { UsersModule } from './users/users.module.js';

@Module({})
export class AppModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'auth', config }),
        MongoModule.forRoot(config, 'auth'),
        EncryptionModule.forRoot(config, 'auth'),
        SettingsModule.forRoot(config),
        QuotasModule.forRoot(config),
        UsersModule,
        SignInModule,
        SessionsModule,
        SecondFactorModule,
        AccessTokensModule,
        PasskeysModule,
        MailModule,
        RegistrationModule,
        OidcModule,
        AdministrationModule,
      ],
      providers: [{ provide: APP_INTERCEPTOR, useClass: SecurityLog }, Housekeeping],
    };
  }
}
