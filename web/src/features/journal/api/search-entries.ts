import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import { useUser } from '../../../lib/api/session';
import { useWaiting } from '../../../lib/device/device';
import { useDeletions } from './deletions';
import { withoutEntries, withWaitingEntries } from './entries-cache';
import { entriesKey, type EntriesPage, type EntriesScope } from './entry';

/** Entries per page of the list. */
const PAGE_SIZE = 20;

/** Lists with more pages are not refetched automatically. They already contain the changes of this page. */
const REFETCHED_PAGES_MAX = 5;

/** GET /journal/search, newest first. With filters it is POST, so that no URL contains the searched words. */
async function searchEntries(
  { userReference, filters, ...days }: EntriesScope,
  page: { limit: number; cursor?: string },
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

/** The entries of a range, without those that are being deleted. */
export function useEntries(scope: EntriesScope) {
  const deleted = useDeletions(useUser()?.id ?? '').map(({ entryId }) => entryId);
  const waiting = useWaiting();
  return useInfiniteQuery({
    queryKey: entriesKey(scope),
    queryFn: ({ pageParam, signal }) => searchEntries(scope, { limit: PAGE_SIZE, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    select: (lists) => withoutEntries(withWaitingEntries(lists, scope, waiting), deleted),
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  });
}

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
