import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../../lib/api/session';
import { PageSkeleton } from './page-skeleton';
import { preloadPage, titleOf } from '../pages';

/** Lets only signed-in users through. It redirects no one while the session is being restored. */
export function Guard() {
  const session = useSession();
  const page = useLocation();
  const { pathname } = page;
  const isRestoring = session.status === 'restoring';
  useEffect(() => {
    if (isRestoring) preloadPage(pathname);
  }, [isRestoring, pathname]);
  if (isRestoring) return <PageSkeleton title={titleOf(pathname) ?? t`Journal`} />;
  // What one user has open is never another's, who may have logged in with another tab.
  if (session.status === 'authenticated') return <Outlet key={session.user.id} />;
  // A sign-in leads back to this page.
  return <Navigate to={session.reason === 'left' ? '/' : '/login'} replace state={page} />;
}
