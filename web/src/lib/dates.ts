import {
  isTimeZone,
  offsetAt,
  offsetIn,
  type PlacedMinute,
  placeMinute,
  todayIn,
  toLocalText,
} from '@inner-weather/contracts/local-time';
import { sessionStore } from './session';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What the browser says of this device's time zone; '' where it does not know. */
const zoneOfDevice = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';

/** The time zone of this device, as an IANA name; UTC where the browser does not know it. */
export function deviceTimeZone(): string {
  const zone = zoneOfDevice();
  return isTimeZone(zone) ? zone : 'UTC';
}

/** Whether the browser names a time zone that it can use. */
export const isDeviceZoneKnown = (): boolean => isTimeZone(zoneOfDevice());

/** The time zone that the person has chosen, or else the device's. It says what today is. */
export function timeZone(): string {
  const zone = wantedTimeZone();
  return isTimeZone(zone) ? zone : 'UTC';
}

/** Whether days and times are in UTC only because no time zone is known that this browser could use. */
export const isTimeZoneUnknown = (): boolean => !isTimeZone(wantedTimeZone());

function wantedTimeZone(): string {
  const session = sessionStore.get();
  const chosen = session.status === 'authenticated' ? session.user.timeZone : undefined;
  return chosen ?? zoneOfDevice();
}

/** Today, YYYY-MM-DD, in a time zone. Components use `useToday`, which changes at midnight. */
export const today = (zone: string): string => todayIn(zone);

/** Milliseconds until the clocks of a time zone show midnight, unless they are changed before. */
export function timeUntilMidnight(zone: string): number {
  const now = Date.now();
  const local = now + offsetAt(zone, now) * MINUTE_MS;
  return (Math.floor(local / DAY_MS) + 1) * DAY_MS - local;
}

/**
 * The locale of all dates: the browser's, which its date fields have too, where it is an English one. The page speaks
 * English, so that for other languages dates are those of British English.
 */
export const DATE_LOCALE = /^en\b/i.test(navigator.language) ? navigator.language : 'en-GB';

/** How all days are written: 21 Nov 2026. */
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit' } as const;

/** A day in words. Days are YYYY-MM-DD. */
export function dayInWords(day: string): string {
  return rangeInWords(day, day);
}

/** A day or a range of days in words. Days are YYYY-MM-DD; a range of one day is written as that day. */
export function rangeInWords(startDate: string, endDate: string): string {
  const format = new Intl.DateTimeFormat(DATE_LOCALE, { ...DAY, timeZone: 'UTC' });
  const start = new Date(`${startDate}T00:00:00Z`);
  const end = new Date(`${endDate}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return `${startDate} – ${endDate}`;
  return format.formatRange(start, end);
}

/** A moment in words with its time of day, in the reader's time zone. Entries have `minuteInWords`. */
export function momentInWords(moment: string): string {
  return new Intl.DateTimeFormat(DATE_LOCALE, { ...MINUTE, timeZone: timeZone() }).format(new Date(moment));
}

/** A local time in words: a minute, or the `createdAt` of an entry, which says the time where it was lived. */
export function minuteInWords(minute: string): string {
  const wall = new Date(`${minuteIn(minute)}Z`);
  return new Intl.DateTimeFormat(DATE_LOCALE, { ...MINUTE, timeZone: 'UTC' }).format(wall);
}

/** The minute on the clocks where an entry was lived, YYYY-MM-DDTHH:mm, as the browser's field for it has it. */
export const minuteIn = (createdAt: string): string => createdAt.slice(0, 16);

/** A minute on the writer's clocks, as a moment. */
export function placedHere(minute: string): PlacedMinute {
  return placeMinute(minute, timeZone());
}

/**
 * The moment of a minute to which an entry is moved. An entry that was lived elsewhere stays on the clocks of that
 * place.
 * @param createdAt of the entry
 */
export function placedThere(minute: string, createdAt: string): PlacedMinute {
  const offset = offsetIn(createdAt) ?? 0;
  if (offsetAt(timeZone(), Date.parse(createdAt)) === offset) return placedHere(minute);
  return { moment: Date.parse(`${minute}Z`) - offset * MINUTE_MS, offset, isSkipped: false };
}

/** ISO 8601 with the offset, for the server. */
export const dateOf = ({ moment, offset }: PlacedMinute): string => toLocalText(moment, offset);

/** What a field says of a minute that the clocks skip. Undefined for any other. */
export function skippedInWords(minute: string, placed: PlacedMinute): string | undefined {
  if (!placed.isSkipped) return undefined;
  return `The clocks skip ${minuteInWords(minute)}. It counts as ${minuteInWords(dateOf(placed))}.`;
}
