import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toApiError } from '../../../lib/api/api-error';
import { submit } from '../../../lib/device/device';
import { editEntry, type EntryEdition } from '../../../lib/device/outbox';
import { replaceEntry } from './entries-cache';
import type { Entry } from './entry';
import { refetchLists } from './search-entries';

interface EntryUpdate {
  id: string;
  /** `updatedAt` of the version that was edited. The server does not overwrite any other version. */
  updatedAt: string;
  body: EntryEdition;
}

/**
 * PUT /journal/update/{id}, through the outbox. A 412 contains the current entry: see `currentEntryOf`.
 * @returns undefined if the edition waits on this device
 */
async function updateEntry({ id, updatedAt, body }: EntryUpdate): Promise<Entry | undefined> {
  return (await submit((waiting) => editEntry(waiting, id, body, updatedAt))).entry;
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
      if (!entry) return;
      replaceEntry(queryClient, entry);
      refetchLists(queryClient);
      void queryClient.invalidateQueries({ queryKey: ['tags'] });
    },
  });
}
