import { useId, useRef, useState } from 'react';
import { Button } from '../../../components/forms/button';
import { Checkbox } from '../../../components/forms/checkbox';
import { Notice } from '../../../components/page/notice';
import { VisuallyHidden } from '../../../components/page/visually-hidden';
import { messageOf } from '../../../lib/api/api-error';
import { locale } from '../../../lib/language/language';
import { countOf } from '../../../lib/plural';
import { FileError } from '../api/file-error';
import { ImportPaused, type ImportReport, useImport } from '../api/import-file';
import styles from './your-data.module.css';

const time = () => new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' });

/** The number of refused entries that are listed. */
const LISTED_MAX = 20;

export function ImportFile() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [lookUpWeather, setLookUpWeather] = useState(false);
  const { mutate, isPending, progress, imported, data: report, error } = useImport();
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>Import</h3>
      <p className={styles.words}>
        Choose the ZIP of an export, or the <code>inner-weather.json</code> in it. Entries that you already
        have stay as they are. Importing twice creates no duplicates.
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
          {inWords(error)}
        </Notice>
      )}
    </div>
  );
}

function inWords(error: unknown): string {
  if (error instanceof FileError) return error.message;
  if (error instanceof ImportPaused)
    return `That is as much as can be imported in an hour. It goes on at ${time().format(error.until)}: import the same file again then, and it continues where it stopped.`;
  return `${messageOf(error)} Import the file again to go on.`;
}

/** The title for an import that failed. `imported`: entries that the server has confirmed. */
function titleOf(imported: number): string {
  return imported === 0
    ? 'Nothing was imported.'
    : `Not everything was imported: ${countOf(imported, 'entry is', 'entries are')} in.`;
}

function Report({ report }: { report: ImportReport }) {
  const { added, alreadyThere, deleted, labelsInText, labelsLeftOut, lookedUp, refused, insights } = report;
  const more = refused.length - LISTED_MAX;
  return (
    <Notice
      tone={refused.length > 0 ? 'info' : 'success'}
      title={added === 0 ? 'No new entries were added.' : `${countOf(added, 'entry', 'entries')} added.`}
    >
      <p>
        {alreadyThere} already there, {refused.length} refused.
      </p>
      {deleted > 0 && (
        <p>{countOf(deleted, 'entry was', 'entries were')} deleted here not long ago, and not added again.</p>
      )}
      {labelsInText > 0 && (
        <p>
          {countOf(labelsInText, 'tag or mood', 'tags and moods')} did not fit, and{' '}
          {labelsInText === 1 ? 'stands' : 'stand'} at the end of the text as #words.
        </p>
      )}
      {labelsLeftOut > 0 && (
        <p>
          {countOf(labelsLeftOut, 'tag or mood is', 'tags and moods are')} missing: the longest texts have no
          room for them.
        </p>
      )}
      {lookedUp > 0 && <p>The weather of {countOf(lookedUp, 'entry', 'entries')} is being looked up.</p>}
      {insights > 0 && (
        <p>
          {countOf(insights, 'insight was', 'insights were')} not imported. You can ask for new ones, which
          cover all your entries.
        </p>
      )}
      {refused.length > 0 && (
        <ul className={styles.refused}>
          {refused.slice(0, LISTED_MAX).map(({ number, reasons }) => (
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
