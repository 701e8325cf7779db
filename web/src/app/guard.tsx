import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
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
  if (restoring) return <PageSkeleton title={titleOf(pathname) ?? 'Journal'} />;
  if (session.status === 'authenticated') return <Outlet />;
  return <Navigate to={session.reason === 'left' ? '/' : '/login'} replace />;
}
