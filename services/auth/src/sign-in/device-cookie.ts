import { randomBytes } from 'node:crypto';
import { hashOf } from '../hash-of.js';

/** Accounts that one browser is known to. With one more, the account of the oldest login is dropped. */
const ACCOUNTS_MAX = 5;

/** 256 random bits in base64url. */
const SECRET = /^[\w-]{43}$/;

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The secrets of a cookie, one for each account. Anything that does not have the form of one is left out. */
export function secretsOf(cookie = ''): string[] {
  return cookie.split('.', ACCOUNTS_MAX).filter((secret) => SECRET.test(secret));
}

/** The cookie with this secret first. */
export function withSecret(cookie: string | undefined, secret: string): string {
  return [...new Set([secret, ...secretsOf(cookie)])].slice(0, ACCOUNTS_MAX).join('.');
}

/** The secret whose hash this is. */
export function secretOf(cookie: string | undefined, id: string): string | undefined {
  return secretsOf(cookie).find((secret) => hashOf(secret) === id);
}
