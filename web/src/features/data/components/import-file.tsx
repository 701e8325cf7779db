import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { Button } from '../../../components/forms/button';
import { Checkbox } from '../../../components/forms/checkbox';
import { Notice } from '../../../components/page/notice';
import { VisuallyHidden } from '../../../components/page/visually-hidden';
import { messageOf } from '../../../lib/api/api-error';
import { locale } from '../../../lib/language/language';
import { FileError } from '../api/file-error';
import { ImportPaused, useImport } from '../api/import-file';
import { ImportReport } from './import-report';
import styles from './your-data.module.css';

export function ImportFile() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [lookUpWeather, setLookUpWeather] = useState(false);
  const { mutate, isPending, progress, imported, data: report, error } = useImport();
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>
        <Trans>Import</Trans>
      </h3>
      <p className={styles.words}>
        <Trans>
          Choose the ZIP of an export, or the <code>inner-weather.json</code> in it. Entries that you already
          have stay as they are. Importing twice creates no duplicates.
        </Trans>
      </p>
      <p className={styles.choice}>
        <Checkbox
          label={t`Look up the weather of entries that have none. Their cities and days go to the weather service.`}
          checked={lookUpWeather}
          disabled={isPending}
          onChange={({ currentTarget }) => setLookUpWeather(currentTarget.checked)}
        />
      </p>
      <Button busy={isPending} onClick={() => input.current?.click()}>
        <Trans>Import a file</Trans>
      </Button>
      <VisuallyHidden>
        <label htmlFor={id}>
          <Trans>File to import</Trans>
        </label>
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
            aria-label={t`Import`}
            value={progress.done}
            max={Math.max(1, progress.of)}
          />
          <span>{progressInWords(progress)}</span>
        </div>
      )}
      {report && <ImportReport report={report} />}
      {error && (
        <Notice tone="error" title={titleOf(imported)}>
          {inWords(error)}
        </Notice>
      )}
    </div>
  );
}

function progressInWords({ done, of }: { done: number; of: number }): string {
  const finished = i18n.number(done);
  return plural(of, { one: `${finished} of # entry`, other: `${finished} of # entries` });
}

function inWords(error: unknown): string {
  if (error instanceof FileError) return error.message;
  if (error instanceof ImportPaused) return pauseInWords(error.until);
  const reason = messageOf(error);
  return t`${reason} Import the file again to go on.`;
}

function pauseInWords(until: Date): string {
  const time = until.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });
  return t`That is as much as can be imported in an hour. It goes on at ${time}: import the same file again then, and it continues where it stopped.`;
}

/** The title for an import that failed. `imported`: entries that the server has confirmed. */
function titleOf(imported: number): string {
  return imported === 0
    ? t`Nothing was imported.`
    : plural(imported, {
        one: 'Not everything was imported: # entry is in.',
        other: 'Not everything was imported: # entries are in.',
      });
}
