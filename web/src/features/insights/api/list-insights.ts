import { useInfiniteQuery } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { INSIGHTS_KEY } from './insight';

const PAGE_SIZE = 10;

/** GET /insights, newest first. */
async function listInsights(
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<components['schemas']['InsightPageDto']> {
  return expectData(
    await api.GET('/api/insights', { params: { query: { limit: PAGE_SIZE, cursor } }, signal }),
  );
}

export function useInsights() {
  return useInfiniteQuery({
    queryKey: INSIGHTS_KEY,
    // A new entry may have made an insight outdated.
    staleTime: 0,
    queryFn: ({ pageParam, signal }) => listInsights(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
