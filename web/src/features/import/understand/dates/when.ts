import { isTimeZone, placeMinute, toLocalText } from '@inner-weather/domain/time/local-time';
import type { Reason, Remark, When } from '../understood';
import { quickOffsetAt } from './offsets';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The days that an entry can have: from 1900 to 24 hours from now. */
const FIRST = Date.UTC(1900, 0, 1);

/** The hour of entries whose file has no time. */
const NOON = '12:00';

/** A time with its offset, or why there is none. */
export type Placed =
  | {
      /** ISO 8601 with an offset. */
      text: string;
      /** The same, some milliseconds later. */
      later: (ms: number) => string;
      remark?: Remark;
    }
  | { reason: Reason; detail?: string };

export interface PlacingChoices {
  zone: string;
  isDayFirst?: boolean;
}

/** Places a time of a file on the clocks of its zone, or of the chosen one. */
export function placed(when: When, { zone, isDayFirst }: PlacingChoices): Placed {
  if ('moment' in when) {
    // Beyond what a Date can be, such as 1e300, there is no offset either.
    if (Number.isNaN(new Date(when.moment).getTime())) return { reason: 'no-date' };
    const offset = when.offset ?? quickOffsetAt(zoneOr(when.zone, zone), when.moment);
    const time = within(when.moment, offset);
    const isOfDay = when.day === undefined || ('text' in time && time.text.startsWith(when.day));
    return isOfDay ? time : placed(dayOnly(when.day ?? ''), { zone });
  }
  if ('numbers' in when) {
    const local = localOf(when, isDayFirst ?? true);
    if (!isLocalTime(local)) return { reason: 'no-such-date', detail: when.numbers.join('/') };
    return placed({ local }, { zone });
  }
  if (!isLocalTime(when.local)) return { reason: 'no-such-date', detail: when.local.slice(0, 100) };
  const minute = when.local.slice(0, 16);
  const ownZone = zoneOr(when.zone, zone);
  const { moment, offset, isSkipped } = placeMinute(minute, ownZone, quickOffsetAt);
  const rest = Date.parse(`${milliseconds(when.local)}Z`) - Date.parse(`${minute}Z`);
  const isRepeated = quickOffsetAt(ownZone, moment + 60 * MINUTE_MS) < offset;
  const remark = isSkipped ? 'skipped-hour' : isRepeated && !when.isDayOnly ? 'repeated-hour' : undefined;
  return within(moment + rest, offset, remark);
}

const zoneOr = (zone: string | undefined, other: string): string => (isTimeZone(zone) ? zone : other);

/** Whether an entry can have this time, as the server judges it, too. */
export const isInRange = (moment: number, offset: number): boolean =>
  moment + offset * MINUTE_MS >= FIRST && moment <= Date.now() + DAY_MS;

function within(moment: number, offset: number, remark?: Remark): Placed {
  if (!isInRange(moment, offset))
    return { reason: 'date-out-of-range', detail: new Date(moment).toISOString().slice(0, 10) };
  // The server takes offsets between -14:00 and +14:00.
  const text = toLocalText(moment, offset);
  return {
    text,
    later: (ms) => (ms === 0 ? text : toLocalText(moment + ms, offset)),
    ...(remark && { remark }),
  };
}

/** The local time of a date whose order is open. May not exist. */
export function localOf(
  { numbers: [first, second, year], time = NOON }: Extract<When, { numbers: unknown }>,
  isDayFirst: boolean,
): string {
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  return `${year}-${twoDigits(month)}-${twoDigits(day)}T${time}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Whether a text is YYYY-MM-DDTHH:mm, with optional seconds and decimals, and exists on the calendar. */
export function isLocalTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/.test(text)) return false;
  const date = new Date(`${text.slice(0, 16)}Z`);
  // It accepts 30 February, and the hour 24. Of a time that does not exist, the day is NaN.
  return date.getUTCDate() === Number(text.slice(8, 10));
}

/** Date.parse reads no more than three decimals in all browsers. */
const milliseconds = (local: string): string => local.replace(/(\.\d{3})\d+$/, '$1');

/** A day as a local time at noon, for files without times. */
export const dayOnly = (day: string): When => ({ local: `${day}T${NOON}`, isDayOnly: true });
