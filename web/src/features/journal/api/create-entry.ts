import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api-client';
import type { components } from '../../../lib/api-types.gen';
import { insertEntry } from './entries-cache';
import type { Entry } from './entry';

interface NewEntry {
  body: components['schemas']['CreateEntryDto'];
  /** The same for every attempt at the same text, so that a lost answer never makes two entries. */
  idempotencyKey: string;
}

/** POST /journal/new. The weather is left to the server, which looks it up after the save. */
async function createEntry({ body, idempotencyKey }: NewEntry): Promise<Entry> {
  return expectData(
    await api.POST('/api/journal/new', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }),
  );
}

export function useCreateEntry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: createEntry,
    onSuccess: (entry) => {
      insertEntry(queryClient, entry);
      // A list that was being fetched while this was saved would not know it.
      void queryClient.invalidateQueries({ queryKey: ['entries'] });
    },
  });
}
