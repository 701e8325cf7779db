import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccessTokensModule } from '../access-tokens/access-tokens.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { IdentitiesModule } from '../identities/identities.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { User, UserSchema } from '../accounts/user.schema.js';
import { AddressClaimsService } from './address-claims.service.js';
import { EmailProofsController } from './email-proofs.controller.js';
import { EmailProofsService } from './email-proofs.service.js';
import { LetterMailService } from './letter-mail.service.js';
import { LetterMailsRepository } from './letter-mails.repository.js';
import { LettersConsumer } from './letters.consumer.js';
import { LinkMailService } from './link-mail.service.js';
import { MailLimitsService } from './mail-limits.service.js';
import { MailTestsService } from './mail-tests.service.js';
import { MailService } from './mail.service.js';
import { OneTimeLink, OneTimeLinkSchema } from './one-time-link.schema.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';
import { ProofMailService } from './proof-mail.service.js';
import { RecoveryController } from './recovery.controller.js';
import { RecoveryLimitsService } from './recovery-limits.service.js';
import { RecoveryService } from './recovery.service.js';
import { ResetRequestsService } from './reset-requests.service.js';

/** Mail, one-time links, and what links are for: proving an email address and setting a new password. */
@Module({
  imports: [
    AccountsModule,
    SessionsModule,
    AccessTokensModule,
    PasskeysModule,
    IdentitiesModule,
    SignInModule,
    MongooseModule.forFeature([
      { name: OneTimeLink.name, schema: OneTimeLinkSchema },
      { name: User.name, schema: UserSchema },
    ]),
  ],
  controllers: [EmailProofsController, RecoveryController, LettersConsumer],
  providers: [
    OneTimeLinksRepository,
    MailService,
    MailTestsService,
    MailLimitsService,
    LetterMailsRepository,
    LetterMailService,
    LinkMailService,
    ProofMailService,
    EmailProofsService,
    AddressClaimsService,
    RecoveryService,
    RecoveryLimitsService,
    ResetRequestsService,
  ],
  exports: [OneTimeLinksRepository, MailService, MailTestsService, ProofMailService, AddressClaimsService],
})
export class MailModule {}
