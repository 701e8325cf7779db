import { useInfiniteQuery } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api-client';
import { entriesKey, type EntriesPage, type EntriesScope } from './entry';

/** Entries that the list takes at a time. */
const PAGE_SIZE = 20;

/** GET /journal/search, newest first. */
export async function searchEntries(
  scope: EntriesScope,
  page: { limit: number; cursor?: string },
  signal?: AbortSignal,
): Promise<EntriesPage> {
  const answer = await api.GET('/api/journal/search', { params: { query: { ...scope, ...page } }, signal });
  const entries = expectData(answer);
  const { headers } = answer.response;
  return {
    entries,
    total: Number(headers.get('X-Total-Count') ?? entries.length),
    nextCursor: headers.get('X-Next-Cursor') ?? undefined,
  };
}

export function useEntries(scope: EntriesScope) {
  return useInfiniteQuery({
    queryKey: entriesKey(scope),
    queryFn: ({ pageParam, signal }) => searchEntries(scope, { limit: PAGE_SIZE, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
}
