import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable } from '@nestjs/common';
import type { User } from './user.schema.js';
import { GuessLimitsService } from './guess-limits.service.js';
import { passwordMatches } from './passwords.js';

/**
 * Checks once more that a signed-in user owns the account, before a change that a stolen session must not make: by the
 * password, or if the account has none by a confirmation at a provider, in the session of the change.
 */
@Injectable()
export class CurrentPasswordService {
  constructor(private readonly guesses: GuessLimitsService) {}

  /**
   * Throws `validation_failed` without a password, `invalid_credentials` for a wrong one or without a confirmation,
   * `rate_limited`.
   * @param sessionId the session of the change; absent if there is none
   */
  async check(user: User, currentPassword: string | undefined, sessionId?: string): Promise<void> {
    const { _id, email, passwordHash } = user;
    if (passwordHash === undefined) return assertConfirmed(user, sessionId);
    const field = 'currentPassword';
    if (!currentPassword) {
      throw new DomainError('validation_failed', {
        ...problem(ACCOUNT_PROBLEMS.current_password_wanted),
        field,
      });
    }
    const userId = String(_id);
    await this.guesses.count('current-password', userId);
    if (!(await passwordMatches(passwordHash, currentPassword, email))) {
      throw new DomainError('invalid_credentials', {
        ...problem(ACCOUNT_PROBLEMS.current_password_wrong),
        field,
      });
    }
    await this.guesses.forget('current-password', userId);
  }
}

/** Until when a confirmation at a provider counts in this session; undefined if none does. */
export function confirmedUntil({ confirmed }: User, sessionId: string | undefined): Date | undefined {
  const isOfSession = confirmed !== undefined && confirmed.sessionId === sessionId;
  return isOfSession && confirmed.until.getTime() > Date.now() ? confirmed.until : undefined;
}

function assertConfirmed(user: User, sessionId: string | undefined): void {
  if (confirmedUntil(user, sessionId)) return;
  throw new DomainError('invalid_credentials', problem(ACCOUNT_PROBLEMS.confirm_first));
}
