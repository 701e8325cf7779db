import { useId, useRef, useState } from 'react';
import { Button } from '../../../components/button';
import { Checkbox } from '../../../components/checkbox';
import { Notice } from '../../../components/notice';
import { VisuallyHidden } from '../../../components/visually-hidden';
import { messageOf } from '../../../lib/api-error';
import { countOf } from '../../../lib/plural';
import { FileError } from '../api/export-file';
import { type ImportReport, useImport } from '../api/import-file';
import styles from './your-data.module.css';

/** How many refused entries are listed. */
const SHOWN = 20;

export function ImportFile() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [lookUpWeather, setLookUpWeather] = useState(false);
  const { mutate, isPending, progress, imported, data: report, error } = useImport();
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>Import</h3>
      <p className={styles.words}>
        Choose <code>inner-weather.json</code> from an export. Entries that you already have stay as they are.
        Importing twice creates no duplicates.
      </p>
      <Checkbox
        label="Look up the weather of entries that have none. Their cities and days go to the weather service."
        checked={lookUpWeather}
        disabled={isPending}
        onChange={({ currentTarget }) => setLookUpWeather(currentTarget.checked)}
      />
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
            // Allows choosing the same file again.
            currentTarget.value = '';
            if (file && !isPending) mutate({ file, lookUpWeather });
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
        <Notice tone="error" title={titleOf(imported)}>
          {error instanceof FileError ? error.message : `${messageOf(error)} Import the file again to go on.`}
        </Notice>
      )}
    </div>
  );
}

/** The title for an import that failed. `imported`: entries that the server has confirmed. */
function titleOf(imported: number): string {
  return imported === 0
    ? 'Nothing was imported.'
    : `Not everything was imported: ${countOf(imported, 'entry is', 'entries are')} in.`;
}

function Report({ report: { added, alreadyThere, lookedUp, refused, insights } }: { report: ImportReport }) {
  const more = refused.length - SHOWN;
  return (
    <Notice
      tone={refused.length > 0 ? 'info' : 'success'}
      title={added === 0 ? 'No new entries were added.' : `${countOf(added, 'entry', 'entries')} added.`}
    >
      <p>
        {alreadyThere} already there, {refused.length} refused.
      </p>
      {lookedUp > 0 && <p>The weather of {countOf(lookedUp, 'entry', 'entries')} is being looked up.</p>}
      {insights > 0 && (
        <p>
          {countOf(insights, 'insight was', 'insights were')} not imported. You can ask for new ones, which
          cover all your entries.
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
