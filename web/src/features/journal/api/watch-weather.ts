import { dayIn } from '@inner-weather/contracts/local-time';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { stampWeather } from './entries-cache';
import type { EntriesScope, Entry } from './entry';
import { searchEntries } from './search-entries';

/** Milliseconds: the first pause, the longest one (each is half as long again as the last), and when to give up. */
const FIRST_MS = 800;
const SLOWEST_MS = 15_000;
const GIVE_UP_MS = 120_000;

/** How many pending entries can be looked up in one request, newest first. */
const LIMIT = 100;

/**
 * Polls for the weather of pending entries and shows it when it arrives. True while it polls; false once nothing is
 * pending or the time is up.
 */
export function useWeatherWatch(entries: Entry[], scope: EntriesScope): boolean {
  const queryClient = useQueryClient();
  const pending = entries.filter((entry) => entry.weatherStatus === 'pending');
  const waitingFor = pending.map((entry) => entry._id).join();
  const days = pending.map((entry) => dayIn(entry.createdAt)).sort();
  const startDate = days[0];
  const endDate = days.at(-1);
  const { userReference } = scope;
  const [givenUpOn, setGivenUpOn] = useState('');

  useEffect(() => {
    if (!waitingFor || !startDate || !endDate) return;
    const leaving = new AbortController();
    const started = Date.now();
    let delay = FIRST_MS;
    let timer = setTimeout(ask, delay);

    function ask() {
      void searchEntries(
        { userReference, startDate: startDate ?? '', endDate: endDate ?? '' },
        { limit: LIMIT },
        leaving.signal,
      )
        .then((page) => stampWeather(queryClient, page.entries))
        // The next poll is set below. Errors are shown only for requests that a person made.
        .catch(() => undefined)
        .then(() => {
          if (leaving.signal.aborted) return;
          if (Date.now() - started > GIVE_UP_MS) return setGivenUpOn(waitingFor);
          delay = Math.min(delay * 1.5, SLOWEST_MS);
          timer = setTimeout(ask, delay);
        });
    }

    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [queryClient, waitingFor, startDate, endDate, userReference]);

  return waitingFor !== '' && waitingFor !== givenUpOn;
}
