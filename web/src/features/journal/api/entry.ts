import type { components } from '../../../lib/api-types.gen';

export type Entry = components['schemas']['EntryDto'];

/** Days YYYY-MM-DD, inclusive. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

/** What a list of entries is a list of; part of its query key. */
export interface EntriesScope extends DayRange {
  userReference: string;
  tz: string;
}

/** One answer of the search, and where the next one starts. `total` counts the whole range. */
export interface EntriesPage {
  entries: Entry[];
  total: number;
  nextCursor: string | undefined;
}

export const entriesKey = (scope: EntriesScope) => ['entries', scope] as const;
