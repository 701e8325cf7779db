import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable } from '@nestjs/common';
import type { User } from './user.schema.js';
import { GuessLimitsService } from './guess-limits.service.js';
import { passwordMatches } from './passwords.js';

/** Checks a signed-in user's password once more, before a change that a stolen session must not make. */
@Injectable()
export class CurrentPasswordService {
  constructor(private readonly guesses: GuessLimitsService) {}

  /** Throws `validation_failed` without a password, `invalid_credentials` for a wrong one, `rate_limited`. */
  async check({ _id, email, passwordHash }: User, currentPassword: string | undefined): Promise<void> {
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
