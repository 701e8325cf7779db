import type { UpdateUserDto, UserDto } from '@inner-weather/contracts/accounts/users.dto';
import type { AccountExport, UpdateUserAnswer, UpdateUserRequest } from '@inner-weather/contracts/rpc/auth';
import { type LimitPolicy, RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { AccessTokensService } from '../access-tokens/access-tokens.service.js';
import { changedMeanwhile, CredentialsService, MAX_ATTEMPTS } from '../sessions/credentials.service.js';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import { assertNewPassword } from '../accounts/new-password.js';
import { hashPassword } from '../accounts/passwords.js';
import { MAIL_TESTS } from '../mail/mail-tests.service.js';
import { addressTaken } from '../accounts/address.js';
import { IdentitiesRepository } from '../identities/identities.repository.js';
import { AdministratorService } from '../registration/administrator.service.js';
import { PasskeysService } from '../passkeys/passkeys.service.js';
import { RecognitionService } from '../sign-in/recognition.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { toSessionUser, toUser } from '../accounts/shown-user.js';
import type { User } from '../accounts/user.schema.js';
import { type OtherChanges, UsersRepository } from '../accounts/users.repository.js';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';

/** Exports of one user within an hour. */
const EXPORTS: LimitPolicy = {
  name: 'exports',
  subject: 'exports',
  quota: 10,
  windowMs: 60 * 60_000,
};

/** The session of the caller, and the cookie `device` of its browser. */
export type Caller = Pick<UpdateUserRequest, 'sessionId' | 'device'>;

/** The account of a signed-in user. */
@Injectable()
export class UsersService implements AccountEraser {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly currentPassword: CurrentPasswordService,
    private readonly limiter: RateLimiter,
    private readonly credentials: CredentialsService,
    private readonly recognition: RecognitionService,
    private readonly administrator: AdministratorService,
    private readonly accessTokens: AccessTokensService,
    private readonly passkeys: PasskeysService,
    private readonly identities: IdentitiesRepository,
  ) {}

  /** The counters of changes, exports and test mails. */
  eraseAccount({ userId }: ErasedAccount): Promise<void> {
    return this.limiter.forget(userId, [EXPORTS.name, MAIL_TESTS.name]);
  }

  async get(userId: string): Promise<UserDto> {
    return this.shown(await this.users.get(userId));
  }

  /**
   * Changes the fields of `dto`. A new email or password needs the current password, and links to a new password that were
   * sent before stop working. A new password also ends every other session. If the credentials change at the same
   * moment, the current password is checked once more. Throws `validation_failed`, `invalid_credentials`,
   * `email_taken`, `unauthenticated`, `rate_limited`.
   */
  async update(userId: string, { sessionId, device }: Caller, dto: UpdateUserDto): Promise<UpdateUserAnswer> {
    await this.limiter.countWrite(userId);
    const { password, currentPassword, email, ...profile } = dto;
    if (password !== undefined) assertNewPassword(password);
    let passwordHash: string | undefined;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const before = await this.users.get(userId);
      const newEmail = email === before.email ? undefined : email;
      const changesCredentials = password !== undefined || newEmail !== undefined;
      if (changesCredentials) await this.currentPassword.check(before, currentPassword, sessionId);
      if (password !== undefined) passwordHash ??= await hashPassword(password, before.email);
      const others: OtherChanges = {
        // Consent to figures of measures was given for the previous recipients only.
        ...(profile.aiConsent && { measuresToAi: false }),
        ...withoutAbsent(profile),
        ...placeAfter(before, profile),
      };
      const changes = { ...others, ...withoutAbsent({ email: newEmail, passwordHash }) };
      const after = changesCredentials
        ? await this.credentials.tryChange(before, changes, passwordHash ? sessionId : 'all')
        : await this.users.update(userId, others);
      if (after === 'taken') throw addressTaken();
      if (after && passwordHash) await this.recognition.forgetOtherDevices(userId, { device });
      if (after) return this.answer(before, after, sessionId);
    }
    throw changedMeanwhile();
  }

  /** The data that auth stores about a user. Throws `rate_limited`, because a whole export is expensive to read. */
  async export(userId: string, sessionId: string): Promise<AccountExport> {
    await this.limiter.count(EXPORTS, userId);
    const [account, sessions, accessTokens, passkeys, identities] = await Promise.all([
      this.get(userId),
      this.sessions.list(userId, sessionId),
      this.accessTokens.list(userId),
      this.passkeys.list(userId),
      this.identities.listOf(userId),
    ]);
    const connected = identities.map(({ provider, connectedAt }) => ({
      provider,
      connectedAt: connectedAt.toISOString(),
    }));
    return { account, sessions, accessTokens, passkeys, identities: connected };
  }

  private async answer(before: User, after: User, sessionId: string): Promise<UpdateUserAnswer> {
    const user = await this.shown(after);
    const isTokenCurrent = JSON.stringify(toSessionUser(after)) === JSON.stringify(toSessionUser(before));
    if (isTokenCurrent) return { user };
    return { user, token: (await this.sessions.grant(after, sessionId)).token };
  }

  private async shown(user: User): Promise<UserDto> {
    return toUser(user, await this.administrator.isAdministrator(String(user._id)));
  }
}

/** A new city without a place removes the place of the old city. */
const placeAfter = (before: User, { location, place }: Pick<UpdateUserDto, 'location' | 'place'>) =>
  place === undefined && location !== undefined && location !== before.location ? { place: null } : {};

/** Leaves out absent fields, so that an update does not change them. */
function withoutAbsent<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;
}
