import { useMutation, useQueryClient } from '@tanstack/react-query';
import { submit } from '../../../lib/device/device';
import { addEntry, type NewEntry } from '../../../lib/device/outbox';
import { pendingEntry } from '../../../lib/device/waiting-entries';
import { insertEntry } from './entries-cache';
import type { Entry } from './entry';
import { refetchLists } from './search-entries';

interface Creation {
  body: NewEntry;
  /** The same for every attempt with the same text, so that a lost answer never creates two entries. */
  idempotencyKey: string;
}

interface Created {
  entry: Entry;
  /** Whether it is kept on this device and not on the server yet. */
  isWaiting: boolean;
}

/** POST /journal/new, through the outbox. The server looks up the weather after the save. */
async function createEntry({ body, idempotencyKey }: Creation): Promise<Created> {
  const { entry, waiting } = await submit((all) => addEntry(all, body, idempotencyKey));
  if (entry) return { entry, isWaiting: false };
  return { entry: pendingEntry(idempotencyKey, body), isWaiting: waiting !== undefined };
}

export function useCreateEntry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: createEntry,
    onSuccess: ({ entry, isWaiting }) => {
      if (isWaiting) return;
      insertEntry(queryClient, entry);
      // A list that was being fetched during this save would not contain the entry.
      refetchLists(queryClient);
      void queryClient.invalidateQueries({ queryKey: ['tags'] });
    },
  });
}
