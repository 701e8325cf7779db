import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, type ComponentType, type PropsWithChildren } from 'react';
import { Button } from '../../components/forms/button';
import { Notice } from '../../components/page/notice';
import { messageOf } from '../../lib/api/api-error';
import { frontStore } from '../../lib/api/front';
import { useSession } from '../../lib/api/session';
import { loadMessages } from '../../lib/language/language';
import { useStore } from '../../lib/store';
import styles from '../frame/layout.module.css';
import { useSessionRestore } from './use-session-restore';

/** Loaded separately to keep the landing page small. If it cannot be loaded, its children, if any, are shown instead. */
const FrontLine = lazy<ComponentType<PropsWithChildren<{ isShown: boolean }>>>(() =>
  Promise.all([import('./front-line'), loadMessages('shared')]).then(
    ([module]) => ({ default: module.FrontLine }),
    () => ({ default: ({ children }) => children }),
  ),
);

/**
 * Restores the session. If the server cannot be reached and this device keeps no user, it says so and offers to try again, or
 * to sign in to what is in front of the server. A visitor meets that also later, with a login or a sign-up.
 */
export function RestoreNotice() {
  const { isError, isFetching, error, refetch } = useSessionRestore();
  const { status } = useSession();
  const isBehindFront = useStore(frontStore);
  if (!isError && !(isBehindFront && status === 'anonymous')) return null;
  const retryButton = (
    <Button variant="plain" busy={isFetching} onClick={() => void refetch()}>
      <Trans>Try again</Trans>
    </Button>
  );
  const notice = isError && (
    <Notice tone="error" action={retryButton}>
      {messageOf(error)}
    </Notice>
  );
  return (
    <div className={styles.notice}>
      {isBehindFront ? (
        <Suspense>
          <FrontLine isShown>{notice}</FrontLine>
        </Suspense>
      ) : (
        notice
      )}
    </div>
  );
}
