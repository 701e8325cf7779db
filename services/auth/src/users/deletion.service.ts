import { newEvent } from '@inner-weather/platform/outbox/outbox';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { changedMeanwhile, CredentialsService, MAX_ATTEMPTS } from '../sessions/credentials.service.js';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import { AccountErasersService, type ErasedAccount } from '../accounts/account-erasers.service.js';
import type { User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';

/** How often the data of an account that is gone is erased, if the database fails. */
const MAX_ERASURES = 3;

/** Deletes accounts. */
@Injectable()
export class DeletionService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(DeletionService.name);
  /** Erasures after an answer. */
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly users: UsersRepository,
    private readonly currentPassword: CurrentPasswordService,
    private readonly credentials: CredentialsService,
    private readonly erasers: AccountErasersService,
    private readonly limiter: RateLimiter,
  ) {}

  /** The database closes only after this. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  /**
   * Deletes the account and all data about it in this service. Resolves as soon as nothing can undo it. The other services delete their data when they
   * receive the event. Throws `invalid_credentials`, `rate_limited`.
   */
  async delete(userId: string, sessionId: string | undefined, currentPassword?: string): Promise<void> {
    await this.limiter.countWrite(userId);
    const user = await this.claimForDeletion(userId, sessionId, currentPassword);
    if (user) await this.finish(user);
  }

  /**
   * For housekeeping: finishes deletions that a crash interrupted, since their users may no longer be able to sign in. A user
   * who has signed in again before anything was erased keeps the account.
   */
  async finishAll(): Promise<void> {
    for (const { _id } of await this.users.findDeleting()) {
      try {
        // The accounts before it may have taken a while.
        const user = await this.users.find(String(_id));
        if (user?.deletingSince) await this.finish(user);
      } catch (err) {
        // The others are not kept waiting by one.
        this.logger.warn({ err, msg: 'a deletion is not finished yet' });
      }
    }
  }

  /** Can be repeated. */
  private async finish({ _id, email }: User): Promise<void> {
    const userId = String(_id);
    const account = { userId, email };
    await this.erasers.endAccess(account);
    // Otherwise a login after a failure would keep an account without its second factor, or without its role.
    await this.users.noteErasing(userId);
    await this.erasers.erase(account);
    // The account goes last: if this stops half-way, housekeeping finishes it.
    await this.users.replaceWithTombstone(userId, [newEvent('auth.user.deleted.v1', { userId })]);
    // Once more, for a login in between. A login after this finds no account and erases what it has written. The user does
    // not wait for it: other services delete their data now, and a database that is slow meanwhile would be a failure of
    // something that was done.
    const erasure = this.eraseAgain(account).finally(() => this.running.delete(erasure));
    this.running.add(erasure);
  }

  /** Never rejects. */
  private async eraseAgain(account: ErasedAccount): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ERASURES; attempt += 1) {
      try {
        return await this.erasers.erase(account);
      } catch (err) {
        this.logger.warn({ err, attempt, msg: 'not all data of a deleted account is erased yet' });
      }
    }
  }

  /**
   * Takes the account to a new version of its credentials. A simultaneous reset of the password is then refused, rather
   * than confirmed for an account that is about to be deleted. Null when the account is gone already.
   */
  private async claimForDeletion(
    userId: string,
    sessionId: string | undefined,
    currentPassword: string | undefined,
  ): Promise<User | null> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const user = await this.users.find(userId);
      if (!user) return null;
      await this.currentPassword.check(user, currentPassword, sessionId);
      // Its sessions stay until the erasers end them. After that, a user whose deletion failed has to sign in again.
      if (await this.credentials.tryChange(user, { deletingSince: new Date() }, 'all')) return user;
    }
    // Another request for the deletion may have come first, and finished meanwhile.
    if (!(await this.users.find(userId))) return null;
    throw changedMeanwhile();
  }
}
