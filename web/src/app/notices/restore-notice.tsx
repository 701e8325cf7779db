import { Trans } from '@lingui/react/macro';
import { Button } from '../../components/forms/button';
import { Notice } from '../../components/page/notice';
import { messageOf } from '../../lib/api/api-error';
import styles from '../frame/layout.module.css';
import { useSessionRestore } from './use-session-restore';

/** Restores the session. If the server cannot be reached and this device keeps no user, it says so and offers to try again. */
export function RestoreNotice() {
  const { isError, isFetching, error, refetch } = useSessionRestore();
  if (!isError) return null;
  const retryButton = (
    <Button variant="plain" busy={isFetching} onClick={() => void refetch()}>
      <Trans>Try again</Trans>
    </Button>
  );
  return (
    <div className={styles.notice}>
      <Notice tone="error" action={retryButton}>
        {messageOf(error)}
      </Notice>
    </div>
  );
}
