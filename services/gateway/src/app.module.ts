import { MessagingModule } from '@inner-weather/platform/messaging/messaging.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { AboutController } from './about/about.controller.js';
import { GatewayConfig } from './config.js';
import { HelpLinesController } from './help-lines/help-lines.controller.js';
import { ExportController } from './export/export.controller.js';
import { HealthController } from './http/health.controller.js';
import { InsightsController } from './insights/insights.controller.js';
import { JournalController } from './journal/journal.controller.js';
import { Denylist } from './sessions/denylist.js';
import { RevocationsConsumer } from './sessions/revocations.consumer.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { TokenStrategy } from './sessions/token.strategy.js';
import { InvitationsController } from './users/invitations.controller.js';
import { OwnSessionsController } from './users/own-sessions.controller.js';
import { RecoveryController } from './users/recovery.controller.js';
import { SecondFactorController } from './users/second-factor.controller.js';
import { UsersController } from './users/users.controller.js';

@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'gateway', config }),
        PassportModule,
        JwtModule.register({}),
      ],
      controllers: [
        HealthController,
        AboutController,
        HelpLinesController,
        SessionsController,
        UsersController,
        OwnSessionsController,
        SecondFactorController,
        ExportController,
        RecoveryController,
        InvitationsController,
        JournalController,
        InsightsController,
        RevocationsConsumer,
      ],
      providers: [{ provide: GatewayConfig, useValue: config }, SessionCookie, Denylist, TokenStrategy],
    };
  }
}
