import { DomainError } from '@inner-weather/contracts/messaging/errors';

export const addressTaken = (msg = 'An account with this email already exists') =>
  new DomainError('email_taken', [{ msg, field: 'email' }]);

/** The refusal of a link to prove an address that has expired, was used or never existed. */
export const noProof = () =>
  new DomainError('not_found', 'This link has expired or has already been used. Please ask for a new one.');
