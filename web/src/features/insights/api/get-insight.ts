import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, expectData } from '../../../lib/api-client';
import { INSIGHTS_KEY, insightKey, isUnderWay, waitOf, type WatchedInsight } from './insight';

/** Longer than the server works on a job at the worst; after that somebody has to ask by hand. */
export const PATIENCE_MS = 10 * 60_000;

/** GET /insights/{id}, conditional: while nothing has changed, nothing is sent. */
export async function getInsight(
  id: string,
  before: WatchedInsight | undefined,
  signal?: AbortSignal,
): Promise<WatchedInsight> {
  const answer = await api.GET('/api/insights/{id}', {
    params: { path: { id }, header: before?.etag ? { 'If-None-Match': before.etag } : {} },
    signal,
  });
  const checkedAt = Date.now();
  const watched = { waitMs: waitOf(answer.response), since: before?.since ?? checkedAt, checkedAt };
  if (answer.response.status === 304 && before) return { ...before, ...watched };
  return { ...watched, insight: expectData(answer), etag: answer.response.headers.get('ETag') ?? undefined };
}

/** Follows a job until it is done or failed, in the server's rhythm. An error ends it; refetch goes on. */
export function useInsight(id: string | undefined) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: insightKey(id),
    enabled: id !== undefined,
    queryFn: ({ signal }) => {
      if (id === undefined) throw new Error('No insight is open');
      return getInsight(id, queryClient.getQueryData<WatchedInsight>(insightKey(id)), signal);
    },
    refetchInterval: ({ state }) => {
      if (state.status === 'error' || !isUnderWay(state.data?.insight)) return false;
      return isSlow(state.data) ? false : (state.data?.waitMs ?? false);
    },
  });

  // What has ended is newer here than in the list of all.
  const status = query.data?.insight.status;
  useEffect(() => {
    if (status === 'done' || status === 'failed')
      void queryClient.invalidateQueries({ queryKey: INSIGHTS_KEY });
  }, [queryClient, status]);

  return query;
}

export function isSlow(watched: WatchedInsight | undefined): boolean {
  return (
    watched !== undefined && isUnderWay(watched.insight) && watched.checkedAt - watched.since > PATIENCE_MS
  );
}
