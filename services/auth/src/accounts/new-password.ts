import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { isCommonPassword } from './common-passwords.js';

/** Throws `validation_failed` for a common password, and if the password typed again is different. */
export function assertNewPassword(password: string, passwordVal = password): void {
  if (password !== passwordVal) {
    throw new DomainError('validation_failed', {
      ...problem(ACCOUNT_PROBLEMS.passwords_differ),
      field: 'passwordVal',
    });
  }
  if (isCommonPassword(password)) {
    throw new DomainError('validation_failed', {
      ...problem(ACCOUNT_PROBLEMS.password_common),
      field: 'password',
    });
  }
}
