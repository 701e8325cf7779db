import { Button } from '../components/button';
import { Notice } from '../components/notice';
import { messageOf } from '../lib/api-error';
import styles from './layout.module.css';
import { useSessionRestore } from './use-session-restore';

/** Restores the session; says so, with a way on, when the server cannot be asked. */
export function RestoreNotice() {
  const restore = useSessionRestore();
  if (!restore.isError) return null;
  return (
    <div className={styles.notice}>
      <Notice
        tone="error"
        action={
          <Button variant="plain" busy={restore.isFetching} onClick={() => void restore.refetch()}>
            Try again
          </Button>
        }
      >
        {messageOf(restore.error)}
      </Notice>
    </div>
  );
}
