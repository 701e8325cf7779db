import { useState } from 'react';
import { logOut as tellServer } from '../../lib/api/log-out';
import { forgetLeaving, markLeaving } from '../../lib/vault/marks';
import { endSession, useSession } from '../../lib/api/session';

/**
 * Logs out: tells the server and drops the user's data (see Providers); the guard then redirects to /. If a
 * provider has opened the session, the browser goes there to end it, too. Without a connection the page still logs out, and tells the server at the next start.
 */
export function useLogOut(): { logOut: () => Promise<void>; busy: boolean } {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const logOut = async () => {
    if (session.status !== 'authenticated') return;
    setBusy(true);
    markLeaving();
    let page: string | undefined;
    try {
      page = await tellServer(session.token);
      forgetLeaving();
    } catch {
      // The mark stays in storage, so the next start tries again.
    }
    try {
      endSession('left');
      if (page !== undefined) window.location.assign(page);
    } finally {
      setBusy(false);
    }
  };
  return { logOut, busy };
}
