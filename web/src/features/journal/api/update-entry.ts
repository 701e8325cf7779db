import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api-client';
import type { components } from '../../../lib/api-types.gen';
import { replaceEntry } from './entries-cache';
import type { Entry } from './entry';
import { refetchLists } from './search-entries';

type EntryEdition = components['schemas']['UpdateEntryDto'];

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
      refetchLists(queryClient);
      void queryClient.invalidateQueries({ queryKey: ['tags'] });
    },
  });
}
