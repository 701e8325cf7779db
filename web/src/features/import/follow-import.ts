import { useEffect } from 'react';
import { useEntriesCache } from '../../lib/entries/entries-cache';
import { resumeJob } from './job';
import { jobStore } from './job-state';

/** Milliseconds between two refreshes of the lists while an import is going on. */
const PAUSE_MS = 5_000;

/** Goes on with an import that was not finished, on whichever page the user is, and refreshes the lists meanwhile. */
export function useFollowImport(userId: string): void {
  const cache = useEntriesCache();
  useEffect(() => {
    // The session may end meanwhile, or the device not answer: the next page tries again.
    void resumeJob().catch(() => undefined);
    let lastSeen = '';
    let lastTime = 0;
    return jobStore.subscribe(() => {
      const state = jobStore.get();
      if (state.step === 'none') return;
      const seen = `${state.job.id} ${state.job.next}`;
      if (seen === lastSeen || state.job.next === 0) return;
      if (state.step !== 'done' && Date.now() - lastTime < PAUSE_MS) return;
      lastSeen = seen;
      lastTime = Date.now();
      cache.reload();
    });
  }, [cache, userId]);
}
