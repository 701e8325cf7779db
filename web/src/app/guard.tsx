import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { finishDeletions } from '../features/journal/api/deletions';
import { useSession } from '../lib/session';
import { PageSkeleton } from './page-skeleton';
import { preloadPage, titleOf } from './pages';

/** Lets only signed-in people through. While the session is being restored, nobody is redirected. */
export function Guard() {
  const session = useSession();
  const { pathname } = useLocation();
  const restoring = session.status === 'restoring';
  useEffect(() => {
    if (restoring) preloadPage(pathname);
  }, [restoring, pathname]);
  const userId = session.status === 'authenticated' ? session.user.id : undefined;
  useEffect(() => {
    // What an earlier page was closed too early for.
    if (userId !== undefined) void finishDeletions(userId, { onlyDue: true });
  }, [userId]);
  if (restoring) return <PageSkeleton title={titleOf(pathname) ?? 'Journal'} />;
  if (session.status === 'authenticated') return <Outlet />;
  return <Navigate to={session.reason === 'left' ? '/' : '/login'} replace />;
}
