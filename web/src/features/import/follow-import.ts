import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { jobStore, resumeJob } from './job';

/** Milliseconds between two refreshes of the lists while an import is going on. */
const PAUSE_MS = 5_000;

/** Goes on with an import that was not finished, on whichever page the user is, and refreshes the lists meanwhile. */
export function useFollowImport(userId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    void resumeJob();
    let lastNext = 0;
    let lastTime = 0;
    return jobStore.subscribe(() => {
      const state = jobStore.get();
      if (state.step === 'none' || state.job.next === lastNext) return;
      const isEnd = state.step === 'done';
      if (!isEnd && Date.now() - lastTime < PAUSE_MS) return;
      lastNext = state.job.next;
      lastTime = Date.now();
      void queryClient.invalidateQueries({ queryKey: ['entries'] });
      if (isEnd) void queryClient.invalidateQueries({ queryKey: ['tags'] });
    });
  }, [queryClient, userId]);
}
