import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Button } from '../../../components/forms/button';
import { Notice } from '../../../components/page/notice';
import { VisuallyHidden } from '../../../components/page/visually-hidden';
import { clockInWords } from '../../../lib/dates/dates';
import { lockStore } from '../../../lib/device-lock/watch';
import { isolate } from '../../../lib/language/isolate';
import { useStore } from '../../../lib/store';
import { continueJob, forgetJob, giveFiles, goOnWithoutPhotos, pauseJob } from '../job';
import type { Job, JobState, PhotosOfJob } from '../job-state';
import { secondsLeft } from '../send-job';
import styles from './import.module.css';

type Running = Exclude<JobState, { step: 'none' } | { step: 'done' }>;

/** How far an import is, and why it waits. */
export function Running({ state }: { state: Running }) {
  const { job, step } = state;
  const isOver = step === 'refused' && state.isOver;
  const hasLock = useStore(lockStore) !== undefined;
  return (
    <div>
      <div className={styles.progress}>
        <progress
          className={styles.bar}
          aria-label={t`Import`}
          value={job.done + (job.photos?.done ?? 0)}
          max={Math.max(1, job.entries + (job.photos?.all ?? 0))}
        />
        <span>{progressInWords(job)}</span>
        {job.photos && <span>{photosInWords(job.photos)}</span>}
        {step === 'sending' && <span>{estimateInWords(job)}</span>}
      </div>
      <p role="status" className={styles.words}>
        {statusInWords(state)}
      </p>
      {job.isUnkept && step !== 'sending' && !isOver && <p className={styles.words}>{unkeptInWords()}</p>}
      {job.isUnkept && hasLock && !isOver && (
        // An import may last for hours, and the journal must not stay open that long.
        <p className={styles.words}>
          <Trans>The page also closes when the journal locks, so keep it in sight.</Trans>
        </p>
      )}
      {step === 'refused' && (
        <Notice tone="error" title={t`The import has stopped.`}>
          {state.error}
        </Notice>
      )}
      <p className={styles.actions}>
        {step === 'sending' ? (
          <Button onClick={() => void pauseJob()}>
            <Trans>Pause</Trans>
          </Button>
        ) : step === 'file' ? (
          <ChooseAgain job={job} />
        ) : (
          !isOver && (
            <Button variant="primary" onClick={() => void continueJob()}>
              <Trans>Continue now</Trans>
            </Button>
          )
        )}
        {step !== 'sending' && (
          <Button variant="plain" onClick={() => void forgetJob()}>
            <Trans>Stop here</Trans>
          </Button>
        )}
      </p>
    </div>
  );
}

/** The files with the photos, or the way without them. */
function ChooseAgain({ job }: { job: Job }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOther, setIsOther] = useState(false);
  const isFolder = job.photos?.files.name.includes('/') ?? false;
  const give = async (files: File[]) => {
    if (files.length > 0) setIsOther(!(await giveFiles(job, files)));
  };
  return (
    <>
      {isOther && (
        <Notice tone="error">
          <Trans>That is not the file of this import.</Trans>
        </Notice>
      )}
      <Button variant="primary" onClick={() => input.current?.click()}>
        <Trans>Choose the file</Trans>
      </Button>
      <Button onClick={() => void goOnWithoutPhotos()}>
        <Trans>Continue without the photos</Trans>
      </Button>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          multiple
          // @ts-expect-error React does not know it, and all browsers for computers do.
          webkitdirectory={isFolder ? '' : undefined}
          tabIndex={-1}
          aria-label={t`The file of this import`}
          onChange={({ currentTarget }) => {
            void give([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </VisuallyHidden>
    </>
  );
}

function photosInWords({ done, all }: PhotosOfJob): string {
  const finished = i18n.number(done);
  return plural(all, { one: `${finished} of # photo`, other: `${finished} of # photos` });
}

function progressInWords({ done, entries }: Job): string {
  const finished = i18n.number(done);
  return plural(entries, { one: `${finished} of # entry`, other: `${finished} of # entries` });
}

function estimateInWords(job: Job): string {
  const seconds = secondsLeft(job);
  if (seconds === undefined) return '';
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1
    ? t`less than a minute left`
    : plural(minutes, { one: 'about # minute left', other: 'about # minutes left' });
}

/** Of an import that is in memory only, which ends with the page. */
const unkeptInWords = () =>
  t`Leave this page open until everything is in: this device cannot keep the rest of the import. If the page closes, choose the file again. No entry is added twice.`;

function statusInWords(state: Running): string {
  switch (state.step) {
    case 'sending':
      return state.job.isUnkept
        ? unkeptInWords()
        : t`You can leave this page. The import continues while Inner Weather is open, and when you come back here.`;
    case 'paused':
      return t`Paused. What has been imported stays.`;
    case 'file': {
      const name = isolate(state.job.photos?.files.name.replace(/\/.*$/, '') ?? '');
      return t`Choose ${name} once more to bring the rest of its photos. A browser does not let a page open a file again by itself.`;
    }
    case 'away':
      return t`The server cannot be reached. The import continues automatically when it can.`;
    case 'waiting': {
      const time = clockInWords(state.until);
      return t`Hourly import limit reached. It continues at ${time}.`;
    }
    case 'refused':
      return '';
  }
}
