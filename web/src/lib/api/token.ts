import { DAY_ENDS_AT_MAX } from '@inner-weather/domain/time/local-time';
import { isLanguage } from '@inner-weather/languages/languages';
import type { SessionUser } from './session';

/**
 * Reads the user from the token. Only the server checks the signature: a user who forges a token here only changes the
 * greeting on their own screen.
 */
export function userOfToken(token: string): SessionUser {
  const payload = token.split('.')[1] ?? '';
  const base64 = payload.replace(/-/g, '+').replace(/_/g, '/');
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const contents: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!holdsUser(contents)) throw new TypeError();
  const { id, name, email, location, place, timeZone, dayEndsAt, language } = contents.user;
  return {
    id,
    name,
    email,
    location,
    ...(typeof place === 'string' && { place }),
    ...(typeof timeZone === 'string' && { timeZone }),
    ...(isDayEnd(dayEndsAt) && { dayEndsAt }),
    ...(isLanguage(language) && { language }),
  };
}

const isDayEnd = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= DAY_ENDS_AT_MAX;

function holdsUser(contents: unknown): contents is { user: SessionUser } {
  const user = (contents as { user?: Partial<Record<keyof SessionUser, unknown>> | null } | null)?.user;
  return (['id', 'name', 'email', 'location'] as const).every((key) => typeof user?.[key] === 'string');
}
