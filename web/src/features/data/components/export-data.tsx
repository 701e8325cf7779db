import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isolate } from '../../../lib/language/isolate';
import { Button } from '../../../components/forms/button';
import { Notice } from '../../../components/page/notice';
import { messageOf } from '../../../lib/api/api-error';
import { useExport } from '../api/export-data';
import { megabytes } from '../../../lib/language/bytes';
import styles from './your-data.module.css';

export function ExportData() {
  const { mutate, isPending, bytes, data: name, error } = useExport();
  const size = megabytes(bytes, { minimumFractionDigits: 1 });
  const file = isolate(name ?? '');
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>
        <Trans>Export</Trans>
      </h3>
      <p className={styles.words}>
        <Trans>
          One ZIP file with everything: JSON, which is the exact copy and can be imported again; a CSV table,
          in which a text that begins like a formula has an apostrophe before it, so that no spreadsheet runs
          it; and your diary as text to read (Markdown). It is not encrypted, so keep it somewhere safe.
        </Trans>
      </p>
      <Button busy={isPending} onClick={() => mutate()}>
        <Trans>Export everything</Trans>
      </Button>
      {isPending && (
        <div className={styles.progress}>
          <progress className={styles.bar} aria-label={t`Export`} />
          <span>
            <Trans>{size} so far</Trans>
          </span>
        </div>
      )}
      {name && <Notice tone="success">{t`${file} is in your downloads.`}</Notice>}
      {error && (
        <Notice tone="error" title={t`Nothing was saved.`}>
          {messageOf(error)}
        </Notice>
      )}
    </div>
  );
}
