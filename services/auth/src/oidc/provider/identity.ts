import { LIMITS } from '@inner-weather/domain/limits';
import { beginningOf, lengthOf } from '@inner-weather/domain/text/length';
import { isEmail } from 'class-validator';
import { hashOf } from '../../hash-of.js';
import type { OidcProvider } from '../../oidc-provider.js';
import { isInGroup } from './groups.js';

/** A person, as a provider has vouched for them just now. */
export interface ProviderIdentity {
  /** SHA-256 of issuer and `sub`, hex. */
  id: string;
  provider: string;
  /** Lower-case. Absent: the provider tells none that is valid. */
  email?: string;
  /** Whether the provider says that the person reads the mail of the address. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
  /** Whether they are in the group that administers. Absent: there is no such group, or the provider does not say. */
  isAdmin?: boolean;
  idToken: string;
  /** The id of the session at the provider, if it tells one. */
  sid?: string;
}

/** The claims of an ID token and of the userinfo endpoint, each of any type. */
export type Claims = Record<string, unknown>;

export const identityIdOf = (issuer: string, subject: string): string => hashOf(`${issuer}\n${subject}`);

export function namesOf(claims: Claims): Pick<ProviderIdentity, 'firstName' | 'lastName'> {
  const given = textOf(claims.given_name);
  const family = textOf(claims.family_name);
  const [first = '', ...others] = textOf(claims.name).split(' ');
  return {
    firstName: given || first || textOf(claims.preferred_username),
    lastName: family || others.join(' '),
  };
}

/** @param trustEmail whether the provider's addresses count as verified whatever it says */
export function emailOf(
  claims: Claims,
  trustEmail: boolean,
): Pick<ProviderIdentity, 'email' | 'isEmailVerified'> {
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : '';
  if (lengthOf(email) > LIMITS.emailMax || !isEmail(email)) return { isEmailVerified: false };
  // Some providers send it as text.
  const isSaid = claims.email_verified === true || claims.email_verified === 'true';
  return { email, isEmailVerified: trustEmail || isSaid };
}

/** Without the claims that a provider sends but leaves empty. */
export const toldBy = (claims: Claims): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null && value !== ''));

/** Whether an ID token says all that a sign-in needs, so that the provider is not asked for more. */
export function isEnough({ adminGroup, groupsClaim, trustEmail }: OidcProvider, idToken: Claims): boolean {
  const claims = toldBy(idToken);
  const { email } = emailOf(claims, trustEmail);
  const isVerificationKnown = trustEmail || claims.email_verified !== undefined;
  const { firstName, lastName } = namesOf(claims);
  const areGroupsKnown = adminGroup === undefined || isInGroup(claims, groupsClaim, adminGroup) !== undefined;
  return email !== undefined && isVerificationKnown && firstName !== '' && lastName !== '' && areGroupsKnown;
}

/** One line that fits the field of a name; empty if there is none. */
function textOf(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  return beginningOf(claim.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), LIMITS.nameMax);
}
