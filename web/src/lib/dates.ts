import { sessionStore } from './session';

/** The time zone of this device, as an IANA name. */
export function deviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** The time zone that the person has chosen, or else the device's. The server needs it to turn days into moments. */
export function timeZone(): string {
  const session = sessionStore.get();
  const chosen = session.status === 'authenticated' ? session.user.timeZone : undefined;
  return chosen ?? deviceTimeZone();
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day, YYYY-MM-DD, on which a moment falls in a time zone. */
export function dayOf(moment: string | Date, zone: string): string {
  let format = dayFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    dayFormats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(new Date(moment)).map((part) => [part.type, part.value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** Today, YYYY-MM-DD, in a time zone. */
export function today(zone: string): string {
  return dayOf(new Date(), zone);
}

/** How all days are written: 21 Nov 2026. */
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** A day in words. Days are YYYY-MM-DD. */
export function dayInWords(day: string): string {
  return rangeInWords(day, day);
}

/** A day or a range of days in words. Days are YYYY-MM-DD; a range of one day is written as that day. */
export function rangeInWords(startDate: string, endDate: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { ...DAY, timeZone: 'UTC' });
  const start = new Date(`${startDate}T00:00:00Z`);
  const end = new Date(`${endDate}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return `${startDate} – ${endDate}`;
  return format.formatRange(start, end);
}

/** A minute on the clocks of a time zone, YYYY-MM-DDTHH:mm, as the browser's field for it has it. */
export function minuteOf(moment: Date, zone = timeZone()): string {
  const parts = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  // Swedish dates are written as ISO 8601 has them.
  return new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone: zone }).format(moment).replace(' ', 'T');
}

/** The moment of a minute on the clocks of a time zone, ISO 8601. A minute that the clocks skip counts as one nearby. */
export function atMinute(minute: string, zone = timeZone()): string {
  const asUtc = Date.parse(`${minute}Z`);
  const offsetAt = (time: number) => Date.parse(`${minuteOf(new Date(time), zone)}Z`) - time;
  // The offset may be another one there than at the first guess.
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess)).toISOString();
}

/** A moment in words with its time of day, by default in the reader's time zone. */
export function momentInWords(moment: string, zone = timeZone()): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...DAY,
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(new Date(moment));
}
