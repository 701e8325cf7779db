import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../lib/session';
import { PageSkeleton } from './page-skeleton';

const TITLES: Record<string, string> = { '/insights': 'Data Insights', '/settings': 'Settings' };

/** Lets only signed-in people through. Until the cookie has been asked, nobody is sent away. */
export function Guard() {
  const session = useSession();
  const { pathname } = useLocation();
  if (session.status === 'restoring') return <PageSkeleton title={TITLES[pathname] ?? 'Journal'} />;
  if (session.status === 'authenticated') return <Outlet />;
  return <Navigate to={session.reason === 'left' ? '/' : '/login'} replace />;
}
