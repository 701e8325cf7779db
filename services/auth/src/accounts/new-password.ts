import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The 49,000 most common passwords of public leaks, in lower case. */
const COMMON = new Set(dictionary['passwords-common']);

/** Passwords that people who know this product guess first: up to three of these words, and no other letters. */
const OF_THIS_PRODUCT =
  /^(?:my|the|inner|weather|mood|moods|journal|journals|diary|entry|entries|insight|insights){1,3}$/;

/** Is it among the passwords that are guessed first? Case makes no difference. */
export function isCommonPassword(password: string): boolean {
  const small = password.toLowerCase();
  return COMMON.has(small) || OF_THIS_PRODUCT.test(small.replace(/\P{Letter}/gu, ''));
}

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
