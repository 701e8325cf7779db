/*
 * Days and times on the clocks of the place where somebody is. Days are YYYY-MM-DD, moments are milliseconds since 1970,
 * and an offset is the minutes by which local clocks are ahead of UTC. Services and page use the same functions.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The largest offset, in minutes: +14:00, of the Line Islands. No zone has had a larger one since 1900. */
export const OFFSET_MAX = 14 * 60;

/** IANA names are shorter. */
const ZONE_NAME_MAX = 64;

/** More zones than are in use at a time. Making a formatter takes a hundred times as long as using it. */
const FORMATS_MAX = 500;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Is this an IANA time zone that this runtime knows, such as Europe/Lisbon? */
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

/** How far the clocks of a time zone are ahead of UTC at a moment. Throws a RangeError for an unknown zone. */
export function offsetAt(timeZone: string, moment: number): number {
  // Half a minute counts as a whole one: until 1972 some zones had seconds.
  return Math.round((wallTimeOf(timeZone, moment) - Math.floor(moment / 1_000) * 1_000) / MINUTE_MS);
}

/** The day of a moment where the clocks have this offset. */
export function dayAt(moment: number, offset: number): string {
  return new Date(moment + offset * MINUTE_MS).toISOString().slice(0, 10);
}

/** The hour of a moment, 0 to 23, where the clocks have this offset. */
export function hourAt(moment: number, offset: number): number {
  return new Date(moment + offset * MINUTE_MS).getUTCHours();
}

/** ISO 8601 with the offset: 2026-03-02T00:30:00.000+09:00. Without one it ends in Z. */
export function toLocalText(moment: number, offset: number): string {
  const local = new Date(moment + offset * MINUTE_MS).toISOString();
  return offset === 0 ? local : local.slice(0, -1) + offsetInText(offset);
}

/** The offset in an ISO 8601 time; undefined if it has none. */
export function offsetIn(time: string): number | undefined {
  if (time.endsWith('Z')) return 0;
  const [, sign, hours, minutes] = /([+-])(\d\d):([0-5]\d)$/.exec(time) ?? [];
  if (sign === undefined) return undefined;
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' && offset > 0 ? -offset : offset;
}

/** The day in an ISO 8601 time with its offset: the one on the clocks of that place. */
export const dayIn = (time: string): string => time.slice(0, 10);

/** Today in a time zone. */
export function todayIn(timeZone: string, now = Date.now()): string {
  return dayAt(now, offsetAt(timeZone, now));
}

/** A minute on local clocks, as a moment. */
export interface PlacedMinute {
  moment: number;
  offset: number;
  /** The clocks skip this minute, so the moment is as much later as they skip. */
  isSkipped: boolean;
}

/**
 * The moment of a minute (YYYY-MM-DDTHH:mm) on the clocks of a time zone. A minute that comes twice is the first one, and
 * a skipped one is as much later as the clocks skip: the rule that Temporal calls `compatible`.
 */
export function placeMinute(minute: string, timeZone: string): PlacedMinute {
  const local = Date.parse(`${minute}Z`);
  const [before, after] = [offsetAt(timeZone, local - DAY_MS), offsetAt(timeZone, local + DAY_MS)];
  const placed = [before, after]
    .map((offset) => ({ moment: local - offset * MINUTE_MS, offset }))
    .filter(({ moment, offset }) => offsetAt(timeZone, moment) === offset)
    .sort((a, b) => a.moment - b.moment)[0];
  if (placed) return { ...placed, isSkipped: false };
  const moment = local - before * MINUTE_MS;
  return { moment, offset: offsetAt(timeZone, moment), isSkipped: true };
}

/** Days since 1970-01-01, which is day 0. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** The day that is so many days after 1970-01-01. */
export const dayName = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

function offsetInText(offset: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** What the clocks of a zone show at a moment, as if it were UTC. */
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
  const known = formats.get(timeZone);
  if (known) return known;
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
  // Any mixture of capitals is a name, so there is no end to them.
  if (formats.size === FORMATS_MAX) formats.clear();
  formats.set(timeZone, format);
  return format;
}
