import { useMutation } from '@tanstack/react-query';
import { submit, type Submitted } from '../../../lib/outbox/submit';
import { addEntry, type NewEntry, newIdOf } from '../../../lib/outbox/changes';
import { pendingEntry } from '../../../lib/outbox/pending';
import { useEntriesCache } from '../../../lib/entries/entries-cache';
import type { Entry } from '../../../lib/entry/entry';

interface Creation {
  body: NewEntry;
  /** The same for every attempt with the same text, so that a lost answer never creates two entries. */
  idempotencyKey: string;
}

interface Created {
  entry: Entry;
  /** `waiting` if it is kept on this device and not on the server yet, `gone` if it was saved before and deleted since. */
  state: Submitted['kind'];
}

/** POST /journal/new, through the outbox. The server looks up the weather after the save. */
async function createEntry({ body, idempotencyKey }: Creation): Promise<Created> {
  const submitted = await submit((all) => addEntry(all, body, idempotencyKey));
  const { kind: state } = submitted;
  if (submitted.kind === 'saved') return { entry: submitted.entry, state };
  return { entry: pendingEntry(newIdOf(idempotencyKey), body), state };
}

export function useCreateEntry() {
  const cache = useEntriesCache();
  return useMutation({
    mutationFn: createEntry,
    onSuccess: ({ entry, state }) => {
      if (state === 'saved') cache.saved(entry);
    },
  });
}
