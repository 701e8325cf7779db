import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, expectData } from '../../../lib/api-client';
import { isTransient } from '../../../lib/api-error';
import { INSIGHTS_KEY, insightKey, isUnderWay, waitOf, type WatchedInsight } from './insight';

/** Longer than the server ever works on a job. After that, polling stops until the person presses "Look again". */
const PATIENCE_MS = 10 * 60_000;

/** How often a request is repeated if the server did not answer. */
const AWAY_MS = 5_000;

/** GET /insights/{id}, with an ETag: while nothing has changed, the answer has no body. */
async function getInsight(
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

/**
 * Polls a job until it is done or failed, at the server's pace. A refusal ends it at once, missing answers only after
 * a while.
 */
export function useInsight(id: string | undefined) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: insightKey(id),
    enabled: id !== undefined,
    queryFn: ({ signal }) => {
      if (id === undefined) throw new Error('No insight is open');
      return getInsight(id, queryClient.getQueryData<WatchedInsight>(insightKey(id)), signal);
    },
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (!state.data || !isUnderWay(state.data.insight)) return false;
      if (Date.now() - state.data.since > PATIENCE_MS) return false;
      if (state.status === 'error') return isTransient(state.error) ? AWAY_MS : false;
      return state.data.waitMs;
    },
  });

  // The list of all insights does not know yet that this one has ended.
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
