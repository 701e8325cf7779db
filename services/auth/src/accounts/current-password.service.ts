import { DomainError } from '@inner-weather/contracts/errors';
import { Injectable } from '@nestjs/common';
import { LimitsService } from './limits.service.js';
import { passwordMatches } from './passwords.js';
import type { User } from './user.schema.js';

/** Asks somebody who is signed in for their password once more, before what a stolen session must not do. */
@Injectable()
export class CurrentPasswordService {
  constructor(private readonly limits: LimitsService) {}

  /** Throws `validation_failed` without a password, `invalid_credentials` for a wrong one, `rate_limited`. */
  async check({ _id, passwordHash }: User, currentPassword: string | undefined): Promise<void> {
    const field = 'currentPassword';
    if (!currentPassword) {
      throw new DomainError('validation_failed', [
        { msg: 'Current password is needed for this change', field },
      ]);
    }
    const userId = String(_id);
    await this.limits.countGuess('current-password', userId);
    if (!(await passwordMatches(passwordHash, currentPassword))) {
      throw new DomainError('invalid_credentials', [{ msg: 'Current password is wrong', field }]);
    }
    await this.limits.forgetGuesses('current-password', userId);
  }
}
