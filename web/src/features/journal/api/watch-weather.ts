import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { stampWeather } from './entries-cache';
import type { Entry } from './entry';
import { getEntry } from './get-entry';

/** Milliseconds: the first pause, the longest one (each is half as long again as the last), and when to give up. */
const FIRST_MS = 800;
const SLOWEST_MS = 15_000;
const GIVE_UP_MS = 120_000;

/** Entries that are asked for at a time, newest first; the others follow once these have their weather. */
const TOGETHER = 5;

/**
 * Polls for the weather of pending entries, each by itself, and shows it when it arrives. True while it polls; false once
 * nothing is pending or the time is up.
 */
export function useWeatherWatch(entries: Entry[]): boolean {
  const queryClient = useQueryClient();
  const pending = entries.filter((entry) => entry.weatherStatus === 'pending');
  const waitingFor = pending
    .slice(0, TOGETHER)
    .map((entry) => entry._id)
    .join();
  const [givenUpOn, setGivenUpOn] = useState('');

  useEffect(() => {
    if (!waitingFor) return;
    const leaving = new AbortController();
    const started = Date.now();
    let delay = FIRST_MS;
    let timer = setTimeout(ask, delay);

    function ask() {
      // The next poll is set below. Errors are shown only for requests that a person made.
      void Promise.allSettled(waitingFor.split(',').map((id) => getEntry(id, leaving.signal))).then(
        (results) => {
          if (leaving.signal.aborted) return;
          stampWeather(
            queryClient,
            results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
          );
          if (Date.now() - started > GIVE_UP_MS) return setGivenUpOn(waitingFor);
          delay = Math.min(delay * 1.5, SLOWEST_MS);
          timer = setTimeout(ask, delay);
        },
      );
    }

    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [queryClient, waitingFor]);

  return waitingFor !== '' && waitingFor !== givenUpOn;
}
