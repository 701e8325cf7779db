import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, expectData, expectNoBody } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { queryKey, queryKeysOf } from '../../../lib/query-keys';
import { type Insight, type WatchedInsight } from './insight';
import { forgetInsight, keepInsight } from './kept-insights';

/** PATCH /insights/{id}: its name, or whether it was useful. */
export function useChangeInsight(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: components['schemas']['ChangeInsightDto']) =>
      expectData(await api.PATCH('/api/insights/{id}', { params: { path: { id } }, body })),
    onSuccess: (insight) => {
      void keepInsight(insight);
      queryClient.setQueryData<WatchedInsight>(
        queryKey('insight', id),
        (watched) => watched && { ...watched, insight, etag: undefined },
      );
      void queryClient.invalidateQueries({ queryKey: queryKeysOf('insights') });
    },
  });
}

/** Notes that a letter was opened. If that fails, it stays new until it is opened again. */
export function useNoteOpened({ id, letter }: Insight): void {
  const { mutate } = useChangeInsight(id);
  const isNew = letter?.opened === false;
  useEffect(() => {
    if (isNew) mutate({ opened: true });
  }, [isNew, mutate]);
}

/** DELETE /insights/{id}. This also cancels an insight that is still being written. */
export function useDeleteInsight() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const answer = await api.DELETE('/api/insights/{id}', { params: { path: { id } } });
      // A 404 means that it is deleted already.
      if (answer.response.status !== 404) expectNoBody(answer);
      return id;
    },
    onSuccess: (id) => {
      void forgetInsight(id);
      queryClient.removeQueries({ queryKey: queryKey('insight', id) });
      void queryClient.invalidateQueries({ queryKey: queryKeysOf('insights') });
    },
  });
}
