import { infiniteQueryOptions, queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { queryKey } from '../query-keys';
import { type EntriesPage, type EntriesScope, type Entry, newest } from '../entry/entry';
import { entriesOf, type EntryLists, mapEntries } from './entry-lists';

/*
 * All queries that hold entries. They are made only here, so that entries-cache.ts knows what is in them. An answer that
 * is older than what the page knows, such as that of a request from before a save, replaces no newer version of an entry.
 */

/** Lists with more pages are not refetched automatically. They already contain the changes of this page. */
const REFETCHED_PAGES_MAX = 5;

export function isShort({ state }: { state: { data?: unknown } }): boolean {
  const data = state.data as EntryLists | undefined;
  return (data?.pages.length ?? 0) <= REFETCHED_PAGES_MAX;
}

/** @param fetch asks for the first page, or for the one of a cursor */
export const entryListQuery = (
  scope: EntriesScope,
  fetch: (cursor: string | undefined, signal: AbortSignal) => Promise<EntriesPage>,
) =>
  infiniteQueryOptions({
    queryKey: queryKey('entryLists', scope),
    queryFn: ({ pageParam, signal }) => fetch(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    structuralSharing: (cached, answer) => {
      const newer = chooserOf(cached === undefined ? [] : entriesOf(cached as EntryLists));
      return replaceEqualDeep(cached, mapEntries(answer as EntryLists, newer));
    },
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  });

type FetchEntries = (signal: AbortSignal) => Promise<Entry[]>;

export const dayEntriesQuery = (userId: string, day: string, fetch: FetchEntries) =>
  queryOptions({
    queryKey: queryKey('dayEntries', userId, day),
    queryFn: ({ signal }) => fetch(signal),
    structuralSharing: shareEntries,
  });

/** @param days in earlier years, YYYY-MM-DD */
export const earlierEntriesQuery = (userId: string, days: string[], fetch: FetchEntries) =>
  queryOptions({
    queryKey: queryKey('earlierEntries', userId, days),
    queryFn: ({ signal }) => fetch(signal),
    structuralSharing: shareEntries,
  });

/** @param fetch asks for one entry; the answer is empty if there is none */
export const entryQuery = (userId: string, id: string, fetch: FetchEntries) =>
  queryOptions({
    queryKey: queryKey('entry', userId, id),
    queryFn: ({ signal }) => fetch(signal),
    structuralSharing: shareEntries,
  });

const shareEntries = (cached: unknown, answer: unknown): unknown =>
  replaceEqualDeep(cached, (answer as Entry[]).map(chooserOf(cached as Entry[] | undefined)));

function chooserOf(cached: Entry[] = []): (entry: Entry) => Entry {
  const byId = new Map(cached.map((entry) => [entry._id, entry]));
  return (entry) => {
    const known = byId.get(entry._id);
    return known ? newest(known, entry) : entry;
  };
}
