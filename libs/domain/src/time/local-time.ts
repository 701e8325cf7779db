/*
 * Local days and times. Days are YYYY-MM-DD, moments are milliseconds since 1970, and an offset is the number of
 * minutes by which local clocks are ahead of UTC. The services and the web app share these functions.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The largest offset, in minutes: +14:00, of the Line Islands. No zone has had a larger one since 1900. */
export const OFFSET_MAX = 14 * 60;

/** The latest end of a day, in full hours after local midnight: a day may go on until 04:00. */
export const DAY_ENDS_AT_MAX = 4;

/** Longer than any IANA name. */
const ZONE_NAME_MAX = 64;

/** More zones than are in use at a time. Creating a formatter takes a hundred times as long as using it. */
const FORMATS_MAX = 500;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether the value is an IANA time zone that this runtime knows, such as Europe/Lisbon. */
export function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || value.length === 0 || value.length > ZONE_NAME_MAX) return false;
  // Newer runtimes accept offsets such as +02:00, which are no names, and older ones accept this name for "not known".
  if (/^[+-]/.test(value) || /^etc\/unknown$/i.test(value)) return false;
  try {
    return formatOf(value) !== undefined;
  } catch {
    return false;
  }
}

/** The offset of a time zone at a moment. Throws a RangeError for an unknown zone. */
export function offsetAt(timeZone: string, moment: number): number {
  // Rounded, since some zones had offsets with seconds until 1972.
  return Math.round((wallTimeOf(timeZone, moment) - Math.floor(moment / 1_000) * 1_000) / MINUTE_MS);
}

/**
 * The local day of a moment.
 * @param endsAt the full hour on local clocks at which a day ends, 0 (midnight) to DAY_ENDS_AT_MAX: with 3, what happens at
 *   02:59 belongs to the day before, and what happens at 03:00 to the new day
 */
export function dayAt(moment: number, offset: number, endsAt = 0): string {
  return new Date(moment + offset * MINUTE_MS - endsAt * HOUR_MS).toISOString().slice(0, 10);
}

/** The local hour of a moment, 0 to 23. */
export function hourAt(moment: number, offset: number): number {
  return new Date(moment + offset * MINUTE_MS).getUTCHours();
}

/** Formats a moment as ISO 8601 with its offset: 2026-03-02T00:30:00.000+09:00, or with Z for an offset of 0. */
export function toLocalText(moment: number, offset: number): string {
  const local = new Date(moment + offset * MINUTE_MS).toISOString();
  return offset === 0 ? local : local.slice(0, -1) + offsetInText(offset);
}

/** The offset of an ISO 8601 time; undefined if it has none. */
export function offsetIn(time: string): number | undefined {
  if (time.endsWith('Z')) return 0;
  const [, sign, hours, minutes] = /([+-])(\d\d):([0-5]\d)$/.exec(time) ?? [];
  if (sign === undefined) return undefined;
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' && offset > 0 ? -offset : offset;
}

/** The date on local clocks of an ISO 8601 time with an offset. The day of an entry may be the one before: see EntryDto. */
export const dayIn = (time: string): string => time.slice(0, 10);

/**
 * Whether a moment can belong to a day: to its local date, or to the day before while that may still go on.
 * @param day YYYY-MM-DD
 */
export function mayBelongTo(day: string, moment: number, offset: number): boolean {
  return day === dayAt(moment, offset) || day === dayAt(moment, offset, DAY_ENDS_AT_MAX);
}

/**
 * Today in a time zone.
 * @param endsAt as in `dayAt`
 */
export function todayIn(timeZone: string, now = Date.now(), endsAt = 0): string {
  return dayAt(now, offsetAt(timeZone, now), endsAt);
}

/** A minute on local clocks, as a moment. */
export interface PlacedMinute {
  moment: number;
  offset: number;
  /** Whether the clocks skip this minute; the moment is then later by the skipped time. */
  isSkipped: boolean;
}

/**
 * The moment of a local minute (YYYY-MM-DDTHH:mm) in a time zone. Of a repeated minute it is the first moment, and a
 * skipped minute is later by the skipped time. This is Temporal's rule `compatible`.
 * @param offsetOf for callers that place thousands of minutes
 */
export function placeMinute(minute: string, timeZone: string, offsetOf = offsetAt): PlacedMinute {
  const local = Date.parse(`${minute}Z`);
  const [before, after] = [offsetOf(timeZone, local - DAY_MS), offsetOf(timeZone, local + DAY_MS)];
  const momentWith = (offset: number) => local - offset * MINUTE_MS;
  // The larger offset is the earlier moment.
  for (const offset of [Math.max(before, after), Math.min(before, after)])
    if (offsetOf(timeZone, momentWith(offset)) === offset)
      return { moment: momentWith(offset), offset, isSkipped: false };
  const moment = momentWith(before);
  return { moment, offset: offsetOf(timeZone, moment), isSkipped: true };
}

/** The number of days since 1970-01-01. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** The day that is this number of days after 1970-01-01. */
export const dayName = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

function offsetInText(offset: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** The local time of a zone at a moment, read as if it were UTC. */
function wallTimeOf(timeZone: string, moment: number): number {
  const parts = formatOf(timeZone).formatToParts(moment);
  const valueOf = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(
    valueOf('year'),
    valueOf('month') - 1,
    valueOf('day'),
    valueOf('hour'),
    valueOf('minute'),
    valueOf('second'),
  );
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const existing = formats.get(timeZone);
  if (existing) return existing;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  // Limited, because names are accepted in any mixture of capitals.
  if (formats.size === FORMATS_MAX) formats.clear();
  formats.set(timeZone, format);
  return format;
}
