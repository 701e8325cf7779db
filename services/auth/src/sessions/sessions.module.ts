import { provideOutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountsModule } from '../accounts/accounts.module.js';
import { Session, SessionSchema } from './session.schema.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsEraser } from './sessions.eraser.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { TokensService } from './tokens.service.js';

/** Browsers that are signed in, and the tokens that they are given. */
@Module({
  imports: [AccountsModule, MongooseModule.forFeature([{ name: Session.name, schema: SessionSchema }])],
  controllers: [SessionsController],
  providers: [
    provideOutboxRelay(Session.name),
    SessionsRepository,
    TokensService,
    SessionsService,
    SessionsEraser,
  ],
  exports: [SessionsRepository, SessionsService],
})
export class SessionsModule {}
