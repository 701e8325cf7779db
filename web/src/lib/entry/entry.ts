import type { components } from '../api/api-types.gen';

/** Says that something is from the device. */
export interface FromDevice {
  since: string | null;
}

export type Entry = components['schemas']['EntryDto'];

/** Whether it has nothing but values of measures, such as those that a script has set. */
export const isOnlyMeasured = ({ content, unreadable, inputMood, tags, photos = [], measures = {} }: Entry) =>
  content + inputMood === '' &&
  !unreadable &&
  tags.length + photos.length === 0 &&
  Object.keys(measures).length > 0;

/** Days YYYY-MM-DD, inclusive. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

export type EntryFilters = Pick<
  components['schemas']['FindEntriesDto'],
  | 'words'
  | 'mood'
  | 'hasMood'
  | 'weather'
  | 'hasWeather'
  | 'city'
  | 'tag'
  | 'hasTags'
  | 'hasPhotos'
  | 'measure'
  | 'measureBelow'
  | 'measureFrom'
>;

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

/**
 * Of two versions of an entry, the one to show. Weather does not change `updatedAt`, so an answer from before it arrived
 * has the same one.
 */
export function newest(cached: Entry, other: Entry): Entry {
  const age = Date.parse(cached.updatedAt) - Date.parse(other.updatedAt);
  if (age > 0) return cached;
  return age === 0 && cached.weatherStatus === 'ready' && other.weatherStatus === 'pending' ? cached : other;
}
