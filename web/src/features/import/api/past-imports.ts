import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, expectData } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { toApiError } from '../../../lib/api/api-error';

export type PastImport = components['schemas']['PastImportDto'];

/** GET /journal/imports. Its key is below that of the entries, so a change to entries refreshes it. */
export function usePastImports() {
  return useQuery({
    queryKey: ['entries', 'imports'],
    queryFn: async ({ signal }) => expectData(await api.GET('/api/journal/imports', { signal })).imports,
  });
}

/** DELETE /journal/imports/{id}, until nothing of it is left. */
export function useTakeBack() {
  const queryClient = useQueryClient();
  const [deleted, setDeleted] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ id }: PastImport) => {
      setDeleted(0);
      for (let sum = 0; ;) {
        const answer = await api.DELETE('/api/journal/imports/{id}', { params: { path: { id } } });
        // An answer that was lost may have been the last one.
        if (answer.response.status === 404) return sum;
        if (answer.response.status === 429) {
          await sleep(Number(answer.response.headers.get('retry-after') ?? 60) * 1_000);
          continue;
        }
        const result = expectData(answer);
        sum += result.deleted;
        setDeleted(sum);
        if (result.remaining === 0) return sum;
      }
    },
    // Repeating it is safe: what was deleted stays deleted.
    retry: (failures, error) =>
      failures < 4 && (toApiError(error).status === 0 || toApiError(error).status >= 500),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['entries'] }),
  });
  return { ...mutation, deleted };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
