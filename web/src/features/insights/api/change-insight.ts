import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import { errorOfAnswer } from '../../../lib/api/api-error';
import type { components } from '../../../lib/api/api-types.gen';
import { INSIGHTS_KEY, insightKey, type WatchedInsight } from './insight';
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
        insightKey(id),
        (watched) => watched && { ...watched, insight, etag: undefined },
      );
      void queryClient.invalidateQueries({ queryKey: INSIGHTS_KEY });
    },
  });
}

/** DELETE /insights/{id}. This also cancels an insight that is still being written. */
export function useDeleteInsight() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { response, error } = await api.DELETE('/api/insights/{id}', { params: { path: { id } } });
      // A 404 means that it is deleted already.
      if (!response.ok && response.status !== 404) throw errorOfAnswer(response.status, error);
      return id;
    },
    onSuccess: (id) => {
      void forgetInsight(id);
      queryClient.removeQueries({ queryKey: insightKey(id) });
      void queryClient.invalidateQueries({ queryKey: INSIGHTS_KEY });
    },
  });
}
