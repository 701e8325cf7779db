import { QueryError } from '../components/query-error';
import styles from './layout.module.css';
import { useSessionRestore } from './use-session-restore';

/** Restores the session; says so, with a way on, when the server cannot be asked. */
export function RestoreNotice() {
  const restore = useSessionRestore();
  if (!restore.isError) return null;
  return (
    <div className={styles.notice}>
      <QueryError query={restore} />
    </div>
  );
}
