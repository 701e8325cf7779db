import { dayIn } from '@inner-weather/contracts/local-time';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { EntriesPage, EntriesScope, Entry } from './entry';

type Lists = InfiniteData<EntriesPage, string | undefined>;

/** Adds a new entry at the top of every cached list whose range includes it. */
export function insertEntry(queryClient: QueryClient, entry: Entry): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['entries'] })) {
    const scope = query.queryKey[1] as EntriesScope;
    // Whether it matches filters, the server knows.
    if (scope.filters) continue;
    const day = dayIn(entry.createdAt);
    if (day < scope.startDate || day > scope.endDate) continue;
    queryClient.setQueryData<Lists>(query.queryKey, (lists) => lists && withEntry(lists, entry));
  }
}

/** Replaces an entry in every cached list and day. */
export function replaceEntry(queryClient: QueryClient, changed: Entry): void {
  mapEntries(queryClient, (entry) => (entry._id === changed._id ? changed : entry));
}

/** Copies only the weather, and only to entries that wait for it: other fields may be older than what is shown. */
export function stampWeather(queryClient: QueryClient, found: Entry[]): void {
  const byId = new Map(found.map((entry) => [entry._id, entry]));
  mapEntries(queryClient, (entry) => {
    const stamped = byId.get(entry._id);
    if (entry.weatherStatus !== 'pending' || stamped?.location !== entry.location) return entry;
    const { weatherStatus, weatherData, temperature } = stamped;
    return { ...entry, weatherStatus, weatherData, temperature };
  });
}

export function removeEntry(queryClient: QueryClient, id: string): void {
  queryClient.setQueriesData<Lists>(
    { queryKey: ['entries'] },
    (lists) => lists && withoutEntries(lists, [id]),
  );
}

/** The lists without some entries, which then are not counted either; the same lists if they hold none of them. */
export function withoutEntries(lists: Lists, ids: string[]): Lists {
  const held = lists.pages.flatMap((page) => page.entries).filter(({ _id }) => ids.includes(_id)).length;
  if (held === 0) return lists;
  return {
    ...lists,
    pages: lists.pages.map((page) => ({
      ...page,
      total: plus(page.total, -held),
      entries: page.entries.filter(({ _id }) => !ids.includes(_id)),
    })),
  };
}

function withEntry(lists: Lists, entry: Entry): Lists {
  // A save that was sent twice under one key returns the same entry twice.
  const isListed = lists.pages.some((page) => page.entries.some(({ _id }) => _id === entry._id));
  if (isListed) return lists;
  const [first, ...rest] = lists.pages;
  if (!first) return lists;
  return {
    ...lists,
    pages: [
      { ...first, total: plus(first.total, 1), entries: [entry, ...first.entries] },
      ...rest.map((page) => ({ ...page, total: plus(page.total, 1) })),
    ],
  };
}

const plus = (total: number | undefined, more: number) => (total === undefined ? undefined : total + more);

function mapEntries(queryClient: QueryClient, change: (entry: Entry) => Entry): void {
  queryClient.setQueriesData<Entry[]>({ queryKey: ['entries of a day'] }, (entries) => entries?.map(change));
  queryClient.setQueriesData<Lists>(
    { queryKey: ['entries'] },
    (lists) =>
      lists && {
        ...lists,
        pages: lists.pages.map((page) => ({ ...page, entries: page.entries.map(change) })),
      },
  );
}
