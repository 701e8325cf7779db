import { entryTagOf } from '@inner-weather/domain/entries/entry-version';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import { toApiError } from '../../../lib/api/api-error';
import type { components } from '../../../lib/api/api-types.gen';
import { replaceEntry } from './entries-cache';
import type { Entry } from './entry';
import { refetchLists } from './search-entries';

type EntryEdition = components['schemas']['UpdateEntryDto'];

interface EntryUpdate {
  id: string;
  /** `updatedAt` of the version that was edited. The server does not overwrite any other version. */
  updatedAt: string;
  body: EntryEdition;
}

/** PUT /journal/update/{id}. A 412 contains the current entry: see `currentEntryOf`. */
async function updateEntry({ id, updatedAt, body }: EntryUpdate): Promise<Entry> {
  const header = { 'If-Match': entryTagOf({ updatedAt }) };
  return expectData(await api.PUT('/api/journal/update/{id}', { params: { path: { id }, header }, body }));
}

/** The current entry, if the server refused a change because the entry had been changed before. */
export function currentEntryOf(error: unknown): Entry | undefined {
  const { code, current } = toApiError(error);
  return code === 'entry_changed' ? (current as Entry | undefined) : undefined;
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
