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
