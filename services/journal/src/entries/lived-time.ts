import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { CreateEntryRequest } from '@inner-weather/contracts/rpc/journal';
import type { PutMeasuredDayRequest } from '@inner-weather/contracts/rpc/measures';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import {
  dayAt,
  mayBelongTo,
  OFFSET_MAX,
  offsetAt,
  offsetIn,
  placeMinute,
} from '@inner-weather/domain/time/local-time';
import type { Entry } from './entry.schema.js';

const HOUR_MS = 60 * 60_000;

/** The moment of an entry, with its UTC offset and the day that it belongs to. */
export type LivedTime = Pick<Entry, 'createdAt' | 'offset' | 'day'>;

/**
 * The time of a new entry: the `date` that was sent, or now in the time zone of the device, of the account, or in UTC.
 */
export function livedTimeOfNew(
  {
    entry: { date, tz },
    accountTz,
    dayEndsAt,
  }: Pick<CreateEntryRequest, 'entry' | 'accountTz' | 'dayEndsAt'>,
  now: Date,
): LivedTime {
  if (date !== undefined) return livedTimeOf(date, dayEndsAt);
  return livedTimeAt(now, offsetAt(tz ?? accountTz ?? 'UTC', now.getTime()), dayEndsAt);
}

/**
 * The time of a changed entry. Without a `date` it stays unchanged, and so does its day, whenever days end now. It also
 * stays when `date` is the same moment at the same offset, or in UTC, because clients that convert all times to UTC send
 * it that way, which says nothing about the place.
 */
export function livedTimeOfChanged(
  previous: LivedTime,
  date: string | undefined,
  dayEndsAt: number | undefined,
): LivedTime {
  if (date === undefined) return previous;
  const changed = livedTimeOf(date, dayEndsAt);
  const isSameMoment = changed.createdAt.getTime() === previous.createdAt.getTime();
  return isSameMoment && (date.endsWith('Z') || changed.offset === previous.offset) ? previous : changed;
}

/** The time of an imported entry. Its `day` counts if the entry can belong to it, so that an export keeps its days. */
export function livedTimeOfImported(
  { createdAt, day }: { createdAt: string; day?: string },
  dayEndsAt: number | undefined,
): LivedTime {
  const time = livedTimeOf(createdAt, dayEndsAt);
  return day !== undefined && mayBelongTo(day, time.createdAt.getTime(), time.offset)
    ? { ...time, day }
    : time;
}

/**
 * The time of values that are set for a whole day: noon of a past day, otherwise now. Clocks of a script begin the day at
 * midnight, whenever it ends for the writer, and in any zone if the account has none. Throws `validation_failed` for a day
 * that has not begun.
 */
export function livedTimeOfMeasured(
  { day, tz, dayEndsAt }: Pick<PutMeasuredDayRequest, 'day' | 'tz' | 'dayEndsAt'>,
  createdAt: Date,
): LivedTime {
  const now = createdAt.getTime();
  const offset = offsetAt(tz ?? 'UTC', now);
  if (day > dayAt(now, tz === undefined ? OFFSET_MAX : offset))
    throw new DomainError('validation_failed', { ...problem(JOURNAL_PROBLEMS.date_future), field: 'day' });
  if (day < dayAt(now, offset, dayEndsAt)) {
    const noon = placeMinute(`${day}T12:00`, tz ?? 'UTC');
    return { createdAt: new Date(noon.moment), offset: noon.offset, day };
  }
  // Without a zone, that of the nearest place where the day has begun.
  const hoursAhead = Math.ceil((Date.parse(`${day}T00:00Z`) - now) / HOUR_MS);
  return { createdAt, offset: tz === undefined ? Math.max(0, hoursAhead * 60) : offset, day };
}

/** @param time ISO 8601 with its offset */
function livedTimeOf(time: string, dayEndsAt: number | undefined): LivedTime {
  return livedTimeAt(new Date(time), offsetIn(time) ?? 0, dayEndsAt);
}

function livedTimeAt(createdAt: Date, offset: number, dayEndsAt: number | undefined): LivedTime {
  return { createdAt, offset, day: dayAt(createdAt.getTime(), offset, dayEndsAt) };
}
