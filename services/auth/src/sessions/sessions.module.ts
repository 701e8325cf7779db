import { provideOutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CredentialsService } from './credentials.service.js';
import { Session, SessionSchema } from './session.schema.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { TokensService } from './tokens.service.js';

/** Sessions, their tokens, and the changes of credentials that end sessions. */
@Module({
  imports: [AccountsModule, MongooseModule.forFeature([{ name: Session.name, schema: SessionSchema }])],
  controllers: [SessionsController],
  providers: [
    provideOutboxRelay(Session.name),
    SessionsRepository,
    TokensService,
    SessionsService,
    CredentialsService,
  ],
  exports: [SessionsRepository, SessionsService, CredentialsService],
})
export class SessionsModule {}
