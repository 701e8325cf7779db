import type { UpdateUserDto, UserDto } from '@inner-weather/contracts/auth.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import type { RpcMap, UpdateUserAnswer } from '@inner-weather/contracts/rpc';
import { newEvent } from '@inner-weather/platform/mongo/outbox';
import { type LimitPolicy, RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { CurrentPasswordService } from './current-password.service.js';
import { assertNewPassword } from './new-password.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';
import { hashPassword } from './passwords.js';
import { SessionsService, toSessionUser } from './sessions.service.js';
import { TracesService } from './traces.service.js';
import { type Profile, UsersRepository } from './users.repository.js';
import type { User } from './user.schema.js';

/** Of one person within an hour. */
const EXPORTS: LimitPolicy = { name: 'exports', words: 'exports', quota: 10, windowMs: 60 * 60_000 };

/** What signed-in people do with their account. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly currentPassword: CurrentPasswordService,
    private readonly limiter: RateLimiter,
    private readonly links: OneTimeLinksRepository,
    private readonly traces: TracesService,
  ) {}

  async get(userId: string): Promise<UserDto> {
    return toUser(await this.find(userId));
  }

  /**
   * Changes what is given. A new email or password needs the current password and makes links to a new password
   * worthless, wherever they were sent; a new password ends every other session. Throws `validation_failed`, `invalid_credentials`, `email_taken`, `unauthenticated`, `rate_limited`.
   */
  async update(userId: string, sessionId: string, dto: UpdateUserDto): Promise<UpdateUserAnswer> {
    await this.limiter.countWrite(userId);
    const { password, currentPassword, ...given } = dto;
    const before = await this.find(userId);
    if (password !== undefined) assertNewPassword(password);
    const credentials = password !== undefined || (given.email !== undefined && given.email !== before.email);
    if (credentials) await this.currentPassword.check(before, currentPassword);
    const changes: Partial<Profile> = {
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      ...(password !== undefined && { passwordHash: await hashPassword(password) }),
    };
    const after = await this.users.update(userId, changes);
    if (after === 'taken') throw emailTaken();
    if (!after) throw gone();
    if (credentials) await this.links.deleteResetsOf(userId);
    if (password !== undefined) await this.sessions.closeAll(userId, sessionId);
    const tokenHolds = JSON.stringify(toSessionUser(after));
    if (tokenHolds === JSON.stringify(toSessionUser(before))) return { user: toUser(after) };
    return { user: toUser(after), token: (await this.sessions.grant(after, sessionId)).token };
  }

  /** What auth holds of a person, for an export. Throws `rate_limited`, since a whole export is a lot to read. */
  async export(userId: string, sessionId: string): Promise<RpcMap['auth.get-export']['answer']> {
    await this.limiter.count(EXPORTS, userId);
    return { account: await this.get(userId), sessions: await this.sessions.list(userId, sessionId) };
  }

  /** Deletes the account; everything else that is the person's goes by the event. Throws `rate_limited`. */
  async delete(userId: string): Promise<void> {
    await this.limiter.countWrite(userId);
    const user = await this.users.find(userId);
    if (!user) return;
    await this.traces.remove(userId, user.email);
    // The account after them: should this stop half-way, it can still be asked for again.
    await this.users.bury(userId, [newEvent('auth.user.deleted.v1', { userId })]);
    // Once more, for a login that came between: one that comes now finds no account, and takes itself back.
    await this.traces.remove(userId, user.email);
  }

  private async find(userId: string): Promise<User> {
    const user = await this.users.find(userId);
    if (!user) throw gone();
    return user;
  }
}

function toUser(user: User): UserDto {
  const { lastName, aiConsent = [], createdAt } = user;
  return { ...toSessionUser(user), lastName, aiConsent, createdAt: createdAt.toISOString() };
}

export const emailTaken = () =>
  new DomainError('email_taken', [{ msg: 'There is an account with this email already', field: 'email' }]);

const gone = () => new DomainError('unauthenticated', 'This account does not exist any more.');
