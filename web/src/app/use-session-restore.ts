import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logOut } from '../features/auth/api/log-out';
import { restoreSession } from '../lib/api-client';
import { forgetLeaving, isLeaving, onLeaving } from '../lib/leaving';
import { endSession, useSession } from '../lib/session';

/** Asks the cookie, once, at the page's start; and follows a logout in another tab. */
export function useSessionRestore() {
  const { status } = useSession();
  useEffect(() => onLeaving(() => endSession('none')), []);
  return useQuery({
    queryKey: ['session'],
    enabled: status === 'restoring',
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () => {
      if (isLeaving()) {
        // An earlier logout did not reach the server, so its cookie still holds: finish that first.
        await logOut(undefined);
        forgetLeaving();
        endSession('none');
      } else {
        await restoreSession('none');
      }
      return true;
    },
  });
}
