import { QueryError } from '../../../components/page/query-error';
import { useStorage } from '../api/storage';
import styles from './your-data.module.css';

const megabytes = (bytes: number): string =>
  (bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 });

/** The storage that the user takes up, and the limit. */
export function Storage() {
  const query = useStorage();
  const { data } = query;
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>Storage</h3>
      {data && (
        <div className={styles.progress}>
          <progress
            className={styles.bar}
            aria-label="Storage used"
            value={Math.min(data.usedBytes, data.maxBytes)}
            max={data.maxBytes}
          />
          <span>
            {megabytes(data.usedBytes)} of {megabytes(data.maxBytes)} MB used
          </span>
        </div>
      )}
      <QueryError query={query} title="Your storage use could not be loaded." />
    </div>
  );
}
