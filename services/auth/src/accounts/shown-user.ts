import type { SessionUserDto } from '@inner-weather/contracts/accounts/sessions.dto';
import type { UserDto } from '@inner-weather/contracts/accounts/users.dto';
import { shownAddress } from './address.js';
import type { User } from './user.schema.js';

/** The account as its tokens hold it. */
export function toSessionUser(user: User): SessionUserDto {
  const { _id, firstName, location, place, timeZone, language } = user;
  return {
    id: String(_id),
    name: firstName,
    email: shownAddress(user),
    location,
    ...(place && { place }),
    ...(timeZone && { timeZone }),
    ...(language && { language }),
  };
}

/** The account as its user sees it. */
export function toUser(user: User, isAdmin: boolean): UserDto {
  const { lastName, aiConsent = [], createdAt, newEmail } = user;
  const sessionUser = { ...toSessionUser(user), ...(newEmail && { newEmail }) };
  return { ...sessionUser, lastName, aiConsent, isAdmin, createdAt: createdAt.toISOString() };
}
