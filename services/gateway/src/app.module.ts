import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { AboutController } from './about/about.controller.js';
import { GatewayConfig } from './config.js';
import { EmailProofsController } from './email-proofs/email-proofs.controller.js';
import { ExportController } from './export/export.controller.js';
import { HelpLinesController } from './help-lines/help-lines.controller.js';
import { HealthController } from './http/health.controller.js';
import { InsightsController } from './insights/insights.controller.js';
import { DaysController } from './journal/days.controller.js';
import { JournalController } from './journal/journal.controller.js';
import { StorageController } from './journal/storage.controller.js';
import { TagsController } from './journal/tags.controller.js';
import { LargeReads } from './limits/large-reads.js';
import { PlaceLookUps } from './limits/place-look-ups.js';
import { ReadsLimit } from './limits/reads-limit.js';
import { SessionRestores } from './limits/session-restores.js';
import { PlacesController } from './places/places.controller.js';
import { RecoveryController } from './recovery/recovery.controller.js';
import { InvitationsController } from './registration/invitations.controller.js';
import { RegistrationController } from './registration/registration.controller.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { Denylist } from './sessions/denylist.js';
import { DeviceCookie } from './sessions/device-cookie.js';
import { KnownBrowsers } from './sessions/known-browsers.js';
import { OwnSessionsController } from './sessions/own-sessions.controller.js';
import { RevocationsConsumer } from './sessions/revocations.consumer.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { TokenStrategy } from './sessions/token.strategy.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { UsersController } from './users/users.controller.js';

@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [MessagingModule.forRoot({ service: 'gateway', config })],
      controllers: [
        HealthController,
        AboutController,
        PlacesController,
        HelpLinesController,
        SignInController,
        SessionsController,
        UsersController,
        OwnSessionsController,
        SecondFactorController,
        ExportController,
        EmailProofsController,
        StorageController,
        TagsController,
        RegistrationController,
        RecoveryController,
        InvitationsController,
        DaysController,
        JournalController,
        InsightsController,
        RevocationsConsumer,
      ],
      providers: [
        { provide: GatewayConfig, useValue: config },
        LargeReads,
        PlaceLookUps,
        ReadsLimit,
        SessionRestores,
        SessionCookie,
        DeviceCookie,
        Denylist,
        TokenStrategy,
        KnownBrowsers,
      ],
    };
  }
}
