import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import type { AuthConfig } from '../config.js';

/**
 * Throws `forbidden` where people sign in and up only at a provider. A password still proves whose an account is: to
 * connect it, and for changes in the settings.
 */
export function assertPasswordLogin({ PASSWORD_LOGIN }: Pick<AuthConfig, 'PASSWORD_LOGIN'>): void {
  if (PASSWORD_LOGIN === 'off') {
    throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.password_login_off));
  }
}
