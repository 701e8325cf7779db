import { useEffect, useState } from 'react';
import { isNewId } from '../../../lib/outbox/changes';
import { useEntriesCache } from '../../../lib/entries/entries-cache';
import type { Entry } from '../../../lib/entry/entry';
import { getEntry } from '../../../lib/entries/saved-entries';

/** Milliseconds: the first pause, the longest pause (each is 1.5 times the one before), and the time to give up. */
const FIRST_MS = 800;
const SLOWEST_MS = 15_000;
const GIVE_UP_MS = 120_000;

/** Entries that are polled at a time, newest first. The others follow once these have their weather. */
const POLLED_MAX = 5;

/**
 * Polls each pending entry for its weather, and shows the weather when it arrives. Returns true while it polls, and false
 * once nothing is pending or the time is up.
 */
export function useWeatherWatch(entries: Entry[]): boolean {
  const cache = useEntriesCache();
  // The server does not know the entries that wait to be sent.
  const pending = entries.filter(({ _id, weatherStatus }) => weatherStatus === 'pending' && !isNewId(_id));
  const pendingIds = pending
    .slice(0, POLLED_MAX)
    .map((entry) => entry._id)
    .join();
  const [abandonedIds, setAbandonedIds] = useState('');

  useEffect(() => {
    if (!pendingIds) return;
    const abort = new AbortController();
    const startedAt = Date.now();
    let delay = FIRST_MS;
    let timer = setTimeout(ask, delay);

    function ask() {
      // The next poll is set below. Errors are shown only for requests that the user made.
      void Promise.allSettled(pendingIds.split(',').map((id) => getEntry(id, abort.signal))).then(
        (results) => {
          if (abort.signal.aborted) return;
          cache.stamped(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
          if (Date.now() - startedAt > GIVE_UP_MS) return setAbandonedIds(pendingIds);
          delay = Math.min(delay * 1.5, SLOWEST_MS);
          timer = setTimeout(ask, delay);
        },
      );
    }

    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [cache, pendingIds]);

  return pendingIds !== '' && pendingIds !== abandonedIds;
}
