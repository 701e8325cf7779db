import { useState } from 'react';
import { messageOf } from '../../../../lib/api/api-error';
import { useUser } from '../../../../lib/api/session';
import { editOutbox, sendNow } from '../../../../lib/outbox/outbox';
import { discard, keepMine, type OutboxEdit, type Waiting } from '../../../../lib/outbox/changes';
import { useEntriesCache } from '../../../../lib/entries/entries-cache';
import { decideOn, keepAsNew, sendAgain } from '../../waiting';

/** What can be decided about a change that waits. Each decision is stored, and sent at once if there is a connection. */
export function useDecision(one: Waiting) {
  const cache = useEntriesCache();
  const email = useUser()?.email ?? '';
  const [error, setError] = useState<string>();
  const { id, entryId, problem } = one;
  const current = problem?.kind === 'changed' ? problem.current : undefined;
  const decide = async (decision: (one: Waiting, waiting: Waiting[]) => OutboxEdit): Promise<void> => {
    setError(undefined);
    try {
      await editOutbox(decideOn(id, decision));
    } catch (reason) {
      setError(messageOf(reason));
      return;
    }
    void sendNow().then(() => cache.refresh());
  };
  /** Shows the version on the server, now that no change covers it. */
  const showCurrent = () => {
    if (current) cache.seen(current);
  };
  return {
    /** Why the last decision could not be stored. */
    error,
    discard: () => decide((now, waiting) => discard(waiting, now)).then(showCurrent),
    keepMine: () => decide((now) => keepMine(now)),
    keepAsNew: () =>
      decide((now, waiting) =>
        keepAsNew(now, waiting, { email, saved: current ?? cache.find(entryId) }),
      ).then(showCurrent),
    sendAgain: () => decide(sendAgain),
  };
}
