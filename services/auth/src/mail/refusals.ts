import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import type { Message } from '@inner-weather/languages/messages';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';

export const addressTaken = (message: Message = ACCOUNT_PROBLEMS.email_taken) =>
  new DomainError('email_taken', { ...problem(message), field: 'email' });

/** The refusal of a link to prove an address that has expired, was used or never existed. */
export const noProof = () => new DomainError('not_found', problem(ACCOUNT_PROBLEMS.link_expired));
