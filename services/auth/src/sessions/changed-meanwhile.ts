import { DomainError } from '@inner-weather/contracts/errors';

/** How often a change is tried when the credentials change at the same moment. Each try costs a password hash. */
export const TURNS = 2;

/** The refusal of a change whose credentials were changed after they were verified. */
export const changedMeanwhile = () =>
  new DomainError('invalid_credentials', [
    { msg: 'This account was changed at the same moment. Please try again.', field: 'currentPassword' },
  ]);
