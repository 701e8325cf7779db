import { randomUUID } from 'node:crypto';
import type {
  NewPasskeyDto,
  PasskeyDto,
  PasskeyOptionsDto,
  PasskeysDto,
} from '@inner-weather/contracts/accounts/passkeys.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type {
  AddPasskeyRequest,
  BeginPasskeyRequest,
  RemovePasskeyRequest,
} from '@inner-weather/contracts/rpc/passkeys';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable, Logger } from '@nestjs/common';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import { shownAddress } from '../accounts/address.js';
import { nameOf, type User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { changedMeanwhile, CredentialsService } from '../sessions/credentials.service.js';
import { nameOfAuthenticator } from './authenticator-names.js';
import {
  CHALLENGE_TTL_MS,
  challengeIn,
  PasskeyChallengesRepository,
} from './passkey-challenges.repository.js';
import type { Passkey } from './passkey.schema.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { type RelyingParty, RelyingPartyService } from './relying-party.service.js';

/** Loaded with the first passkey, since it is large and many installations have none. */
const webAuthn = () => import('@simplewebauthn/server');

/**
 * EdDSA, ES256 and RS256. Not ML-DSA, which the library would add on newer versions of Node.js: its keys and signatures
 * are too long for a body here.
 */
const ALGORITHMS = [-8, -7, -257];

/** The passkeys of a signed-in user. Each signs in without a password and without a code: see SignInService. */
@Injectable()
export class PasskeysService {
  private readonly logger = new Logger(PasskeysService.name);

  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallengesRepository,
    private readonly relyingParty: RelyingPartyService,
    private readonly users: UsersRepository,
    private readonly currentPassword: CurrentPasswordService,
    private readonly secondFactor: SecondFactorService,
    private readonly credentials: CredentialsService,
  ) {}

  /** Throws `unauthenticated` when the account was deleted. */
  async describe(userId: string): Promise<PasskeysDto> {
    const described = this.relyingParty.describe();
    const passkeys = await this.list(userId);
    return typeof described === 'string'
      ? { origin: null, obstacle: described, passkeys }
      : { origin: described.origin, obstacle: null, passkeys };
  }

  /** Newest first. Throws `unauthenticated` when the account was deleted. */
  async list(userId: string): Promise<PasskeyDto[]> {
    const relyingParty = this.relyingParty.find();
    const passkeys = await this.passkeys.list(await this.users.get(userId));
    return passkeys.map((passkey) => toDto(passkey, relyingParty));
  }

  /** Whether the user has one that can be used here. */
  async canLogIn(user: User): Promise<boolean> {
    const host = this.relyingParty.find()?.host;
    return (await this.passkeys.list(user)).some((passkey) => passkey.host === host);
  }

  /**
   * A passkey outlives the session that adds it and replaces password and code, so both proofs of a login are asked for
   * once more, as for an access token. Throws `forbidden` where passkeys cannot be used, `invalid_credentials`,
   * `second_factor_required`, `passkey_limit`, `rate_limited`, `unauthenticated`.
   */
  async begin({ userId, sessionId, proof }: BeginPasskeyRequest): Promise<PasskeyOptionsDto> {
    const { host } = this.relyingParty.get();
    const user = await this.users.get(userId);
    await this.currentPassword.check(user, proof.currentPassword, sessionId);
    if (user.passwordHash) await this.secondFactor.checkLogin(user, proof.code);
    const existing = await this.passkeys.list(user);
    if (existing.length >= LIMITS.passkeysMax) throw tooMany();
    await this.passkeys.deleteEnded(user);
    const { credentialsVersion } = user;
    const challenge = await this.challenges.create('add', { userId, sessionId, credentialsVersion });
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: 'Inner Weather',
      rpID: host,
      userID: Uint8Array.from(Buffer.from(userId)),
      userName: shownAddress(user),
      userDisplayName: nameOf(user),
      challenge,
      timeout: CHALLENGE_TTL_MS,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: existing
        .filter((passkey) => passkey.host === host)
        .map(({ _id, transports }) => ({ id: _id, transports })),
      // Discoverable, so that nobody has to type who they are; verified, since no code is asked for afterwards.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options };
  }

  /**
   * Stores what the authenticator made. Throws `not_found` for a challenge that has expired, was used or belongs to
   * another session, `validation_failed` for an answer that is not right, `passkey_limit`, `invalid_credentials` when
   * the credentials have changed since `begin`.
   */
  async add({ userId, sessionId, passkey: answer, client }: AddPasskeyRequest): Promise<PasskeyDto> {
    const relyingParty = this.relyingParty.get();
    const taken = await this.challenges.take('add', challengeIn(answer.clientDataJSON));
    if (taken?.userId !== userId || taken.sessionId !== sessionId) {
      throw new DomainError('not_found', problem(ACCOUNT_PROBLEMS.set_up_expired));
    }
    const { aaguid, credential } = await this.verify(answer, relyingParty);
    const passkey: Passkey = {
      _id: credential.id,
      publicId: randomUUID(),
      userId,
      name: nameOfAuthenticator(aaguid, client.userAgent),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: answer.transports ?? [],
      host: relyingParty.host,
      credentialsVersion: taken.credentialsVersion ?? 0,
      createdAt: new Date(),
    };
    if (!(await this.passkeys.insert(passkey))) throw notAdded();
    try {
      await this.assertMayStay(passkey);
    } catch (error) {
      await this.passkeys.remove(userId, passkey.publicId);
      throw error;
    }
    return toDto(passkey, relyingParty);
  }

  /** Throws `not_found`. */
  async rename(userId: string, id: string, name: string): Promise<PasskeyDto> {
    const renamed = await this.passkeys.rename(userId, id, name);
    if (!renamed) throw noSuchPasskey();
    return toDto(renamed, this.relyingParty.find());
  }

  /**
   * Ends every other session, since some may have been opened with it. An account without a password confirms at its
   * provider for this, so a passkey that is the last way to sign in stays. Throws `not_found`, `invalid_credentials`,
   * `rate_limited`.
   */
  async remove({ userId, sessionId, passkeyId, proof }: RemovePasskeyRequest): Promise<void> {
    const user = await this.users.get(userId);
    const all = await this.passkeys.list(user);
    if (!all.some(({ publicId }) => publicId === passkeyId)) throw noSuchPasskey();
    await this.currentPassword.check(user, proof.currentPassword, sessionId);
    await this.credentials.claim(user, sessionId);
    await this.passkeys.remove(userId, passkeyId);
    // Once more: a login that began before the removal may have opened a session after the claim.
    await this.credentials.endSessions(userId, sessionId);
  }

  private async verify(answer: NewPasskeyDto, { origin, host }: RelyingParty) {
    const { id, clientDataJSON, attestationObject } = answer;
    const { verifyRegistrationResponse } = await webAuthn();
    try {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          response: { clientDataJSON, attestationObject },
          clientExtensionResults: {},
        },
        expectedChallenge: challengeIn(clientDataJSON),
        expectedOrigin: origin,
        expectedRPID: host,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (registrationInfo?.credential.id === id) return registrationInfo;
    } catch (err) {
      this.logger.warn({ err, msg: 'a new passkey was refused' });
    }
    throw notAdded();
  }

  /**
   * The passkey was stored before this reads account and passkeys. So simultaneous requests never leave more than are
   * allowed, and a change of credentials or a deletion that this does not see finds the passkey.
   */
  private async assertMayStay({ userId, credentialsVersion }: Passkey): Promise<void> {
    const user = await this.users.get(userId);
    if (user.credentialsVersion !== credentialsVersion) throw changedMeanwhile();
    if ((await this.passkeys.list(user)).length > LIMITS.passkeysMax) throw tooMany();
  }
}

const tooMany = () =>
  new DomainError('passkey_limit', problem(ACCOUNT_PROBLEMS.passkey_limit, { max: LIMITS.passkeysMax }));

const notAdded = () => new DomainError('validation_failed', problem(ACCOUNT_PROBLEMS.passkey_not_added));

const noSuchPasskey = () => new DomainError('not_found', problem(ACCOUNT_PROBLEMS.no_such_passkey));

function toDto(
  { publicId, name, host, createdAt, lastUsedAt }: Passkey,
  relyingParty: RelyingParty | null,
): PasskeyDto {
  return {
    id: publicId,
    name,
    host,
    usable: host === relyingParty?.host,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
