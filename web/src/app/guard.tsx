import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '../lib/session';
import { PageSkeleton } from './page-skeleton';

/** Lets only signed-in people through. Until the cookie has been asked, nobody is sent away. */
export function Guard() {
  const session = useSession();
  if (session.status === 'restoring') return <PageSkeleton />;
  if (session.status === 'authenticated') return <Outlet />;
  return <Navigate to={session.reason === 'left' ? '/' : '/login'} replace />;
}
