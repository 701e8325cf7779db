import { useMutation } from '@tanstack/react-query';
import { toApiError } from '../../../lib/api/api-error';
import { submit } from '../../../lib/outbox/submit';
import { editEntry, type EntryEdition } from '../../../lib/outbox/changes';
import { useEntriesCache } from '../../../lib/entries/entries-cache';
import type { Entry } from '../../../lib/entry/entry';

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
  const submitted = await submit((waiting) => editEntry(waiting, id, body, updatedAt));
  return submitted.kind === 'saved' ? submitted.entry : undefined;
}

/** The current entry, if the server refused a change because the entry had been changed before. */
export function currentEntryOf(error: unknown): Entry | undefined {
  const { code, current } = toApiError(error);
  return code === 'entry_changed' ? (current as Entry | undefined) : undefined;
}

export function useUpdateEntry() {
  const cache = useEntriesCache();
  return useMutation({
    mutationFn: updateEntry,
    onSuccess: (entry) => {
      if (entry) cache.saved(entry);
    },
  });
}

/** Changes the words of an entry and nothing else, as a tick does. */
export function useChangeWords(entry: Entry): { change: (content: string) => void; error: Error | null } {
  const cache = useEntriesCache();
  const { mutateAsync, error } = useUpdateEntry();
  const change = (content: string) => {
    const { _id: id, inputMood, location, updatedAt } = entry;
    const showCurrent = (failure: unknown) => {
      const current = currentEntryOf(failure);
      if (current) cache.seen(current);
    };
    // Not `onError`, which a card that is gone by then does not get.
    void mutateAsync({ id, updatedAt, body: { content, inputMood, location } }).catch(showCurrent);
  };
  return { change, error };
}
