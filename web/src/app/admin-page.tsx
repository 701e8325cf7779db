import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { PageHead } from '../components/page/page-head';
import { QueryError } from '../components/page/query-error';
import { Skeleton } from '../components/page/skeleton';
import { useAdminState } from '../features/admin/api/admin';
import { Accounts } from '../features/admin/components/accounts';
import { HowItStands } from '../features/admin/components/how-it-stands';
import { PhotoRoom } from '../features/admin/components/photo-room';
import { Queues } from '../features/admin/components/queues';
import { Registration } from '../features/admin/components/registration';
import { SixThings } from '../features/admin/components/six-things';
import { WhatsNew } from '../features/admin/components/whats-new';
import { Invitations } from '../features/auth/components/settings/invitations';
import { SignInProblem } from '../features/auth/components/sign-in/sign-in-problem';
import { toApiError } from '../lib/api/api-error';
import { momentInWords } from '../lib/dates/dates';
import styles from './frame/layout.module.css';
import { adminPageSeen } from './notices/administrator-notice';

/** How the installation stands and what to do about it. For administrators only. */
export function AdminPage() {
  const query = useAdminState();
  useEffect(() => {
    if (query.isSuccess) adminPageSeen.set(true);
  }, [query.isSuccess]);
  const isRefused = query.isError && toApiError(query.error).status === 403;
  if (isRefused) return <Navigate to="/journal" replace />;
  const state = query.data;
  const installation = state?.installation;
  const checked = state && momentInWords(state.checkedAt);
  return (
    <div className={styles.column}>
      <PageHead title={t`Administration`}>
        {checked && <Trans>As of {checked}. This page refreshes automatically.</Trans>}
      </PageHead>
      <SignInProblem />
      {query.isPending && <Skeleton width="60%" height="1.25rem" />}
      {/* What was seen last stays below. */}
      <QueryError query={query} />
      {state && (
        <>
          <Part>
            <SixThings state={state} />
          </Part>
          <Part>
            <HowItStands state={state} />
          </Part>
          {state.photos && (
            <Part>
              <PhotoRoom room={state.photos} />
            </Part>
          )}
          <Part>
            <Queues queues={state.queues} />
          </Part>
        </>
      )}
      {installation && (
        <>
          <Part>
            <Accounts installation={installation} />
          </Part>
          <Part>
            <Registration installation={installation} />
          </Part>
          <Part>
            <Invitations title={t`Invitations`} />
          </Part>
        </>
      )}
      <Part>
        <WhatsNew />
      </Part>
    </div>
  );
}

function Part({ children }: { children: ReactNode }) {
  return <div className={styles.section}>{children}</div>;
}
