import { Module } from '@nestjs/common';
import { OneTimeLinksModule } from '../one-time-links/one-time-links.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CredentialsEraser } from './credentials.eraser.js';
import { CredentialsService } from './credentials.service.js';
import { CurrentPasswordService } from './current-password.service.js';
import { GuessLimitsService } from './guess-limits.service.js';

/** Passwords, and every change of what lets somebody in. */
@Module({
  imports: [AccountsModule, SessionsModule, OneTimeLinksModule],
  providers: [CredentialsService, CurrentPasswordService, GuessLimitsService, CredentialsEraser],
  exports: [CredentialsService, CurrentPasswordService, GuessLimitsService],
})
export class CredentialsModule {}
