import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountsModule } from '../accounts/accounts.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { ArrivalsService } from './arrivals.service.js';
import { ConnectionsService } from './connections.service.js';
import { LogoutTokensService } from './provider/logout-tokens.service.js';
import { FlowsRepository } from './flows.repository.js';
import { IdentitiesModule } from '../identities/identities.module.js';
import { OidcController } from './oidc.controller.js';
import { OidcLimitsService } from './oidc-limits.service.js';
import { OidcFlow, OidcFlowSchema, ProviderSession, ProviderSessionSchema } from './oidc.schema.js';
import { OidcService } from './oidc.service.js';
import { OidcSignInService } from './oidc-sign-in.service.js';
import { OidcSignUpService } from './oidc-sign-up.service.js';
import { OwnersService } from './owners.service.js';
import { PendingService } from './pending.service.js';
import { ProviderLogoutService } from './provider/provider-logout.service.js';
import { ProviderSessionsRepository } from './provider/provider-sessions.repository.js';
import { ProvidersService } from './provider/providers.service.js';

/** Signing in with OpenID Connect. */
@Module({
  imports: [
    AccountsModule,
    SessionsModule,
    SecondFactorModule,
    SignInModule,
    RegistrationModule,
    IdentitiesModule,
    MongooseModule.forFeature([
      { name: OidcFlow.name, schema: OidcFlowSchema },
      { name: ProviderSession.name, schema: ProviderSessionSchema },
    ]),
  ],
  controllers: [OidcController],
  providers: [
    ProvidersService,
    FlowsRepository,
    ProviderSessionsRepository,
    OidcLimitsService,
    OidcService,
    ArrivalsService,
    OwnersService,
    OidcSignInService,
    OidcSignUpService,
    PendingService,
    ConnectionsService,
    ProviderLogoutService,
    LogoutTokensService,
  ],
  exports: [FlowsRepository, IdentitiesModule, ProviderSessionsRepository],
})
export class OidcModule {}
