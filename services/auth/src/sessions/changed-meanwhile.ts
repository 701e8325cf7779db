import { DomainError } from '@inner-weather/contracts/messaging/errors';

/** How often a change is attempted when the credentials change at the same moment. Each attempt costs a password hash. */
export const MAX_ATTEMPTS = 2;

/** The refusal of a change whose credentials were changed after they were verified. */
export const changedMeanwhile = () =>
  new DomainError('invalid_credentials', [
    { msg: 'This account was changed at the same moment. Please try again.', field: 'currentPassword' },
  ]);
