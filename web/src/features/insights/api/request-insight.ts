import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import { timeZone } from '../../../lib/dates/zone';
import { queryKey, queryKeysOf } from '../../../lib/query-keys';
import { waitOf, type WatchedInsight } from './insight';

interface InsightRequest {
  /** A period's name; undefined, like any other name, means today. */
  range: string | undefined;
  /** The same for every attempt at the same request. */
  idempotencyKey: string;
}

/** POST /insights: returns a job to poll. */
async function requestInsight({ range, idempotencyKey }: InsightRequest): Promise<WatchedInsight> {
  const answer = await api.POST('/api/insights', {
    body: { range, tz: timeZone() },
    params: { header: { 'Idempotency-Key': idempotencyKey } },
  });
  const now = Date.now();
  return {
    insight: expectData(answer),
    etag: undefined,
    waitMs: waitOf(answer.response),
    since: now,
    checkedAt: now,
  };
}

export function useRequestInsight() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: requestInsight,
    onSuccess: (watched) => {
      queryClient.setQueryData(queryKey('insight', watched.insight.id), watched);
      void queryClient.invalidateQueries({ queryKey: queryKeysOf('insights') });
    },
  });
}
