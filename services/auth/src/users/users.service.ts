import type { UpdateUserDto, UserDto } from '@inner-weather/contracts/users.dto';
import type { UpdateUserAnswer, UpdateUserRequest } from '@inner-weather/contracts/rpc/auth';
import type { RpcMap } from '@inner-weather/contracts/rpc/rpc-map';
import { type LimitPolicy, RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { changedMeanwhile, TURNS } from '../sessions/changed-meanwhile.js';
import { CredentialsService } from '../sessions/credentials.service.js';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import { assertNewPassword } from '../accounts/new-password.js';
import { hashPassword } from '../accounts/passwords.js';
import { addressTaken } from '../mail/refusals.js';
import { RecognitionService } from '../sign-in/recognition.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { toSessionUser, toUser } from '../accounts/shown-user.js';
import type { User } from '../accounts/user.schema.js';
import { type OtherChanges, UsersRepository } from '../accounts/users.repository.js';

/** Of one person within an hour. */
export const EXPORTS: LimitPolicy = {
  name: 'exports',
  words: 'exports',
  quota: 10,
  windowMs: 60 * 60_000,
};

/** The session that asks, and the cookie `device` of its browser. */
export type Asking = Pick<UpdateUserRequest, 'sessionId' | 'device'>;

/** The account of somebody who is signed in. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly currentPassword: CurrentPasswordService,
    private readonly limiter: RateLimiter,
    private readonly credentials: CredentialsService,
    private readonly recognition: RecognitionService,
  ) {}

  async get(userId: string): Promise<UserDto> {
    return toUser(await this.users.get(userId));
  }

  /**
   * Changes what is given. A new email or password needs the current password, and links to a new password that were
   * sent before stop working. A new password also ends every other session. If the credentials change at the same
   * moment, the current password is checked once more. Throws `validation_failed`, `invalid_credentials`,
   * `email_taken`, `unauthenticated`, `rate_limited`.
   */
  async update(userId: string, { sessionId, device }: Asking, dto: UpdateUserDto): Promise<UpdateUserAnswer> {
    await this.limiter.countWrite(userId);
    const { password, currentPassword, email, ...given } = dto;
    if (password !== undefined) assertNewPassword(password);
    let passwordHash: string | undefined;
    for (let turn = 1; turn <= TURNS; turn += 1) {
      const before = await this.users.get(userId);
      const newEmail = email === before.email ? undefined : email;
      const credentials = password !== undefined || newEmail !== undefined;
      if (credentials) await this.currentPassword.check(before, currentPassword);
      if (password !== undefined) passwordHash ??= await hashPassword(password, before.email);
      const others: OtherChanges = { ...withoutAbsent(given), ...placeAfter(before, given) };
      const changes = { ...others, ...withoutAbsent({ email: newEmail, passwordHash }) };
      const after = credentials
        ? await this.credentials.tryChange(before, changes, passwordHash ? sessionId : 'all')
        : await this.users.update(userId, others);
      if (after === 'taken') throw addressTaken();
      if (after && passwordHash) await this.recognition.forgetOtherDevices(userId, { device });
      if (after) return this.answer(before, after, sessionId);
    }
    throw changedMeanwhile();
  }

  /** What auth holds of a person, for an export. Throws `rate_limited`: a whole export is a lot to read. */
  async export(userId: string, sessionId: string): Promise<RpcMap['auth.get-export']['answer']> {
    await this.limiter.count(EXPORTS, userId);
    return { account: await this.get(userId), sessions: await this.sessions.list(userId, sessionId) };
  }

  private async answer(before: User, after: User, sessionId: string): Promise<UpdateUserAnswer> {
    const inTheToken = JSON.stringify(toSessionUser(after));
    if (inTheToken === JSON.stringify(toSessionUser(before))) return { user: toUser(after) };
    return { user: toUser(after), token: (await this.sessions.grant(after, sessionId)).token };
  }
}

/** Another city is another place: that of the old one does not stay. */
const placeAfter = (before: User, { location, place }: Pick<UpdateUserDto, 'location' | 'place'>) =>
  place === undefined && location !== undefined && location !== before.location ? { place: null } : {};

/** A field that is absent stays as it is stored. */
function withoutAbsent<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;
}
