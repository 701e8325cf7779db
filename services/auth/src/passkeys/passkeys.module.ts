import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PasskeyChallengesRepository } from './passkey-challenges.repository.js';
import { PasskeyVerificationService } from './passkey-verification.service.js';
import { Passkey, PasskeyChallenge, PasskeyChallengeSchema, PasskeySchema } from './passkey.schema.js';
import { PasskeysController } from './passkeys.controller.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { PasskeysService } from './passkeys.service.js';
import { RelyingPartyService } from './relying-party.service.js';

/** Passkeys (Web Authentication): adding, changing and verifying them. The sign-in room opens the session. */
@Module({
  imports: [
    AccountsModule,
    SessionsModule,
    SecondFactorModule,
    MongooseModule.forFeature([
      { name: Passkey.name, schema: PasskeySchema },
      { name: PasskeyChallenge.name, schema: PasskeyChallengeSchema },
    ]),
  ],
  controllers: [PasskeysController],
  providers: [
    PasskeysRepository,
    PasskeyChallengesRepository,
    RelyingPartyService,
    PasskeysService,
    PasskeyVerificationService,
  ],
  exports: [
    PasskeysRepository,
    PasskeyChallengesRepository,
    RelyingPartyService,
    PasskeysService,
    PasskeyVerificationService,
  ],
})
export class PasskeysModule {}
