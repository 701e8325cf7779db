import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, expectData } from '../../../lib/api/api-client';
import { isTransient } from '../../../lib/api/api-error';
import { orKept } from '../../../lib/copy/copy';
import type { Vault } from '../../../lib/vault/vault';
import { queryKey, queryKeysOf } from '../../../lib/query-keys';
import { isUnderWay, waitOf, type WatchedInsight } from './insight';
import { keepInsight, readInsight } from './kept-insights';

/** Longer than the server ever works on a job. After that, polling stops until the user presses "Check again". */
const PATIENCE_MS = 10 * 60_000;

/** The pause before a request is repeated if the server did not answer. */
const RETRY_MS = 5_000;

/** GET /insights/{id}, with an ETag: while nothing has changed, the answer has no body. */
async function getInsight(
  id: string,
  previous: WatchedInsight | undefined,
  signal?: AbortSignal,
): Promise<WatchedInsight> {
  const answer = await api.GET('/api/insights/{id}', {
    params: { path: { id }, header: previous?.etag ? { 'If-None-Match': previous.etag } : {} },
    signal,
  });
  const checkedAt = Date.now();
  const timing = { waitMs: waitOf(answer.response), since: previous?.since ?? checkedAt, checkedAt };
  if (answer.response.status === 304 && previous) return { ...previous, ...timing };
  const insight = expectData(answer);
  void keepInsight(insight);
  return { ...timing, insight, etag: answer.response.headers.get('ETag') ?? undefined };
}

async function keptInsight(vault: Vault, id: string): Promise<WatchedInsight | undefined> {
  const insight = await readInsight(vault, id);
  const now = Date.now();
  return insight && { insight, etag: undefined, waitMs: 0, since: now, checkedAt: now, fromDevice: true };
}

const insightQuery = (queryClient: QueryClient, id: string | undefined) =>
  queryOptions({
    queryKey: queryKey('insight', id),
    enabled: id !== undefined,
    queryFn: ({ signal }) => {
      if (id === undefined) throw new Error('No insight is open');
      const previous = queryClient.getQueryData<WatchedInsight>(queryKey('insight', id));
      return orKept(
        () => getInsight(id, previous, signal),
        (vault) => keptInsight(vault, id),
      );
    },
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (!state.data || !isUnderWay(state.data.insight)) return false;
      if (Date.now() - state.data.since > PATIENCE_MS) return false;
      if (state.status === 'error') return isTransient(state.error) ? RETRY_MS : false;
      return state.data.waitMs;
    },
  });

/**
 * Polls a job until it is done or failed, at the server's pace. It stops at once if the server refuses, and after a while
 * if the server does not answer.
 */
export function useInsight(id: string | undefined) {
  const queryClient = useQueryClient();
  const query = useQuery(insightQuery(queryClient, id));

  // Refresh the list of all insights, which still shows this one as running.
  const status = query.data?.insight.status;
  useEffect(() => {
    if (status === 'done' || status === 'failed')
      void queryClient.invalidateQueries({ queryKey: queryKeysOf('insights') });
  }, [queryClient, status]);

  return query;
}

/** Several insights, in the order of their ids. */
export function useInsightsById(ids: readonly string[]) {
  const queryClient = useQueryClient();
  return useQueries({ queries: ids.map((id) => insightQuery(queryClient, id)) });
}

export function isSlow(watched: WatchedInsight | undefined): boolean {
  return (
    watched !== undefined && isUnderWay(watched.insight) && watched.checkedAt - watched.since > PATIENCE_MS
  );
}
