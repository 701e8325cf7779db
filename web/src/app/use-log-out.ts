import { useState } from 'react';
import { logOut as tellServer } from '../features/auth/api/log-out';
import { forgetLeaving, markLeaving } from '../lib/leaving';
import { endSession, useSession } from '../lib/session';

/**
 * Logs out: tells the server and forgets the user, and with them all that is theirs (see Providers); the guard leads to /. Without a connection the
 * page logs out all the same, and the server is told at the next start.
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
      // The mark stays, and the next start sees to it.
    }
    endSession('left');
  };
  return { logOut, busy };
}
