import { useState } from 'react';
import { logOut as tellServer } from '../../features/auth/api/log-out';
import { forgetLeaving, markLeaving } from '../../lib/drafts/leaving';
import { endSession, useSession } from '../../lib/api/session';

/**
 * Logs out: tells the server and drops the user's data (see Providers); the guard then redirects to /. Without a
 * connection the page still logs out, and tells the server at the next start.
 */
export function useLogOut(): { logOut: () => Promise<void>; busy: boolean } {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const logOut = async () => {
    if (session.status !== 'authenticated') return;
    setBusy(true);
    markLeaving();
    try {
      await tellServer(session.token);
      forgetLeaving();
    } catch {
      // The mark stays in storage, so the next start tries again.
    }
    endSession('left');
  };
  return { logOut, busy };
}
