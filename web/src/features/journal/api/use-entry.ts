import { useQuery } from '@tanstack/react-query';
import { useEntriesCache } from '../../../lib/entries/entries-cache';
import { entryQuery } from '../../../lib/entries/entry-queries';
import { fetchEntry } from '../../../lib/entries/saved-entries';
import type { Entry } from '../../../lib/entry/entry';
import { isNewId } from '../../../lib/outbox/changes';
import { arrivedAs, firstIdOf } from '../../../lib/outbox/made';
import { editOutbox } from '../../../lib/outbox/outbox';
import { useWaiting } from '../../../lib/outbox/waiting';
import { newEntries, withWaiting } from '../../../lib/outbox/pending';

/**
 * One entry as it will be when everything that waits has been sent. `isMissing` says that it is known not to be in the
 * journal.
 * @param id the server's, or the first one of an entry that waits. Once that is sent, `entry` has another id.
 */
export function useEntry(userId: string, id: string) {
  const cache = useEntriesCache();
  const waiting = useWaiting();
  const query = useQuery({
    ...entryQuery(userId, id, (signal) => (isNewId(id) ? readWaiting(id) : fetchEntry(id, signal))),
    // What the page that led here has shown.
    initialData: () => {
      const shown = cache.find(id) ?? arrivedAs(firstIdOf(id));
      return shown && [shown];
    },
    initialDataUpdatedAt: 0,
  });
  const arrived = arrivedAs(id);
  const saved = arrived ? [arrived] : query.data;
  const [entry] = [
    ...withWaiting(saved ?? [], waiting),
    ...newEntries(waiting).filter(({ _id }) => _id === id),
  ];
  return { query, entry, isMissing: !entry && saved !== undefined };
}

/** Waits until the outbox was read, which `useWaiting` then has. */
async function readWaiting(id: string): Promise<Entry[]> {
  await editOutbox(() => ({ put: [], remove: [] }));
  const arrived = arrivedAs(id);
  return arrived ? [arrived] : [];
}
