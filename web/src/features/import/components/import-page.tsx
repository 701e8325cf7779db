import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { isolate } from '../../../lib/language/isolate';
import { Notice } from '../../../components/page/notice';
import { PageHead } from '../../../components/page/page-head';
import { forgetJob } from '../job';
import { useJob } from '../job-state';
import { readFiles } from '../read-files';
import type { Reading, Understood } from '../understand/understood';
import { failureInWords } from '../words';
import { ChooseFile } from './choose-file';
import styles from './import.module.css';
import { PastImports } from './past-imports';
import { Preview } from './preview';
import { Report } from './report';
import { Running } from './running';

type Chosen =
  | { step: 'none' }
  | { step: 'reading' }
  | { step: 'failed'; error: unknown }
  | { step: 'read'; files: File[]; understood: Understood };

/** Brings a diary from another app, or from another installation. */
export function ImportPage() {
  const job = useJob();
  const [chosen, setChosen] = useState<Chosen>({ step: 'none' });
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  const read = async (files: File[], how: Reading = {}) => {
    reading.current?.abort();
    const { signal } = (reading.current = new AbortController());
    // A file that is read again stays in sight.
    if (!how.roles) setChosen({ step: 'reading' });
    try {
      const understood = await readFiles(files, how, signal);
      if (!signal.aborted) setChosen({ step: 'read', files, understood });
    } catch (error) {
      if (!signal.aborted) setChosen({ step: 'failed', error });
    }
  };
  const cancel = () => {
    reading.current?.abort();
    setChosen({ step: 'none' });
  };

  if (job.step === 'none' && chosen.step === 'read') {
    const { files, understood } = chosen;
    return (
      <div className={styles.wide}>
        <Way />
        <Preview
          files={files}
          understood={understood}
          onRead={(how) => void read(files, how)}
          onStart={() => setChosen({ step: 'none' })}
          onCancel={cancel}
        />
      </div>
    );
  }
  return (
    <div className={styles.column}>
      <Way />
      <PageHead title={titleOf(job)}>
        {job.step === 'none' && (
          <Trans>
            Choose the file that you exported from another app. You see what was understood before anything is
            stored.
          </Trans>
        )}
      </PageHead>
      {chosen.step === 'read' && (
        <Notice tone="info">
          <Trans>One import is going on at a time. Your other file can start after this one.</Trans>
        </Notice>
      )}
      {job.step === 'none' ? (
        <>
          <ChooseFile busy={chosen.step === 'reading'} onChoose={(files) => void read(files)} />
          {chosen.step === 'reading' && (
            <p className={styles.words} role="status">
              <Trans>Reading your file…</Trans>
            </p>
          )}
          {chosen.step === 'failed' && (
            <Notice tone="error" title={t`Nothing was imported.`}>
              {failureInWords(chosen.error)}
            </Notice>
          )}
        </>
      ) : job.step === 'done' ? (
        <Report job={job.job} onClose={() => void forgetJob()} />
      ) : (
        <Running state={job} />
      )}
      <PastImports />
    </div>
  );
}

/** The way to this page. */
function Way() {
  return (
    <p className={styles.way}>
      <Link to="/settings#section-your-data">
        <Trans>Settings</Trans>
      </Link>
    </p>
  );
}

function titleOf(state: ReturnType<typeof useJob>): string {
  if (state.step === 'none') return t`Bring your diary`;
  const { entries, added } = state.job;
  const source = isolate(state.job.source);
  if (state.step === 'done')
    return added === 0
      ? t`No new entries were added.`
      : plural(added, { one: '# entry added.', other: '# entries added.' });
  return plural(entries, { one: `# entry from ${source}`, other: `# entries from ${source}` });
}
