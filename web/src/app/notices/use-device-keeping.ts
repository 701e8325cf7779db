import { CancelledError, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { yearOf } from '../../lib/dates/calendar';
import { fetchPage } from '../../features/journal/api/search-entries';
import { daysToAsk, firstSearch } from '../../features/journal/search';
import { type About, useAbout } from '../../lib/account/about';
import { api, expectData } from '../../lib/api/api-client';
import { type SessionUser, useSession } from '../../lib/api/session';
import { isUnreachable } from '../../lib/api/unreachable';
import { today } from '../../lib/dates/zone';
import { onSent, vaultNow } from '../../lib/outbox/outbox';
import { useWaiting } from '../../lib/outbox/waiting';
import { awayStore, keepAnswer, keepUser, readAnswer } from '../../lib/copy/copy';
import { FETCH_MS, fetchEntries, noteChange } from '../../lib/copy/entries';
import { pauseAfter } from '../../lib/outbox/sender';
import { queryKey } from '../../lib/query-keys';
import { useStore } from '../../lib/store';

/** Keeps what the signed-in user can read without a connection, and fetches the page's data again after a connection returns. */
export function useDeviceKeeping(user: SessionUser): void {
  const session = useSession();
  const isOpenedAway = session.status === 'authenticated' && session.token === '';
  useKeptEntries(user, isOpenedAway);
  useKeptAbout(user, isOpenedAway);
  useRestoration(user, isOpenedAway);
  useNoteFailures();
  useEffect(() => {
    // A call that reached the server got the token.
    if (!isOpenedAway) awayStore.set(false);
  }, [isOpenedAway]);
  useReturn(useStore(awayStore) || isOpenedAway);
  useLastingStorage();
}

function useKeptEntries(user: SessionUser, isOpenedAway: boolean): void {
  // Fetched again after a return, too: what failed is not kept yet.
  const isAway = useStore(awayStore);
  useEffect(() => {
    if (isOpenedAway) return;
    const fetchNow = () => {
      const all = daysToAsk(firstSearch(today()), today());
      fetchEntries((page) => fetchPage({ ...all, userReference: user.email }, page)).catch(noteIfAway);
    };
    const onVisible = () => document.visibilityState === 'visible' && fetchNow();
    void keepUser(user).then(fetchNow, () => undefined);
    document.addEventListener('visibilitychange', onVisible);
    const timer = setInterval(fetchNow, FETCH_MS);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      clearInterval(timer);
    };
  }, [user, isOpenedAway, isAway]);
  useEffect(() => onSent(({ entryId, entry, at }) => noteChange(entry?._id ?? entryId, entry, at)), []);
}

/** The kind under which the device keeps what this installation can do, and the only answer of that kind. */
const [ABOUT, ALL] = ['about', 'all'];

/** Whether entries can be marked "never send to AI" is known without a connection, too. */
function useKeptAbout(user: SessionUser, isOpenedAway: boolean): void {
  const queryClient = useQueryClient();
  const { data, isError } = useAbout();
  useEffect(() => {
    if (data && !isOpenedAway) void keepUser(user).then(() => keepAnswer(ABOUT, ALL, data));
  }, [user, data, isOpenedAway]);
  const isMissing = !data && (isOpenedAway || isError);
  useEffect(() => {
    if (!isMissing) return;
    const read = async () => {
      const vault = await vaultNow();
      const kept = vault && (await readAnswer<About>(vault, ABOUT, ALL));
      if (kept) queryClient.setQueryData<About>(queryKey('about'), (fetched) => fetched ?? kept);
    };
    void read().catch(() => undefined);
  }, [isMissing, queryClient]);
}

/** A server that was restored from a backup may miss what it had confirmed to this device. */
function useRestoration(user: SessionUser, isOpenedAway: boolean): void {
  const { data, dataUpdatedAt } = useAbout();
  useEffect(() => {
    const restored = data?.restored;
    if (!restored || isOpenedAway) return;
    // What cannot be compared now is compared when the server answers again.
    void import('../../lib/outbox/restored')
      .then(({ compareAfter }) => compareAfter(restored, user))
      .catch(() => undefined);
  }, [user, data, dataUpdatedAt, isOpenedAway]);
}

/** What could not be fetched is fetched again after a return, whether or not the device keeps something in its place. */
function useNoteFailures(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        const error: unknown =
          event.type === 'updated' && event.action.type === 'error' && event.action.error;
        if (error && !(error instanceof CancelledError)) noteIfAway(error);
      }),
    [queryClient],
  );
}

function noteIfAway(error: unknown): void {
  if (isUnreachable(error)) awayStore.set(true);
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
    const stop = onSent(lookSoon);
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
    const query = { year: yearOf(today()) + 1 };
    expectData(await api.GET('/api/journal/days', { params: { query } }));
    return true;
  } catch (error) {
    return !isUnreachable(error);
  }
}

/** Milliseconds after which a change that waits is not just on its way to the server. */
const UNSENT_MS = 10_000;

/**
 * Asks the browser not to clear this device's storage once something waits in it. Firefox asks its user, who would not know
 * why if a change was sent at once.
 */
function useLastingStorage(): void {
  const isWaiting = useWaiting().length > 0;
  useEffect(() => {
    const { storage } = navigator as Partial<Pick<Navigator, 'storage'>>;
    if (!isWaiting || !storage) return;
    const timer = setTimeout(() => void storage.persist().catch(() => undefined), UNSENT_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
}
