import { Button } from '../../../components/forms/button';
import { Notice } from '../../../components/page/notice';
import { messageOf } from '../../../lib/api/api-error';
import { useExport } from '../api/export-data';
import styles from './your-data.module.css';

export function ExportData() {
  const { mutate, isPending, bytes, data: name, error } = useExport();
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>Export</h3>
      <p className={styles.words}>
        One ZIP file with everything: JSON, which is the exact copy and can be imported again; a CSV table, in
        which a text that begins like a formula has an apostrophe before it, so that no spreadsheet runs it;
        and your diary as text to read (Markdown). It is not encrypted, so keep it somewhere safe.
      </p>
      <Button busy={isPending} onClick={() => mutate()}>
        Export everything
      </Button>
      {isPending && (
        <div className={styles.progress}>
          <progress className={styles.bar} aria-label="Export" />
          <span>{(bytes / 1_000_000).toFixed(1)} MB so far</span>
        </div>
      )}
      {name && <Notice tone="success">{name} is in your downloads.</Notice>}
      {error && (
        <Notice tone="error" title="Nothing was saved.">
          {messageOf(error)}
        </Notice>
      )}
    </div>
  );
}
