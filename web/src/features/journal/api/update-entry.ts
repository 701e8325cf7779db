import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api-client';
import type { components } from '../../../lib/api-types.gen';
import { replaceEntry } from './entries-cache';
import type { Entry } from './entry';

export type EntryEdition = components['schemas']['UpdateEntryDto'];

/** PUT /journal/update/{id}. */
async function updateEntry({ id, body }: { id: string; body: EntryEdition }): Promise<Entry> {
  return expectData(await api.PUT('/api/journal/update/{id}', { params: { path: { id } }, body }));
}

export function useUpdateEntry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: updateEntry,
    onSuccess: (entry) => {
      replaceEntry(queryClient, entry);
      void queryClient.invalidateQueries({ queryKey: ['entries'] });
    },
  });
}
