import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessTokenGuard } from './access-tokens/access-token.guard.js';
import { AccessTokensController } from './access-tokens/access-tokens.controller.js';
import { AboutController } from './about/about.controller.js';
import { AccountsController } from './administration/accounts.controller.js';
import { AdminController } from './administration/admin.controller.js';
import { AdminGuard } from './administration/admin.guard.js';
import { DeadLettersController } from './administration/dead-letters.controller.js';
import { BeginningsController } from './beginnings/beginnings.controller.js';
import { GatewayConfig } from './config.js';
import { EmailProofsController } from './email-proofs/email-proofs.controller.js';
import { ExportController } from './export/export.controller.js';
import { HelpLinesController } from './help-lines/help-lines.controller.js';
import { HealthController } from './http/health.controller.js';
import { ReturnController } from './http/return.controller.js';
import { InsightsController } from './insights/insights.controller.js';
import { DaysController } from './journal/days.controller.js';
import { ImportsController } from './journal/imports.controller.js';
import { JournalController } from './journal/journal.controller.js';
import { StorageController } from './journal/storage.controller.js';
import { TagsController } from './journal/tags.controller.js';
import { LargeReads } from './limits/large-reads.js';
import { Limits } from './limits/limits.js';
import { IdentitiesController } from './oidc/identities.controller.js';
import { OidcController } from './oidc/oidc.controller.js';
import { OidcCookie } from './oidc/oidc-cookie.js';
import { PasskeysController } from './passkeys/passkeys.controller.js';
import { MediaClient } from './photos/media-client.js';
import { MeasuresController } from './measures/measures.controller.js';
import { MoodsController } from './moods/moods.controller.js';
import { PhotosController } from './photos/photos.controller.js';
import { PlacesController } from './places/places.controller.js';
import { RecoveryController } from './recovery/recovery.controller.js';
import { InvitationsController } from './registration/invitations.controller.js';
import { RegistrationController } from './registration/registration.controller.js';
import { FeedsController } from './reminders/feeds.controller.js';
import { LetterMailController } from './reminders/letter-mail.controller.js';
import { RemindersController } from './reminders/reminders.controller.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { Denylist } from './sessions/denylist.js';
import { DeviceCookie } from './sessions/device-cookie.js';
import { KnownBrowsers } from './sessions/known-browsers.js';
import { OwnSessionsController } from './sessions/own-sessions.controller.js';
import { RevocationsConsumer } from './sessions/revocations.consumer.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { TokenGuard } from './sessions/token.guard.js';
import { TokenStrategy } from './sessions/token.strategy.js';
import { GrantedSession } from './sign-in/granted-session.js';
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
        ReturnController,
        AboutController,
        PlacesController,
        HelpLinesController,
        SignInController,
        OidcController,
        SessionsController,
        UsersController,
        OwnSessionsController,
        SecondFactorController,
        PasskeysController,
        IdentitiesController,
        AccessTokensController,
        ExportController,
        EmailProofsController,
        StorageController,
        TagsController,
        MeasuresController,
        MoodsController,
        BeginningsController,
        PhotosController,
        RegistrationController,
        RecoveryController,
        InvitationsController,
        DaysController,
        JournalController,
        ImportsController,
        InsightsController,
        RemindersController,
        FeedsController,
        LetterMailController,
        AdminController,
        AccountsController,
        DeadLettersController,
        RevocationsConsumer,
      ],
      providers: [
        { provide: GatewayConfig, useValue: config },
        { provide: APP_GUARD, useClass: AccessTokenGuard },
        LargeReads,
        Limits,
        SessionCookie,
        DeviceCookie,
        OidcCookie,
        GrantedSession,
        Denylist,
        TokenStrategy,
        KnownBrowsers,
        AdminGuard,
        TokenGuard,
        MediaClient,
      ],
    };
  }
}
