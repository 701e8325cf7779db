import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { OneTimeLinksModule } from '../one-time-links/one-time-links.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AddressClaimsService } from './address-claims.service.js';
import { EmailProofsController } from './email-proofs.controller.js';
import { EmailProofsService } from './email-proofs.service.js';
import { ProofMailService } from './proof-mail.service.js';

/** Proofs that the person of an account reads the mail of its address. */
@Module({
  imports: [AccountsModule, SessionsModule, OneTimeLinksModule],
  controllers: [EmailProofsController],
  providers: [EmailProofsService, AddressClaimsService, ProofMailService],
  exports: [EmailProofsService, AddressClaimsService, ProofMailService],
})
export class EmailProofsModule {}
