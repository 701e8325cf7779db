import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onAttempt } from '../../../lib/device/device';
import { dropEdition, keepEdition, readEdition } from '../../../lib/drafts/drafts';
import { insertEntry, removeEntry, replaceEntry } from './entries-cache';
import { refetchLists } from './search-entries';

/** Brings the lists up to date after a change was sent that no form was waiting for any more. */
export function useFollowOutbox(userId: string): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onAttempt(({ entryId, change }, outcome, isAwaited) => {
        if (outcome.kind !== 'done' || isAwaited) return;
        const { entry } = outcome;
        if (entry && change.kind === 'create') {
          moveEdition(userId, entryId, entry);
          insertEntry(queryClient, entry);
        } else if (entry) replaceEntry(queryClient, entry);
        else removeEntry(queryClient, entryId);
        refetchLists(queryClient);
        void queryClient.invalidateQueries({ queryKey: ['tags'] });
      }),
    [queryClient, userId],
  );
}

/** An entry that is being edited while it is sent gets another id. */
export function moveEdition(userId: string, from: string, to: { _id: string; updatedAt: string }): void {
  const edition = readEdition(userId, from);
  if (!edition) return;
  keepEdition(userId, to._id, { ...edition, updatedAt: to.updatedAt });
  dropEdition(userId, from);
}
