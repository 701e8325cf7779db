import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { insertEntry } from './entries-cache';
import type { Entry } from './entry';
import { refetchLists } from './search-entries';

interface NewEntry {
  body: components['schemas']['CreateEntryDto'];
  /** The same for every attempt with the same text, so that a lost answer never creates two entries. */
  idempotencyKey: string;
}

/** POST /journal/new. The server looks up the weather after the save. */
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
      // A list that was being fetched during this save would not contain the entry.
      refetchLists(queryClient);
      void queryClient.invalidateQueries({ queryKey: ['tags'] });
    },
  });
}
