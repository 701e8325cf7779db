import { useEffect, useRef, useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error';
import { signedInId } from '../../../../lib/api/session';
import {
  canBeUndone,
  type Deletion,
  finishDeletion,
  giveUpDeletion,
  onDeletionElsewhere,
} from '../../api/deletions';
import { useEntriesCache } from '../../../../lib/entries/entries-cache';

/** A deletion that the server refused, and why. */
export interface RefusedDeletion extends Deletion {
  reason: string;
}

/**
 * Finishes the deletions that can no longer be undone. Returns the refused ones, whose entries are shown again.
 */
export function useFinishDeletions(userId: string, deletions: Deletion[]): RefusedDeletion[] {
  const cache = useEntriesCache();
  const [refused, setRefused] = useState<RefusedDeletion[]>([]);
  const isUnmounted = useRef(false);

  useEffect(() => {
    isUnmounted.current = false;
    const stopListening = onDeletionElsewhere(() => cache.refresh());
    return () => {
      isUnmounted.current = true;
      stopListening();
    };
  }, [cache]);

  useEffect(() => {
    const finish = async (deletion: Deletion): Promise<void> => {
      const send = () => finishDeletion(userId, deletion, { onDeleted: (id) => cache.deleted(id) });
      try {
        // The answer may have been lost, for example while the page was frozen. A second request shows the result.
        await send().catch((error: unknown) =>
          toApiError(error).status === 0 ? send() : Promise.reject(toApiError(error)),
        );
        setRefused((others) => others.filter(isOther(deletion)));
      } catch (error) {
        // The mark stays, and the next page of this user tries again.
        if (isUnmounted.current || signedInId() !== userId) return;
        const reason = toApiError(error).message;
        setRefused((others) => [...others.filter(isOther(deletion)), { ...deletion, reason }]);
        giveUpDeletion(userId, deletion);
        cache.refresh();
      }
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waitForNext = (): void => {
      const delays = deletions.filter(canBeUndone).map(({ until }) => until - Date.now());
      if (delays.length > 0) timer = setTimeout(finishDue, Math.min(...delays));
    };
    const finishDue = (): void => {
      for (const deletion of deletions) if (!canBeUndone(deletion)) void finish(deletion);
      // Firefox rounds clocks, so a timer can end a moment before its time.
      waitForNext();
    };
    finishDue();
    return () => clearTimeout(timer);
  }, [userId, deletions, cache]);

  return refused.filter((one) => deletions.every(isOther(one)));
}

const isOther =
  (one: Deletion) =>
  ({ entryId }: Deletion): boolean =>
    entryId !== one.entryId;
