import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, expectOk } from '../../../lib/api-client';
import { removeEntry } from './entries-cache';

/** DELETE /journal/delete/{id}. An entry that is gone already is as good as deleted. */
async function deleteEntry(id: string): Promise<void> {
  const answer = await api.DELETE('/api/journal/delete/{id}', { params: { path: { id } } });
  if (answer.response.status !== 404) expectOk(answer);
}

export function useDeleteEntry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteEntry,
    onSuccess: (_, id) => {
      removeEntry(queryClient, id);
      void queryClient.invalidateQueries({ queryKey: ['entries'] });
    },
  });
}
