import { useEffect } from 'react';
import { onSent } from '../../../lib/outbox/outbox';
import { moveChosen, moveEdition } from '../../../lib/drafts/drafts';
import { moveDeletion } from './deletions';
import { useEntriesCache } from '../../../lib/entries/entries-cache';

/** Brings lists and unfinished editions up to date after a change was sent for which no form of this tab was waiting. */
export function useFollowOutbox(userId: string): void {
  const cache = useEntriesCache();
  useEffect(
    () =>
      onSent(({ entryId, kind, entry }, when) => {
        if (entry && kind === 'create') {
          moveEdition(userId, entryId, entry);
          moveChosen(userId, entryId, entry._id);
          moveDeletion(userId, entryId, entry);
        }
        if (when !== 'now') return;
        if (entry) cache.saved(entry);
        else cache.deleted(entryId);
      }),
    [cache, userId],
  );
}
