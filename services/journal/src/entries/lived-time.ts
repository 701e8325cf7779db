import { dayAt, offsetAt, offsetIn } from '@inner-weather/domain/time/local-time';
import type { CreateEntryRequest } from '@inner-weather/contracts/rpc/journal';
import type { Entry } from './entry.schema.js';

/** The moment of an entry, with its UTC offset and local day. */
export type LivedTime = Pick<Entry, 'createdAt' | 'offset' | 'day'>;

/** @param time ISO 8601 with its offset */
export function livedTimeOf(time: string): LivedTime {
  return livedTimeAt(new Date(time), offsetIn(time) ?? 0);
}

/** The time of a new entry: the `date` that was sent, or now in the time zone of the device, of the account, or in UTC. */
export function livedTimeOfNew(
  { entry: { date, tz }, accountTz }: Pick<CreateEntryRequest, 'entry' | 'accountTz'>,
  now: Date,
): LivedTime {
  if (date !== undefined) return livedTimeOf(date);
  return livedTimeAt(now, offsetAt(tz ?? accountTz ?? 'UTC', now.getTime()));
}

/**
 * The time of a changed entry. Without a `date` it stays unchanged. It also stays when `date` is the same moment in UTC,
 * because clients that convert all times to UTC send it that way, which says nothing about the place.
 */
export function livedTimeOfChanged(previous: LivedTime, date: string | undefined): LivedTime {
  if (date === undefined) return previous;
  const isSame = date.endsWith('Z') && Date.parse(date) === previous.createdAt.getTime();
  return isSame ? previous : livedTimeOf(date);
}

function livedTimeAt(createdAt: Date, offset: number): LivedTime {
  return { createdAt, offset, day: dayAt(createdAt.getTime(), offset) };
}
