import { QueryError } from '../../components/page/query-error';
import styles from '../frame/layout.module.css';
import { useSessionRestore } from './use-session-restore';

/** Restores the session. If the server cannot be reached, it says so and offers to try again. */
export function RestoreNotice() {
  const restore = useSessionRestore();
  if (!restore.isError) return null;
  return (
    <div className={styles.notice}>
      <QueryError query={restore} />
    </div>
  );
}
