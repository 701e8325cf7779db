import {
  isTimeZone,
  offsetAt,
  offsetIn,
  type PlacedMinute,
  placeMinute,
  todayIn,
  toLocalText,
} from '@inner-weather/domain/time/local-time';
import { t } from '@lingui/core/macro';
import { sessionStore } from '../api/session';
import { acceptedNow } from './server-clock';
import { dateFormat } from '../language/formats';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

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

/** Today, YYYY-MM-DD, in a time zone. Components use `useToday`, which changes at midnight. */
export const today = (zone: string): string => todayIn(zone);

/** Milliseconds until midnight in a time zone. A clock change before midnight is not counted. */
export function timeUntilMidnight(zone: string): number {
  const now = Date.now();
  const local = now + offsetAt(zone, now) * MINUTE_MS;
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
