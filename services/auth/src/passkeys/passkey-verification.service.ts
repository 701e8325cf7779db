import type { PasskeyLoginDto, PasskeyOptionsDto } from '@inner-weather/contracts/accounts/passkeys.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { networkOf } from '@inner-weather/platform/limits/network';
import { bytesOf } from '@inner-weather/platform/encryption/stored-bytes';
import { Injectable, Logger } from '@nestjs/common';
import type { User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { quotaOf, QuotasService } from '../quotas.service.js';
import {
  CHALLENGE_TTL_MS,
  challengeIn,
  PasskeyChallengesRepository,
} from './passkey-challenges.repository.js';
import type { Passkey } from './passkey.schema.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { type RelyingParty, RelyingPartyService } from './relying-party.service.js';

const QUARTER_MS = 15 * 60_000;

/** Challenges that one network gets within a quarter of an hour. Each visit to the login page asks for one. */
const CHALLENGES = 300;

/** Answers that one network sends within a quarter of an hour: each may have a signature to be checked. */
const ANSWERS = 100;

/** Finds out by a passkey whose account it is. */
@Injectable()
export class PasskeyVerificationService {
  private readonly logger = new Logger(PasskeyVerificationService.name);

  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallengesRepository,
    private readonly relyingParty: RelyingPartyService,
    private readonly users: UsersRepository,
    private readonly quotas: QuotasService,
  ) {}

  /**
   * The browser offers whichever passkeys it has, so this is the same for everyone and tells nothing of an account.
   * Throws `forbidden` where passkeys cannot be used, `rate_limited`.
   */
  async begin(address: string): Promise<PasskeyOptionsDto> {
    const { host } = this.relyingParty.get();
    await this.quotas.take([
      quotaOf('passkey-challenges', 'logins', CHALLENGES, QUARTER_MS, networkOf(address)),
    ]);
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const options = await generateAuthenticationOptions({
      rpID: host,
      challenge: await this.challenges.create('log-in'),
      timeout: CHALLENGE_TTL_MS,
      userVerification: 'required',
    });
    return { options };
  }

  /**
   * The account, as it is after the use was noted. Throws `invalid_credentials`, with one text for all reasons but an
   * expired challenge and a copied passkey; `forbidden` where passkeys cannot be used; `rate_limited`.
   */
  async check(answer: PasskeyLoginDto, address: string): Promise<User> {
    const relyingParty = this.relyingParty.get();
    await this.quotas.take([quotaOf('passkey-answers', 'logins', ANSWERS, QUARTER_MS, networkOf(address))]);
    if (!(await this.challenges.take('log-in', challengeIn(answer.clientDataJSON)))) {
      throw new DomainError('invalid_credentials', problem(ACCOUNT_PROBLEMS.sign_in_expired));
    }
    const passkey = await this.passkeys.find(answer.id);
    if (!passkey || Buffer.from(answer.userHandle, 'base64url').toString() !== passkey.userId) throw wrong();
    const newCounter = await this.verify(answer, passkey, relyingParty);
    if (!(await this.passkeys.noteUse(passkey, newCounter))) {
      const { userId, publicId: passkeyId } = passkey;
      this.logger.warn({ userId, passkeyId, msg: 'a passkey was refused, since it may have been copied' });
      throw new DomainError('invalid_credentials', problem(ACCOUNT_PROBLEMS.passkey_copied));
    }
    // After the use, so that a removal that this does not see ends the session.
    const user = await this.users.find(passkey.userId);
    if (!user || passkey.credentialsVersion < (user.accessTokensFrom ?? 0)) throw wrong();
    return user;
  }

  /** Answers how often the authenticator says that the passkey was used; `noteUse` judges it, in one step for all replicas. */
  private async verify(
    { id, ...response }: PasskeyLoginDto,
    { publicKey, host: madeFor }: Passkey,
    { origin, host }: RelyingParty,
  ): Promise<number> {
    if (madeFor !== host) throw wrong();
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
        expectedChallenge: challengeIn(response.clientDataJSON),
        expectedOrigin: origin,
        expectedRPID: host,
        credential: { id, publicKey: Uint8Array.from(bytesOf(publicKey)), counter: 0 },
        requireUserVerification: true,
      });
      if (verified) return authenticationInfo.newCounter;
    } catch (err) {
      this.logger.warn({ err, msg: 'an answer of a passkey was refused' });
    }
    throw wrong();
  }
}

const wrong = () => new DomainError('invalid_credentials', problem(ACCOUNT_PROBLEMS.passkey_wrong));
