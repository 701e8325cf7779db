import { dayAt, offsetAt, offsetIn } from '@inner-weather/contracts/local-time';
import type { CreateEntryRequest } from '@inner-weather/contracts/rpc/journal';
import type { Entry } from './entry.schema.js';

/** When an entry was lived: its moment, and what the clocks and the calendar said where its writer was. */
export type LivedTime = Pick<Entry, 'createdAt' | 'offset' | 'day'>;

/** @param time ISO 8601 with its offset */
export function livedTimeOf(time: string): LivedTime {
  return livedTimeAt(new Date(time), offsetIn(time) ?? 0);
}

/** Of a new entry: that of the `date` that was sent, or now on the clocks of the device, of the account, or in UTC. */
export function livedTimeOfNew(
  { entry: { date, tz }, accountTz }: Pick<CreateEntryRequest, 'entry' | 'accountTz'>,
  now: Date,
): LivedTime {
  if (date !== undefined) return livedTimeOf(date);
  return livedTimeAt(now, offsetAt(tz ?? accountTz ?? 'UTC', now.getTime()));
}

/**
 * Of a changed entry. It stays where it is without a `date`, and also with the same moment in UTC: clients that convert
 * times send it so, and it says nothing of the place.
 */
export function livedTimeOfChanged(before: LivedTime, date: string | undefined): LivedTime {
  if (date === undefined) return before;
  const isSame = date.endsWith('Z') && Date.parse(date) === before.createdAt.getTime();
  return isSame ? before : livedTimeOf(date);
}

function livedTimeAt(createdAt: Date, offset: number): LivedTime {
  return { createdAt, offset, day: dayAt(createdAt.getTime(), offset) };
}
