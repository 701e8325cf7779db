import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toApiError } from '../../../lib/api-error';
import { sessionStore } from '../../../lib/session';
import {
  canBeUndone,
  type Deletion,
  finishDeletion,
  giveUpDeletion,
  onDeletionElsewhere,
} from '../api/deletions';
import { removeEntry } from '../api/entries-cache';
import { refetchLists } from '../api/search-entries';

/** A deletion that the server did not carry out, and why. */
export interface Refused extends Deletion {
  reason: string;
}

/**
 * Deletes for good what can be undone no longer. Answers what was refused; those entries are shown again.
 */
export function useDeletionEnd(userId: string, deletions: Deletion[]): Refused[] {
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<Refused[]>([]);
  const left = useRef(false);

  const refresh = useCallback(() => {
    refetchLists(queryClient);
  }, [queryClient]);
  const onDeleted = useCallback(
    (entryId: string) => {
      removeEntry(queryClient, entryId);
      refresh();
    },
    [queryClient, refresh],
  );

  useEffect(() => {
    left.current = false;
    const stopHearing = onDeletionElsewhere(userId, refresh);
    return () => {
      left.current = true;
      stopHearing();
    };
  }, [userId, refresh]);

  useEffect(() => {
    const finish = async (deletion: Deletion): Promise<void> => {
      const send = () => finishDeletion(userId, deletion, { onDeleted });
      try {
        // An answer may have been lost, as where the page was frozen. Asking again shows what is true.
        await send().catch((error: unknown) =>
          toApiError(error).status === 0 ? send() : Promise.reject(toApiError(error)),
        );
        setRefused((others) => others.filter(isOther(deletion)));
      } catch (error) {
        // The mark stays, and the next page of this person tries again.
        if (left.current || !isSignedIn(userId)) return;
        const reason = toApiError(error).message;
        setRefused((others) => [...others.filter(isOther(deletion)), { ...deletion, reason }]);
        giveUpDeletion(userId, deletion);
        refresh();
      }
    };
    if (deletions.length === 0) return;
    const waits = deletions.map((one) => (canBeUndone(one) ? one.until - Date.now() : 0));
    const timer = setTimeout(
      () => {
        for (const deletion of deletions) if (!canBeUndone(deletion)) void finish(deletion);
      },
      Math.min(...waits),
    );
    return () => clearTimeout(timer);
  }, [userId, deletions, onDeleted, refresh]);

  return refused.filter((one) => deletions.every(isOther(one)));
}

const isOther =
  (one: Deletion) =>
  ({ entryId }: Deletion): boolean =>
    entryId !== one.entryId;

/** The session of the page is still this person's. */
function isSignedIn(userId: string): boolean {
  const session = sessionStore.get();
  return session.status === 'authenticated' && session.user.id === userId;
}
