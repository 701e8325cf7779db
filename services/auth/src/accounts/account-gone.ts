import { DomainError } from '@inner-weather/contracts/errors';

/** The refusal of a session whose account was deleted. */
export const accountGone = () => new DomainError('unauthenticated', 'This account no longer exists.');
