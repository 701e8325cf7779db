import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { QueryError } from '../../../components/page/query-error';
import { useStorage } from '../api/storage';
import { megabytes } from '../api/megabytes';
import styles from './your-data.module.css';

/** The storage that the user takes up, and the limit. */
export function Storage() {
  const query = useStorage();
  const { data } = query;
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>
        <Trans>Storage</Trans>
      </h3>
      {data && (
        <div className={styles.progress}>
          <progress
            className={styles.bar}
            aria-label={t`Storage used`}
            value={Math.min(data.usedBytes, data.maxBytes)}
            max={data.maxBytes}
          />
          <span>{usage(data)}</span>
        </div>
      )}
      <QueryError query={query} title={t`Your storage use could not be loaded.`} />
    </div>
  );
}

function usage({ usedBytes, maxBytes }: { usedBytes: number; maxBytes: number }): string {
  const used = megabytes(usedBytes, { style: 'decimal' });
  const limit = megabytes(maxBytes);
  return t({ message: `${used} of ${limit} used`, comment: 'For example "1.2 of 250 MB used".' });
}
