import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { MESSAGES } from '@inner-weather/domain/messages';
import { isCommonPassword } from './common-passwords.js';

/** Throws `validation_failed` for a common password, and if the password typed again is different. */
export function assertNewPassword(password: string, passwordVal = password): void {
  if (password !== passwordVal) {
    throw new DomainError('validation_failed', [{ msg: MESSAGES.passwordsDontMatch, field: 'passwordVal' }]);
  }
  if (isCommonPassword(password)) {
    throw new DomainError('validation_failed', [{ msg: MESSAGES.commonPassword, field: 'password' }]);
  }
}
