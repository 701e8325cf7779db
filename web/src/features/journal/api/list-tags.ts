import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';

/** Milliseconds for which the tags are fresh enough to be suggested. A save fetches them again. */
const FRESH_MS = 5 * 60_000;

/** GET /journal/tags, most used first. */
export function useTags(userId: string) {
  return useQuery({
    queryKey: ['tags', userId],
    queryFn: async ({ signal }) => expectData(await api.GET('/api/journal/tags', { signal })).tags,
    staleTime: FRESH_MS,
  });
}
