import { useEffect, useMemo } from 'react';
import type { StatisticsRange } from '../../charts/get-statistics';
import { useEntries } from '../../features/journal/api/search-entries';
import type { SessionUser } from '../../lib/api/session';
import { entriesOf } from '../../lib/entries/entry-lists';
import { type Entry, isOnlyMeasured } from '../../lib/entry/entry';

/** Entries per request. A page of them is drawn in less than a tenth of a second. */
const PAGE_SIZE = 100;

export interface EveryEntry {
  /** Oldest first, as far as they are loaded. */
  entries: Entry[];
  /** Undefined until it is known. */
  total: number | undefined;
  isLoading: boolean;
  query: ReturnType<typeof useEntries>;
}

/** Every entry of a range that has more than measures, loaded page by page. @param isWanted whether to load any */
export function useEveryEntry(
  user: SessionUser,
  { from, to }: StatisticsRange,
  isWanted: boolean,
): EveryEntry {
  const scope = { userReference: user.email, startDate: from, endDate: to };
  const query = useEntries(scope, { limit: PAGE_SIZE, isWanted });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const loadedPages = data?.pages.length;
  // A page that comes at once is never seen being fetched: only the number of pages tells that the next one can be.
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
  }, [isWanted, loadedPages, hasNextPage, isFetching, isError, fetchNextPage]);
  const entries = useMemo(
    () =>
      isWanted && data
        ? entriesOf(data)
            .filter((entry) => !isOnlyMeasured(entry))
            .toReversed()
        : [],
    [isWanted, data],
  );
  // In their place there may be the entries of fewer days, which have no next page.
  const isOfOtherDays = query.isPlaceholderData;
  return {
    entries,
    total: isOfOtherDays ? undefined : data?.pages[0]?.total,
    isLoading: isWanted && !isError && (query.isPending || isOfOtherDays || hasNextPage),
    query,
  };
}
