import { LimitsModule } from '@inner-weather/platform/limits/limits.module';
import { provideOutboxRelay } from '@inner-weather/platform/mongo/outbox-relay';
import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthConfig } from '../config.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { AdmissionService } from './admission.service.js';
import { CurrentPasswordService } from './current-password.service.js';
import { Housekeeping } from './housekeeping.js';
import { Installation, InstallationSchema } from './installation.schema.js';
import { InstallationRepository } from './installation.repository.js';
import { KnownAddress, KnownAddressSchema } from './known-address.schema.js';
import { KnownAddressesRepository } from './known-addresses.repository.js';
import { LimitsService } from './limits.service.js';
import { MailService } from './mail.service.js';
import { OneTimeLink, OneTimeLinkSchema } from './one-time-link.schema.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';
import { readPrivateKey } from './private-key.js';
import { RecoveryService } from './recovery.service.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationService } from './registration.service.js';
import { SecondFactor, SecondFactorSchema } from './second-factor.schema.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorService } from './second-factor.service.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { Session, SessionSchema } from './session.schema.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { SignInService } from './sign-in.service.js';
import { TokensService } from './tokens.service.js';
import { TracesService } from './traces.service.js';
import { User, UserSchema } from './user.schema.js';
import { UsersRepository } from './users.repository.js';

@Module({})
export class AccountsModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: AccountsModule,
      imports: [
        LimitsModule.forRoot(config),
        MongooseModule.forFeature([
          { name: User.name, schema: UserSchema },
          { name: Session.name, schema: SessionSchema },
          { name: Installation.name, schema: InstallationSchema },
          { name: OneTimeLink.name, schema: OneTimeLinkSchema },
          { name: KnownAddress.name, schema: KnownAddressSchema },
          { name: SecondFactor.name, schema: SecondFactorSchema },
        ]),
      ],
      controllers: [AccountsController, RegistrationController, SecondFactorController],
      providers: [
        { provide: AuthConfig, useValue: config },
        { provide: TokensService, useValue: new TokensService(readPrivateKey(config.JWT_PRIVATE_KEY_FILE)) },
        provideOutboxRelay(User.name),
        provideOutboxRelay(Session.name),
        UsersRepository,
        SessionsRepository,
        InstallationRepository,
        OneTimeLinksRepository,
        MailService,
        RegistrationService,
        RecoveryService,
        KnownAddressesRepository,
        LimitsService,
        SessionsService,
        TracesService,
        CurrentPasswordService,
        SecondFactorsRepository,
        SecondFactorService,
        SignInService,
        AccountsService,
        AdmissionService,
        Housekeeping,
      ],
    };
  }
}
