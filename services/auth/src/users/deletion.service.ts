import { newEvent } from '@inner-weather/platform/outbox/outbox';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { changedMeanwhile, MAX_ATTEMPTS } from '../sessions/changed-meanwhile.js';
import { CredentialsService } from '../sessions/credentials.service.js';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import { AccountErasersService } from '../accounts/account-erasers.service.js';
import type { User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';

/** Deletes accounts. */
@Injectable()
export class DeletionService {
  constructor(
    private readonly users: UsersRepository,
    private readonly currentPassword: CurrentPasswordService,
    private readonly credentials: CredentialsService,
    private readonly erasers: AccountErasersService,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Deletes the account and all data about it in this service. The other services delete their data when they
   * receive the event. Throws `invalid_credentials`, `rate_limited`.
   */
  async delete(userId: string, sessionId: string | undefined, currentPassword?: string): Promise<void> {
    await this.limiter.countWrite(userId);
    const user = await this.claimForDeletion(userId, sessionId, currentPassword);
    if (!user) return;
    const { email } = user;
    await this.erasers.erase({ userId, email });
    // The account goes last: if this stops half-way, its user can request the deletion again.
    await this.users.replaceWithTombstone(userId, [newEvent('auth.user.deleted.v1', { userId })]);
    // Once more, for a login in between. A login after this finds no account and erases what it has written.
    await this.erasers.erase({ userId, email });
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
      // Its sessions stay until the erasers end them, so the user can request the deletion again until then.
      if (await this.credentials.tryChange(user, {}, 'all')) return user;
    }
    // Another request for the deletion may have come first, and finished meanwhile.
    if (!(await this.users.find(userId))) return null;
    throw changedMeanwhile();
  }
}
