import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { EmailProofsModule } from '../email-proofs/email-proofs.module.js';
import { OneTimeLinksModule } from '../one-time-links/one-time-links.module.js';
import { RecognitionModule } from '../recognition/recognition.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { RecoveryController } from './recovery.controller.js';
import { RecoveryLimitsService } from './recovery-limits.service.js';
import { RecoveryService } from './recovery.service.js';
import { ResetRequestsService } from './reset-requests.service.js';

/** A new password for somebody who has forgotten the old one. */
@Module({
  imports: [AccountsModule, SessionsModule, OneTimeLinksModule, EmailProofsModule, RecognitionModule],
  controllers: [RecoveryController],
  providers: [RecoveryService, ResetRequestsService, RecoveryLimitsService],
})
export class RecoveryModule {}
