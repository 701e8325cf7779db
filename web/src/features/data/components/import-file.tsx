import { useId, useRef } from 'react';
import { Button } from '../../../components/button';
import { Notice } from '../../../components/notice';
import { VisuallyHidden } from '../../../components/visually-hidden';
import { messageOf } from '../../../lib/api-error';
import { countOf } from '../../../lib/plural';
import { FileError } from '../api/export-file';
import { type ImportReport, useImport } from '../api/import-file';
import styles from './your-data.module.css';

/** Refused entries that are shown one by one. */
const SHOWN = 20;

export function ImportFile() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, progress, data: report, error } = useImport();
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>Import</h3>
      <p className={styles.words}>
        Choose <code>inner-weather.json</code> out of an export. What is there already stays as it is, so
        importing twice adds nothing twice.
      </p>
      <Button busy={isPending} onClick={() => input.current?.click()}>
        Import a file
      </Button>
      <VisuallyHidden>
        <label htmlFor={id}>File to import</label>
        <input
          id={id}
          ref={input}
          type="file"
          tabIndex={-1}
          accept=".json,application/json"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            // So that the same file can be chosen again.
            currentTarget.value = '';
            if (file && !isPending) mutate(file);
          }}
        />
      </VisuallyHidden>
      {isPending && (
        <div className={styles.progress}>
          <progress
            className={styles.bar}
            aria-label="Import"
            value={progress.done}
            max={Math.max(1, progress.of)}
          />
          <span>
            {progress.done} of {countOf(progress.of, 'entry', 'entries')}
          </span>
        </div>
      )}
      {report && <Report report={report} />}
      {error && (
        <Notice tone="error" title="Not everything was imported.">
          {error instanceof FileError ? error.message : `${messageOf(error)} Import the file again to go on.`}
        </Notice>
      )}
    </div>
  );
}

function Report({ report: { added, alreadyThere, refused, insights } }: { report: ImportReport }) {
  const more = refused.length - SHOWN;
  return (
    <Notice
      tone={refused.length > 0 ? 'info' : 'success'}
      title={`${countOf(added, 'entry', 'entries')} added.`}
    >
      <p>
        {alreadyThere} already there, {refused.length} refused.
      </p>
      {insights > 0 && (
        <p>
          {countOf(insights, 'insight is', 'insights are')} not imported: ask for new ones, which know all
          your entries.
        </p>
      )}
      {refused.length > 0 && (
        <ul className={styles.refused}>
          {refused.slice(0, SHOWN).map(({ number, reasons }) => (
            <li key={number}>
              Entry {number}: {reasons.join('; ')}
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
    </Notice>
  );
}
