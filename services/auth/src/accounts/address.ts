import type { User } from './user.schema.js';

/** What replaces the email of an account that has lost its address. No address has a space: nobody can log in by it. */
export const lostMark = ({ _id }: Pick<User, '_id'>): string => `lost ${String(_id)}`;

/** Has somebody else proved the address that this account was made with? */
export const isLost = (user: Pick<User, '_id' | 'email'>): boolean => user.email === lostMark(user);

/** Has the person of this account shown that they read the mail of its address? A new address has to be proved anew. */
export const isProved = ({ email, provedEmail }: Pick<User, 'email' | 'provedEmail'>): boolean =>
  provedEmail === email;

/**
 * Was this account asked at its sign-up to prove its address? Those made while no mail was sent were not: for them a
 * link to a new password is proof enough.
 */
export const wasAsked = ({ email, askedToProve }: Pick<User, 'email' | 'askedToProve'>): boolean =>
  askedToProve === email;

/** The address as the person knows it: the one they gave, even if somebody else has proved it since. */
export const shownAddress = (user: Pick<User, '_id' | 'email' | 'lostEmail'>): string =>
  isLost(user) ? (user.lostEmail ?? user.email) : user.email;
