import type { User } from './user.schema.js';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import type { Message } from '@inner-weather/languages/messages';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';

/** Replaces the email of an account that has lost its address. No address has a space, so no login can use it. */
export const displacedEmail = ({ _id }: Pick<User, '_id'>): string => `lost ${String(_id)}`;

/** Whether another account has proved the address that this account was created with. */
export const isLost = (user: Pick<User, '_id' | 'email'>): boolean => user.email === displacedEmail(user);

/** Whether the user of this account has shown that they read the mail of its address. A new address needs a new proof. */
export const isProved = ({ email, provedEmail }: Pick<User, 'email' | 'provedEmail'>): boolean =>
  provedEmail === email;

/**
 * Whether this account was asked at sign-up to prove its address. Accounts created while no mail was sent were not: for
 * them a link to a new password is proof enough.
 */
export const wasAsked = ({ email, askedToProve }: Pick<User, 'email' | 'askedToProve'>): boolean =>
  askedToProve === email;

/** The address that the user knows: the one they gave, even if another account has proved it since. */
export const shownAddress = (user: Pick<User, '_id' | 'email' | 'lostEmail'>): string =>
  isLost(user) ? (user.lostEmail ?? user.email) : user.email;

export const addressTaken = (message: Message = ACCOUNT_PROBLEMS.email_taken) =>
  new DomainError('email_taken', { ...problem(message), field: 'email' });

/** The refusal of a link to prove an address that has expired, was used or never existed. */
export const noProof = () => new DomainError('not_found', problem(ACCOUNT_PROBLEMS.link_expired));
