import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { QueryError } from '../../../components/page/query-error';
import { usePhotoStorage, useStorage } from '../../../lib/account/storage';
import { megabytes } from '../../../lib/language/bytes';
import styles from './your-data.module.css';

/** The storage that the user takes up, and the limit: that of words, and that of photos if there are any. */
export function Storage() {
  const words = useStorage();
  const photos = usePhotoStorage();
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>
        <Trans>Storage</Trans>
      </h3>
      {words.data && <Used name={t`Storage used`} {...words.data} />}
      <QueryError query={words} title={t`Your storage use could not be loaded.`} />
      {photos.data && photos.data.photos > 0 && (
        <>
          <p>{plural(photos.data.photos, { one: '# photo', other: '# photos' })}</p>
          <Used name={t`Storage used by photos`} {...photos.data} />
        </>
      )}
    </div>
  );
}

interface Usage {
  usedBytes: number;
  maxBytes: number;
}

function Used({ name, usedBytes, maxBytes }: Usage & { name: string }) {
  return (
    <div className={styles.progress}>
      <progress
        className={styles.bar}
        aria-label={name}
        value={Math.min(usedBytes, maxBytes)}
        max={maxBytes}
      />
      <span>{usage({ usedBytes, maxBytes })}</span>
    </div>
  );
}

function usage({ usedBytes, maxBytes }: Usage): string {
  const used = megabytes(usedBytes, { style: 'decimal' });
  const limit = megabytes(maxBytes);
  return t({ message: `${used} of ${limit} used`, comment: 'For example "1.2 of 250 MB used".' });
}
