import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { yearOf } from '../../charts/calendar';
import { fetchPage } from '../../features/journal/api/search-entries';
import { daysToAsk, firstSearch } from '../../features/journal/search';
import { api, expectOk } from '../../lib/api/api-client';
import { type SessionUser, useSession } from '../../lib/api/session';
import { isUnreachable } from '../../lib/api/unreachable';
import { timeZone, today } from '../../lib/dates/dates';
import { onAttempt, useWaiting } from '../../lib/device/device';
import { awayStore, keepUser } from '../../lib/device/kept';
import { FETCH_MS, fetchEntries, noteDeletion, noteEntries } from '../../lib/device/kept-entries';
import { pauseAfter } from '../../lib/device/sender';
import { useStore } from '../../lib/drafts/store';

/** Keeps what the signed-in user can read without a connection, and fetches the page's data again after a connection returns. */
export function useDeviceKeeping(user: SessionUser): void {
  const session = useSession();
  const isOpenedAway = session.status === 'authenticated' && session.token === '';
  useKeptEntries(user, isOpenedAway);
  useEffect(() => {
    // A call that reached the server got the token.
    if (!isOpenedAway) awayStore.set(false);
  }, [isOpenedAway]);
  useReturn(useStore(awayStore) || isOpenedAway);
  useLastingStorage();
}

function useKeptEntries(user: SessionUser, isOpenedAway: boolean): void {
  useEffect(() => {
    if (isOpenedAway) return;
    const fetchNow = () => {
      const all = daysToAsk(firstSearch(today(timeZone())), today(timeZone()));
      void fetchEntries((page) => fetchPage({ ...all, userReference: user.email }, page));
    };
    const onVisible = () => document.visibilityState === 'visible' && fetchNow();
    void keepUser(user).then(fetchNow, () => undefined);
    document.addEventListener('visibilitychange', onVisible);
    const timer = setInterval(fetchNow, FETCH_MS);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      clearInterval(timer);
    };
  }, [user, isOpenedAway]);
  useEffect(
    () =>
      onAttempt(({ change, entryId }, outcome) => {
        if (outcome.kind !== 'done') return;
        if (outcome.entry) void noteEntries([outcome.entry]);
        else if (change.kind === 'delete') void noteDeletion(entryId);
      }),
    [],
  );
}

/** Milliseconds of a steady connection after which the first pause is short again. */
const STEADY_MS = 60_000;

/**
 * While the server cannot be reached, looks for it: after pauses that grow, when the browser says that it is online, and
 * when the page becomes visible. Then everything that is shown is fetched again.
 */
function useReturn(isAway: boolean): void {
  const queryClient = useQueryClient();
  const failures = useRef(0);
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway) void queryClient.invalidateQueries();
    wasAway.current = isAway;
    if (!isAway) {
      const timer = setTimeout(() => (failures.current = 0), STEADY_MS);
      return () => clearTimeout(timer);
    }
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void look(), pauseAfter(failures.current));
      failures.current += 1;
    };
    const look = async () => {
      clearTimeout(timer);
      if (await isServerBack()) awayStore.set(false);
      else if (!isOver) wait();
    };
    const lookSoon = () => {
      failures.current = 0;
      void look();
    };
    const onVisible = () => document.visibilityState === 'visible' && lookSoon();
    const stop = onAttempt((_one, outcome) => outcome.kind !== 'later' && lookSoon());
    window.addEventListener('online', lookSoon);
    document.addEventListener('visibilitychange', onVisible);
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
      window.removeEventListener('online', lookSoon);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [isAway, queryClient]);
}

/**
 * Asks for little that needs the session and the journal. If the page was opened without a connection, this gets it a token,
 * or ends the session.
 */
async function isServerBack(): Promise<boolean> {
  try {
    // Next year has no days to count.
    const query = { year: yearOf(today(timeZone())) + 1 };
    expectOk(await api.GET('/api/journal/days', { params: { query } }));
    return true;
  } catch (error) {
    return !isUnreachable(error);
  }
}

/** Asks the browser not to clear this device's storage once something waits in it. */
function useLastingStorage(): void {
  const isWaiting = useWaiting().length > 0;
  useEffect(() => {
    const { storage } = navigator as Partial<Pick<Navigator, 'storage'>>;
    if (isWaiting) void storage?.persist?.().catch(() => undefined);
  }, [isWaiting]);
}
