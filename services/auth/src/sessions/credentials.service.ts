import { Injectable } from '@nestjs/common';
import { SessionsRepository } from './sessions.repository.js';
import type { KeptSessions, User } from '../accounts/user.schema.js';
import { type CredentialChanges, UsersRepository } from '../accounts/users.repository.js';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';

/** How often a change is attempted when the credentials change at the same moment. Each attempt costs a password hash. */
export const MAX_ATTEMPTS = 2;

/** The refusal of a change whose credentials were changed after they were verified. */
export const changedMeanwhile = () =>
  new DomainError('invalid_credentials', {
    ...problem(ACCOUNT_PROBLEMS.same_moment),
    field: 'currentPassword',
  });

/**
 * Changes credentials: password, email, second factor. A change takes the account from the version of its
 * credentials that was verified to the next version, or fails. Each session belongs to a version. The sessions to keep
 * move to the new version and all others end, including that of a login that was verified before the change and opens
 * its session after it. A link to a new password is made for one version, and works only under that one.
 */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  /**
   * Null when the credentials are no longer those of `verified`, or the account is gone; `taken` when another account
   * has the new email.
   */
  async tryChange(
    verified: User,
    changes: CredentialChanges,
    keep: KeptSessions,
  ): Promise<User | null | 'taken'> {
    const after = await this.users.changeCredentials(verified, changes, keep);
    if (after && after !== 'taken') await this.finish(after);
    return after;
  }

  /**
   * For a change that is stored outside the account's document, once a code for it was verified. Throws
   * `invalid_credentials` when the credentials have changed since.
   */
  async claim(verified: User, keep: KeptSessions): Promise<void> {
    if (await this.tryChange(verified, {}, keep)) return;
    throw changedMeanwhile();
  }

  /** Ends every session but those to keep, and every login that is under way. */
  async endSessions(userId: string, keep: KeptSessions): Promise<void> {
    for (;;) {
      const user = await this.users.find(userId);
      if (!user || (await this.tryChange(user, {}, keep))) return;
    }
  }

  /** For housekeeping: finishes changes that a crash interrupted. */
  async finishAll(): Promise<void> {
    for (const user of await this.users.findUnfinished()) await this.finish(user);
  }

  /** Can be repeated. */
  private async finish(user: User): Promise<void> {
    const userId = String(user._id);
    const version = user.credentialsVersion;
    await this.sessions.moveToVersion(userId, user.sessionsToKeep ?? 'none', version);
    await this.sessions.revokeOlder(userId, version);
    await this.users.noteFinished(user);
  }
}
