import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { restoreSession } from '../../lib/api/api-client';
import { clearDeviceUser, deviceUser, isLeaving, onLeaving } from '../../lib/vault/marks';
import { endSession, resetSession, useSession } from '../../lib/api/session';
import { queryKey } from '../../lib/query-keys';

declare global {
  interface Window {
    /** public/look.js has asked for the session before this code was here. */
    earlySession?: Promise<Response> | undefined;
  }
}

/** Milliseconds from the start of the page until what was asked for then is asked for again. */
const EARLY_MS = 10_000;

let started: Promise<void> | undefined;

/** Starts to restore the session before the page is drawn. `useSessionRestore` waits for it, and shows its failure. */
export function startRestore(): Promise<void> {
  const isEarly = Date.now() - performance.timeOrigin < EARLY_MS;
  started = restore(isEarly ? window.earlySession : undefined);
  window.earlySession = undefined;
  started.catch(() => undefined);
  return started;
}

/** Restores the session from the cookie once, when the page starts, and follows a logout in another tab. */
export function useSessionRestore() {
  const { status } = useSession();
  useEffect(() => onLeaving((isGivenUp) => endSession(isGivenUp ? 'expired' : 'none')), []);
  useEffect(() => {
    // However a session ended, the page does not open as its user any more.
    if (status === 'anonymous') clearDeviceUser();
  }, [status]);
  useEffect(() => {
    // A page from the back-forward cache may show a user who has since logged out in another tab.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      resetSession();
      window.location.reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  return useQuery({
    queryKey: queryKey('session'),
    enabled: status === 'restoring',
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () => {
      const first = started;
      started = undefined;
      await (first ?? restore());
      return true;
    },
  });
}

async function restore(early?: Promise<Response>): Promise<void> {
  if (!isLeaving()) return restoreOrOpenAsKept(early);
  await (await import('../../lib/copy/opening')).finishLeaving();
}

/** If the server cannot be reached, the page opens as the user whom this device keeps. */
async function restoreOrOpenAsKept(early?: Promise<Response>): Promise<void> {
  const restored = restoreSession('none', early);
  // Most pages of visitors need no more code than this.
  if (
    deviceUser() === undefined &&
    (await restored.then(
      () => true,
      () => false,
    ))
  )
    return;
  // Its error is handled below, after the module has been loaded.
  restored.catch(() => undefined);
  await (await import('../../lib/copy/opening')).orOpenAsKept(restored);
}
