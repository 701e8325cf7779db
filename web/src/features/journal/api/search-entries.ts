import {
  hashKey,
  replaceEqualDeep,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { preloadPhotos } from '../../../components/photos/photo-url';
import { api, expectData, readFirst } from '../../../lib/api/api-client';
import { ApiError } from '../../../lib/api/api-error';
import { useUser } from '../../../lib/api/session';
import { useWaiting } from '../../../lib/outbox/waiting';
import { changedIds } from '../../../lib/outbox/pending';
import { orKept } from '../../../lib/copy/copy';
import { isKeptCursor, noteEntries, searchKept } from '../../../lib/copy/entries';
import type { EntriesPage, EntriesScope, Entry } from '../../../lib/entry/entry';
import { type EntryLists, withoutEntries, withWaitingEntries } from '../../../lib/entries/entry-lists';
import { entryListQuery } from '../../../lib/entries/entry-queries';
import { useSavedEntries } from '../../../lib/entries/saved-entries';
import { readMeasures } from '../../../lib/measures/measures';
import { queryKey } from '../../../lib/query-keys';
import { useDeletions } from './deletions';

/** Entries per page of the list. */
const PAGE_SIZE = 20;
/** Entries that are in view before anybody scrolls. */
export const DRAWN_FIRST = 2;

interface PageRequest {
  limit: number;
  cursor?: string;
}

/** GET /journal/search, newest first. With filters it is POST, so that no URL contains the searched words. */
export async function fetchPage(
  { userReference, filters, ...days }: EntriesScope,
  page: PageRequest,
  signal?: AbortSignal,
): Promise<EntriesPage> {
  const answer = filters
    ? await api.POST('/api/journal/search', { body: { ...days, ...page, ...filters }, signal })
    : await api.GET('/api/journal/search', {
        params: { query: { userReference, ...days, ...page } },
        signal,
      });
  const entries = expectData(answer);
  const { headers } = answer.response;
  const total = headers.get('X-Total-Count');
  return {
    entries,
    total: total === null ? undefined : Number(total),
    nextCursor: headers.get('X-Next-Cursor') ?? undefined,
  };
}

/** A page from the server, or from what this device keeps if the server cannot be reached. */
export function searchEntries(
  scope: EntriesScope,
  page: PageRequest,
  signal?: AbortSignal,
): Promise<EntriesPage> {
  return orKept(
    async () => {
      // The list began on the device. It is fetched again once the server can be reached.
      if (isKeptCursor(page.cursor)) throw new ApiError(0, []);
      const answer = await fetchPage(scope, page, signal);
      void noteEntries(answer.entries);
      return answer;
    },
    async (vault) => {
      // Values of a measure are compared as its kind says.
      if (scope.filters?.measure) await readMeasures(vault);
      return searchKept(vault, scope, page);
    },
  );
}

const listQuery = (scope: EntriesScope, limit: number) =>
  entryListQuery(scope, (cursor, signal) => searchEntries(scope, { limit, cursor }, signal));

/** Asks for the entries of a range, and for their first photos, before the page is drawn, which takes a phone longer. */
export const useEarlyEntries = (scope: EntriesScope): void =>
  usePrefetchInfiniteQuery(
    entryListQuery(scope, (cursor, signal) => {
      const page = searchEntries(scope, { limit: PAGE_SIZE, cursor }, signal);
      readFirst(page);
      return page.then((answer) => {
        if (!answer.fromDevice) preloadPhotos(answer.entries.slice(0, DRAWN_FIRST));
        return answer;
      });
    }),
  );

/**
 * The entries of a range, without those that are being deleted.
 * @param options.limit entries per page
 * @param options.isWanted whether to ask at all
 */
export function useEntries(scope: EntriesScope, { limit = PAGE_SIZE, isWanted = true } = {}) {
  const same = useUnchanged(scope);
  const userId = useUser()?.id ?? '';
  const deleted = useUnchanged(useDeletions(userId).map(({ entryId }) => entryId));
  const waiting = useWaiting();
  const saved = useSavedEntries(userId, changedIds(waiting));
  // Without a new reason, it makes no new objects: pages read them in effects, which would run for ever.
  const asShown = useCallback(
    (lists: EntryLists) => withoutEntries(withWaitingEntries(lists, same, waiting, saved), deleted),
    [same, waiting, saved, deleted],
  );
  const list = useInfiniteQuery({
    ...listQuery(same, limit),
    enabled: isWanted,
    select: asShown,
    // At the end of a day, the cards stay until the list of the next one is here, with an editor that is open in one.
    placeholderData: (last, query) => (isLonger(same, query?.queryKey[1]) ? last : undefined),
  });
  // What is new and waits is shown even if the list has never been loaded.
  const unsent = useMemo(
    () => withoutEntries(withWaitingEntries(NOTHING_LOADED, same, waiting, []), deleted),
    [same, waiting, deleted],
  );
  if (list.data) return list;
  return unsent.pages.some(({ entries }) => entries.length > 0) ? { ...list, data: unsent } : list;
}

/** Whether `longer` has all that the shorter range has, which begins on the same day and has the same filters. */
function isLonger(longer: EntriesScope, shorter: EntriesScope | undefined): boolean {
  if (!shorter || shorter.endDate > longer.endDate) return false;
  return hashKey([{ ...shorter, endDate: longer.endDate }]) === hashKey([longer]);
}

/** How many entries the server would find; undefined until that is known. */
export function useEntryCount(scope: EntriesScope, isWanted: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: queryKey('entryCount', scope),
    queryFn: async ({ signal }) => (await searchEntries(scope, { limit: 1 }, signal)).total ?? null,
    enabled: isWanted,
    retry: false,
  });
  return data ?? undefined;
}

/** A value, as the same object until it changes. */
function useUnchanged<T>(value: T): T {
  const [kept, setKept] = useState(value);
  const next = replaceEqualDeep(kept, value);
  if (next !== kept) setKept(next);
  return next;
}

/** The entries of a day that a list has; undefined if the list does not have every entry of that day, or is not there yet. */
export function useEntriesOn(day: string, scope: EntriesScope): Entry[] | undefined {
  const { data, isPlaceholderData } = useEntries(scope);
  if (!data || isPlaceholderData || scope.filters || day < scope.startDate || day > scope.endDate)
    return undefined;
  // The newest day comes first, so its entries are on the first page.
  return data.pages.flatMap(({ entries }) => entries.filter((entry) => entry.day === day));
}

const NOTHING_LOADED: EntryLists = {
  pages: [{ entries: [], total: 0, nextCursor: undefined }],
  pageParams: [undefined],
};
