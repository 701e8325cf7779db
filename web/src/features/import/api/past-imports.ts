import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, expectData } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { errorOfAnswer, toApiError } from '../../../lib/api/api-error';
import { useEntriesCache } from '../../../lib/entries/entries-cache';
import { queryKey } from '../../../lib/query-keys';
import { retryAfterMs } from '../../../lib/retry-after';
import { stopImport } from '../job';
import { BUSY } from './send-part';

export type PastImport = components['schemas']['PastImportDto'];

/** GET /journal/imports. Each change of entries fetches it again. */
export function usePastImports() {
  return useQuery({
    queryKey: queryKey('imports'),
    queryFn: async ({ signal }) => expectData(await api.GET('/api/journal/imports', { signal })).imports,
  });
}

/** Milliseconds between two looks whether a part that was on its way has been answered. */
const LOOK_MS = 250;

/** DELETE /journal/imports/{id}, until nothing of it is left and no part of it can arrive any more. */
export function useTakeBack() {
  const cache = useEntriesCache();
  const [deleted, setDeleted] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ id }: PastImport) => {
      let sum = 0;
      const count = (more: number) => setDeleted((sum += more));
      count(0);
      // Of a device that does not answer, nothing is sent either.
      const lateUntil = await stopImport(id).catch(() => async () => undefined);
      for (;;) {
        // A part that was on its way may arrive after everything else was deleted.
        const isLast = (await lateUntil()) === undefined;
        await deleteAll(id, count);
        if (isLast) return sum;
        while ((await lateUntil()) !== undefined) await sleep(LOOK_MS);
      }
    },
    // Repeating it is safe: what was deleted stays deleted.
    retry: (failures, error) =>
      failures < 4 && (toApiError(error).status === 0 || toApiError(error).status >= 500),
    onSettled: () => cache.reload(),
  });
  return { ...mutation, deleted };
}

async function deleteAll(id: string, count: (more: number) => void): Promise<void> {
  for (;;) {
    const answer = await api.DELETE('/api/journal/imports/{id}', { params: { path: { id } } });
    if (answer.response.status === 429) {
      await sleep(retryAfterMs(answer.response.headers, BUSY));
      continue;
    }
    // An answer that was lost may have been the last one.
    if (errorOfAnswer(answer.response.status, answer.error).code === 'not_found') return;
    const { deleted, remaining } = expectData(answer);
    count(deleted);
    if (remaining === 0) return;
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
