import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import { ApiError } from '../../../lib/api/api-error';
import { useUser } from '../../../lib/api/session';
import { useWaiting } from '../../../lib/device/device';
import { orKept } from '../../../lib/device/kept';
import { isKeptCursor, noteEntries, searchKept } from '../../../lib/device/kept-entries';
import { useDeletions } from './deletions';
import { withoutEntries, withWaitingEntries } from './entries-cache';
import { entriesKey, type EntriesPage, type EntriesScope, type Entry } from './entry';

/** Entries per page of the list. */
const PAGE_SIZE = 20;

/** Lists with more pages are not refetched automatically. They already contain the changes of this page. */
const REFETCHED_PAGES_MAX = 5;

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
function searchEntries(scope: EntriesScope, page: PageRequest, signal?: AbortSignal): Promise<EntriesPage> {
  return orKept(
    async () => {
      // The list began on the device. It is fetched again once the server can be reached.
      if (isKeptCursor(page.cursor)) throw new ApiError(0, []);
      const answer = await fetchPage(scope, page, signal);
      void noteEntries(answer.entries);
      return answer;
    },
    (vault) => searchKept(vault, scope, page),
  );
}

/** The entries of a range, without those that are being deleted. */
export function useEntries(scope: EntriesScope) {
  const deleted = useDeletions(useUser()?.id ?? '').map(({ entryId }) => entryId);
  const waiting = useWaiting();
  const list = useInfiniteQuery({
    queryKey: entriesKey(scope),
    queryFn: ({ pageParam, signal }) => searchEntries(scope, { limit: PAGE_SIZE, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    select: (lists) => withoutEntries(withWaitingEntries(lists, scope, waiting), deleted),
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  });
  if (list.data) return list;
  // What waits is shown even if the list has never been loaded.
  const unsent = withoutEntries(withWaitingEntries(NOTHING_LOADED, scope, waiting), deleted);
  return unsent.pages.some(({ entries }) => entries.length > 0) ? { ...list, data: unsent } : list;
}

/** The entries of a day that a list has; undefined if the list does not have every entry of that day, or is not there yet. */
export function useEntriesOn(day: string, scope: EntriesScope): Entry[] | undefined {
  const { data } = useEntries(scope);
  if (!data || scope.filters || day < scope.startDate || day > scope.endDate) return undefined;
  // The newest day comes first, so its entries are on the first page.
  return data.pages.flatMap(({ entries }) => entries.filter((entry) => entry.day === day));
}

const NOTHING_LOADED: InfiniteData<EntriesPage, string | undefined> = {
  pages: [{ entries: [], total: 0, nextCursor: undefined }],
  pageParams: [undefined],
};

/** Fetches the lists again after a change, because a list that was being fetched does not contain it. */
export function refetchLists(queryClient: QueryClient): void {
  for (const name of ['entries of a day', 'first day', 'days', 'statistics'])
    void queryClient.invalidateQueries({ queryKey: [name] });
  const queryKey = ['entries'];
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  void queryClient.refetchQueries({ queryKey, type: 'active', predicate: (list) => isShort(list) });
}

function isShort({ state }: { state: { data?: unknown } }): boolean {
  const data = state.data as InfiniteData<EntriesPage> | undefined;
  return (data?.pages.length ?? 0) <= REFETCHED_PAGES_MAX;
}
