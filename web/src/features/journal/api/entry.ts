import type { components } from '../../../lib/api/api-types.gen';
import type { FromDevice } from '../../../lib/device/kept-entries';
import type { EntryFilters } from '../search';

export type Entry = components['schemas']['EntryDto'];

/** Days YYYY-MM-DD, inclusive. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

/** The range and filters of a list of entries; part of its query key. */
export interface EntriesScope extends DayRange {
  userReference: string;
  /** If absent, the list has every entry of the days. */
  filters?: EntryFilters;
}

/**
 * One page of the search, and the cursor of the next one. `total` counts the whole range. With filters, only the first page
 * has it, and only if the server could search everything.
 */
export interface EntriesPage {
  entries: Entry[];
  total: number | undefined;
  nextCursor: string | undefined;
  /** Present if the page is from what this device keeps. */
  fromDevice?: FromDevice;
}

export const entriesKey = (scope: EntriesScope) => ['entries', scope] as const;
