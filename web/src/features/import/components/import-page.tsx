import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { isolate } from '../../../lib/language/isolate';
import { Button } from '../../../components/forms/button';
import { Notice } from '../../../components/page/notice';
import { PageHead } from '../../../components/page/page-head';
import { useUser } from '../../../lib/api/session';
import { timeZone } from '../../../lib/dates/zone';
import { forgetJob, resumeJob } from '../job';
import { useJob } from '../job-state';
import { type OpenFile, readFiles } from '../read-files';
import type { Choices } from '../understand/to-entries';
import type { Reading } from '../understand/understood';
import { failureInWords } from '../words';
import { ChooseFile } from './choose-file';
import styles from './import.module.css';
import { PastImports } from './past-imports';
import { Preview } from './preview';
import { Report } from './report';
import { Running } from './running';

type Chosen =
  | { step: 'none' }
  | { step: 'reading'; done?: number }
  | { step: 'failed'; error: unknown }
  /** `wantedRoles` while it is read again for them. */
  | { step: 'read'; file: OpenFile; wantedRoles?: Reading['roles'] };

/** Brings a diary from another app, or from another installation. */
export function ImportPage() {
  const job = useJob();
  const user = useUser();
  const isAsked = useIsAsked();
  const [chosen, setChosen] = useState<Chosen>({ step: 'none' });
  const reading = useRef<AbortController>(undefined);
  const open = useRef<OpenFile>(undefined);
  const stop = () => {
    reading.current?.abort();
    open.current?.close();
    open.current = undefined;
  };
  useEffect(() => stop, []);

  const read = async (files: File[], how: Reading = {}, choices = firstChoices(user)) => {
    reading.current?.abort();
    const { signal } = (reading.current = new AbortController());
    // A file that is read again stays in sight.
    const isShown = how.roles !== undefined;
    setChosen((now) =>
      isShown && now.step === 'read' ? { ...now, wantedRoles: how.roles } : { step: 'reading' },
    );
    const onProgress = (done: number) => {
      if (!isShown && !signal.aborted) setChosen({ step: 'reading', done });
    };
    try {
      const file = await readFiles(files, { reading: how, choices, signal, onProgress });
      if (signal.aborted) return file.close();
      open.current?.close();
      open.current = file;
      setChosen({ step: 'read', file });
    } catch (error) {
      if (!signal.aborted) setChosen({ step: 'failed', error });
    }
  };
  const cancel = () => {
    stop();
    setChosen({ step: 'none' });
  };

  if (job.step === 'none' && chosen.step === 'read') {
    return (
      <div className={styles.wide}>
        <Way />
        <Preview
          file={chosen.file}
          wantedRoles={chosen.wantedRoles}
          onRead={(how, choices) => void read(chosen.file.files, how, choices)}
          onStart={cancel}
          onCancel={cancel}
          onFail={(error) => setChosen({ step: 'failed', error })}
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
          <Trans>Imports run one at a time. Your other file can start after this one.</Trans>
        </Notice>
      )}
      {!isAsked && job.step === 'none' ? (
        <p className={styles.words} role="status">
          <Trans>One moment…</Trans>
        </p>
      ) : job.step === 'none' ? (
        <>
          <ChooseFile busy={chosen.step === 'reading'} onChoose={(files) => void read(files)} />
          {chosen.step === 'reading' && <ReadingFile done={chosen.done} onCancel={cancel} />}
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

const firstChoices = (user: ReturnType<typeof useUser>): Choices => ({
  zone: timeZone(),
  city: user?.location ?? '',
  moods: {},
  optional: {},
});

/** Whether this device was asked for an import that goes on: until then, no other one is offered. */
function useIsAsked(): boolean {
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => {
    // A device that does not answer has none.
    void resumeJob()
      .catch(() => undefined)
      .then(() => setIsAsked(true));
  }, []);
  return isAsked;
}

/** How far the file is read, with a way out. */
function ReadingFile({ done, onCancel }: { done?: number; onCancel: () => void }) {
  return (
    <div>
      <div className={styles.progress}>
        <progress className={styles.bar} aria-label={t`Reading your file…`} value={done} max={1} />
        <span role="status">
          <Trans>Reading your file…</Trans>
        </span>
        {done !== undefined && (
          <span>{i18n.number(done, { style: 'percent', maximumFractionDigits: 0 })}</span>
        )}
      </div>
      <Button variant="plain" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
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
