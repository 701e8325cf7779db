import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../lib/api/api-error';
import { useUser } from '../../../../lib/api/session';
import { editOutbox, sendNow } from '../../../../lib/device/device';
import { discard, keepMine, type OutboxEdit, type Waiting } from '../../../../lib/device/outbox';
import { findEntry, replaceEntry } from '../../api/entries-cache';
import { refetchLists } from '../../api/search-entries';
import { decideOn, keepAsNew, rewrite, sendAgain } from '../../waiting';

/** What can be decided about a change that waits. Each decision is stored, and sent at once if there is a connection. */
export function useDecision(one: Waiting) {
  const queryClient = useQueryClient();
  const email = useUser()?.email ?? '';
  const [error, setError] = useState<string>();
  const { id, entryId, problem } = one;
  const current = problem?.kind === 'changed' ? problem.current : undefined;
  const decide = async (decision: (one: Waiting, waiting: Waiting[]) => OutboxEdit) => {
    setError(undefined);
    try {
      await editOutbox(decideOn(id, decision));
    } catch (reason) {
      setError(messageOf(reason));
      return;
    }
    void sendNow().then(() => refetchLists(queryClient));
  };
  /** Shows the version on the server, now that no change covers it. */
  const showCurrent = () => {
    if (current) replaceEntry(queryClient, current);
  };
  return {
    /** Why the last decision could not be stored. */
    error,
    discard: () => decide((now, waiting) => discard(waiting, now)).then(showCurrent),
    keepMine: () => decide((now) => keepMine(now)),
    keepAsNew: () =>
      decide((now, waiting) =>
        keepAsNew(now, waiting, { email, saved: current ?? findEntry(queryClient, entryId) }),
      ).then(showCurrent),
    sendAgain: () => decide(sendAgain),
    rewrite: (content: string) => decide((now, waiting) => rewrite(now, waiting, content)),
  };
}
