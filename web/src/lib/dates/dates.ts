import {
  dayAt,
  isTimeZone,
  mayBelongTo,
  offsetAt,
  offsetIn,
  type PlacedMinute,
  placeMinute,
  todayIn,
  toLocalText,
} from '@inner-weather/domain/time/local-time';
import { t } from '@lingui/core/macro';
import { sessionStore } from '../api/session';
import { acceptedNow } from '../api/server-clock';
import { beginningLarge, dateFormat } from '../language/formats';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** This device's time zone, as the browser reports it; '' if it reports none. */
const zoneOfDevice = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';

/** The time zone of this device, as an IANA name; UTC if the browser does not know it. */
export function deviceTimeZone(): string {
  const zone = zoneOfDevice();
  return isTimeZone(zone) ? zone : 'UTC';
}

/** Whether the browser names a time zone that it can use. */
export const isDeviceZoneKnown = (): boolean => isTimeZone(zoneOfDevice());

/** The time zone that the user has chosen, or else the device's. It decides which day is today. */
export function timeZone(): string {
  const zone = configuredTimeZone();
  return isTimeZone(zone) ? zone : 'UTC';
}

/** Whether days and times fall back to UTC because this browser cannot use any known time zone. */
export const isTimeZoneUnknown = (): boolean => !isTimeZone(configuredTimeZone());

function configuredTimeZone(): string {
  const session = sessionStore.get();
  const chosenZone = session.status === 'authenticated' ? session.user.timeZone : undefined;
  return chosenZone ?? zoneOfDevice();
}

/** The hour on local clocks at which the user's days end: 0 is midnight. */
export function dayEndsAt(): number {
  const session = sessionStore.get();
  return (session.status === 'authenticated' ? session.user.dayEndsAt : undefined) ?? 0;
}

/** The user's today, YYYY-MM-DD. Components use `useToday`, which changes when the day ends. */
export const today = (): string => todayIn(timeZone(), Date.now(), dayEndsAt());

/** The date on the user's clocks, YYYY-MM-DD. Until the day ends, it may be the one after today. */
export const localDate = (): string => todayIn(timeZone());

/** The day of a new entry with this time, as the server will place it. @param time ISO 8601 with its offset */
export const dayOf = (time: string): string => dayAt(Date.parse(time), offsetIn(time) ?? 0, dayEndsAt());

/** The same for an imported entry, whose own day counts if the entry can belong to it. */
export function dayOfImported(time: string, day: unknown): string {
  const [moment, offset] = [Date.parse(time), offsetIn(time) ?? 0];
  return typeof day === 'string' && mayBelongTo(day, moment, offset) ? day : dayOf(time);
}

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

/** Now, as ISO 8601 with the offset of the user's time zone. */
export function dateNow(): string {
  const now = acceptedNow();
  return toLocalText(now, offsetAt(timeZone(), now));
}

/** The hint for a minute that a clock change skips; undefined for any other minute. */
export function skippedInWords(minute: string, placed: PlacedMinute): string | undefined {
  if (!placed.isSkipped) return undefined;
  const [skipped, counted] = [minuteInWords(minute), minuteInWords(dateOf(placed))];
  return t`The clocks skip ${skipped}. It counts as ${counted}.`;
}
