import { useInfiniteQuery } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { orKept } from '../../../lib/copy/copy';
import { queryKey } from '../../../lib/query-keys';
import { keepList, readInsights } from './kept-insights';

const PAGE_SIZE = 10;

type InsightPage = components['schemas']['InsightPageDto'] & { fromDevice?: true };

/** GET /insights, newest first. */
async function listInsights(cursor: string | undefined, signal?: AbortSignal): Promise<InsightPage> {
  const ask = async () => {
    const query = { limit: PAGE_SIZE, cursor };
    const page = expectData(await api.GET('/api/insights', { params: { query }, signal }));
    if (cursor === undefined) void keepList(page.items);
    return page;
  };
  return orKept<InsightPage>(ask, async (vault) => {
    const items = cursor === undefined ? await readInsights(vault) : undefined;
    return items && { items, nextCursor: null, fromDevice: true };
  });
}

export function useInsights() {
  return useInfiniteQuery({
    queryKey: queryKey('insights', 'all'),
    // A new entry may have made an insight outdated.
    staleTime: 0,
    queryFn: ({ pageParam, signal }) => listInsights(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
