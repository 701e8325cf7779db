import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { dayOf } from '../../../lib/dates';
import type { EntriesPage, EntriesScope, Entry } from './entry';

type Lists = InfiniteData<EntriesPage, string | undefined>;

/** Puts a new entry on top of every list in whose range it lies. */
export function insertEntry(queryClient: QueryClient, entry: Entry): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['entries'] })) {
    const scope = query.queryKey[1] as EntriesScope;
    const day = dayOf(entry.createdAt, scope.tz);
    if (day < scope.startDate || day > scope.endDate) continue;
    queryClient.setQueryData<Lists>(query.queryKey, (lists) => lists && withEntry(lists, entry));
  }
}

/** Replaces an entry wherever it is shown. */
export function replaceEntry(queryClient: QueryClient, changed: Entry): void {
  mapEntries(queryClient, (entry) => (entry._id === changed._id ? changed : entry));
}

/** Takes over the weather, and only that, of entries that still wait for it: the rest may be older than what is shown. */
export function stampWeather(queryClient: QueryClient, found: Entry[]): void {
  const byId = new Map(found.map((entry) => [entry._id, entry]));
  mapEntries(queryClient, (entry) => {
    const stamped = byId.get(entry._id);
    if (entry.weatherStatus !== 'pending' || stamped?.location !== entry.location) return entry;
    return { ...entry, weatherStatus: stamped.weatherStatus, weatherData: stamped.weatherData };
  });
}

export function removeEntry(queryClient: QueryClient, id: string): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['entries'] })) {
    queryClient.setQueryData<Lists>(query.queryKey, (lists) => {
      if (!lists?.pages.some((page) => page.entries.some((entry) => entry._id === id))) return lists;
      return {
        ...lists,
        pages: lists.pages.map((page) => ({
          ...page,
          total: page.total - 1,
          entries: page.entries.filter((entry) => entry._id !== id),
        })),
      };
    });
  }
}

function withEntry(lists: Lists, entry: Entry): Lists {
  // A save that was sent twice under one key answers the same entry twice.
  const known = lists.pages.some((page) => page.entries.some(({ _id }) => _id === entry._id));
  if (known) return lists;
  const [first, ...rest] = lists.pages;
  if (!first) return lists;
  return {
    ...lists,
    pages: [
      { ...first, total: first.total + 1, entries: [entry, ...first.entries] },
      ...rest.map((page) => ({ ...page, total: page.total + 1 })),
    ],
  };
}

function mapEntries(queryClient: QueryClient, change: (entry: Entry) => Entry): void {
  queryClient.setQueriesData<Lists>(
    { queryKey: ['entries'] },
    (lists) =>
      lists && {
        ...lists,
        pages: lists.pages.map((page) => ({ ...page, entries: page.entries.map(change) })),
      },
  );
}
