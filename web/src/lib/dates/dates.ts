import {
  dayAt,
  offsetAt,
  offsetIn,
  type PlacedMinute,
  placeMinute,
  toLocalText,
} from '@inner-weather/domain/time/local-time';
import { t } from '@lingui/core/macro';
import { acceptedNow } from '../api/server-clock';
import { beginningLarge, dateFormat, relativeDays } from '../language/formats';
import { dayEndsAt, timeZone } from './zone';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The day of a new entry with this time, as the server will place it. @param time ISO 8601 with its offset */
export const dayOf = (time: string): string => dayAt(Date.parse(time), offsetIn(time) ?? 0, dayEndsAt());

/** Milliseconds until an hour on the user's clocks, 0 to 23. A clock change before it is not counted. */
export function timeUntil(hour: number): number {
  const now = Date.now();
  const local = now + offsetAt(timeZone(), now) * MINUTE_MS - hour * HOUR_MS;
  return (Math.floor(local / DAY_MS) + 1) * DAY_MS - local;
}

/** The format of all days: 21 Nov 2026. */
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit' } as const;

/** A day in words. Days are YYYY-MM-DD. */
export function dayInWords(day: string): string {
  return rangeInWords(day, day);
}

/** A day or a range of days in words. Days are YYYY-MM-DD; a range of one day is written as that day. */
export function rangeInWords(startDate: string, endDate: string): string {
  const start = new Date(`${startDate}T00:00:00Z`);
  const end = new Date(`${endDate}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return `${startDate} – ${endDate}`;
  return dateFormat(DAY).formatRange(start, end);
}

/** A moment in words with its time of day, in the reader's time zone. Entries have `minuteInWords`. */
export function momentInWords(moment: string): string {
  return dateFormat({ ...MINUTE, timeZone: timeZone() }).format(new Date(moment));
}

/** `Yesterday`, or the day in words if it is longer ago. Days are YYYY-MM-DD. */
export function relativeDayInWords(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
  return days < -1 ? dayInWords(day) : beginningLarge(relativeDays(days));
}

/** The day of a moment in words, in the reader's time zone. */
export const dayOfMomentInWords = (moment: string): string =>
  dateFormat({ ...DAY, timeZone: timeZone() }).format(new Date(moment));

/** The time of day of a moment in words, in the reader's time zone. @param moment milliseconds since 1970 */
export const clockInWords = (moment: number): string =>
  dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: timeZone() }).format(moment);

/** A local time in words: a minute, or the `createdAt` of an entry, which holds the local time of its author. */
export function minuteInWords(minute: string): string {
  return dateFormat(MINUTE).format(new Date(`${minuteIn(minute)}Z`));
}

/** The time of day of an entry, in words. */
export function timeInWords(createdAt: string): string {
  return dateFormat({ hour: '2-digit', minute: '2-digit' }).format(new Date(`${minuteIn(createdAt)}Z`));
}

/** `Wednesday, 21:04`, in the reader's time zone. @param moment milliseconds since 1970 */
export function weekdayAndMinute(moment: number): string {
  const format = { weekday: 'long', hour: '2-digit', minute: '2-digit', timeZone: timeZone() } as const;
  return beginningLarge(dateFormat(format).format(moment));
}

/** The local minute of an entry, YYYY-MM-DDTHH:mm, in the format of the browser's date and time field. */
export const minuteIn = (createdAt: string): string => createdAt.slice(0, 16);

/** Converts a local minute in the user's time zone to a moment. */
export function placedHere(minute: string): PlacedMinute {
  return placeMinute(minute, timeZone());
}

/**
 * Converts a new local minute of an entry to a moment. An entry that was written in another time zone keeps its offset.
 * @param createdAt the current time of the entry
 */
export function placedThere(minute: string, createdAt: string): PlacedMinute {
  const offset = offsetIn(createdAt) ?? 0;
  if (offsetAt(timeZone(), Date.parse(createdAt)) === offset) return placedHere(minute);
  return { moment: Date.parse(`${minute}Z`) - offset * MINUTE_MS, offset, isSkipped: false };
}

/** The moment as ISO 8601 with the offset, as the server expects it. */
export const dateOf = ({ moment, offset }: PlacedMinute): string => toLocalText(moment, offset);

/** A moment as ISO 8601 with the offset of the user's time zone. @param moment milliseconds since 1970 */
export const dateAt = (moment: number): string => toLocalText(moment, offsetAt(timeZone(), moment));

/** Now, in the same form. */
export const dateNow = (): string => dateAt(acceptedNow());

/** The hint for a minute that a clock change skips; undefined for any other minute. */
export function skippedInWords(minute: string, placed: PlacedMinute): string | undefined {
  if (!placed.isSkipped) return undefined;
  const [skipped, counted] = [minuteInWords(minute), minuteInWords(dateOf(placed))];
  return t`The clocks skip ${skipped}. It counts as ${counted}.`;
}
