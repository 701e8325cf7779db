import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logOut } from '../features/auth/api/log-out';
import { restoreSession } from '../lib/api-client';
import { forgetLeaving, isLeaving, onLeaving } from '../lib/leaving';
import { endSession, resetSession, useSession } from '../lib/session';

/** Asks the cookie, once, at the page's start; and follows a logout in another tab. */
export function useSessionRestore() {
  const { status } = useSession();
  useEffect(() => onLeaving(() => endSession('none')), []);
  useEffect(() => {
    // A page that the browser has kept as it was may show somebody who has logged out in another tab meanwhile.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      resetSession();
      window.location.reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
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
