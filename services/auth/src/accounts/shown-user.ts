import type { SessionUserDto } from '@inner-weather/contracts/accounts/sessions.dto';
import type { UserDto } from '@inner-weather/contracts/accounts/users.dto';
import { shownAddress } from './address.js';
import type { User } from './user.schema.js';

/** The account as its tokens hold it. */
export function toSessionUser(user: User): SessionUserDto {
  const { _id, firstName, location, place, timeZone, dayEndsAt, language } = user;
  return {
    id: String(_id),
    name: firstName,
    email: shownAddress(user),
    location,
    ...(place && { place }),
    ...(timeZone && { timeZone }),
    ...(dayEndsAt && { dayEndsAt }),
    ...(language && { language }),
  };
}

/** The account as its user sees it. */
export function toUser(user: User, isAdmin: boolean): UserDto {
  const { lastName, aiConsent = [], measuresToAi = false, createdAt, newEmail, passwordHash } = user;
  const sessionUser = { ...toSessionUser(user), ...(newEmail && { newEmail }) };
  const hasPassword = passwordHash !== undefined;
  const consents = { aiConsent, measuresToAi };
  return { ...sessionUser, lastName, ...consents, isAdmin, hasPassword, createdAt: createdAt.toISOString() };
}
