import { t } from '@lingui/core/macro';
import { isTransient, textOfError, toApiError } from '../../lib/api/api-error';
import { signedInId } from '../../lib/api/session';
import { NotNow, type PartReport, sendPart } from './api/send-part';
import { isGoingOn, type Job, jobStore, type JobState, progressed } from './job-state';
import type { KeptJob } from './kept-job';
import { type PartOfImport, photosIn } from './parts';

/** Milliseconds between two attempts while the server cannot be reached. */
const PAUSES_MS = [1_000, 2_000, 5_000, 15_000, 30_000];

/** When this page began to send, and how much was done then, for the estimate. */
let pace: { since: number; done: number } | undefined;

/** A photo takes as long as so many entries, about. */
const ENTRIES_PER_PHOTO = 50;

const workDone = ({ done, photos }: Job): number => done + ENTRIES_PER_PHOTO * (photos?.done ?? 0);

/** Seconds that are left at the pace of this page; undefined before there is one. */
export function secondsLeft(job: Job): number | undefined {
  const sent = workDone(job) - (pace?.done ?? Infinity);
  if (!pace || sent <= 0) return undefined;
  const left = job.entries + ENTRIES_PER_PHOTO * (job.photos?.all ?? 0) - workDone(job);
  return ((Date.now() - pace.since) / sent / 1_000) * left;
}

/** Ends a wait early. Set while the run waits. */
let wake: (() => void) | undefined;

/** Has the run look at what is kept, if it waits. */
export const wakeRun = (): void => wake?.();

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      wake = undefined;
      resolve();
    }
    wake = end;
  });
}

/** The users whose import this tab sends, or waits to send, and whether to look once more at the end. */
const runs = new Map<string, { again: boolean }>();

/** Sends what is left of an import when no other tab does. */
export function run(kept: KeptJob): void {
  const { userId } = kept;
  const current = runs.get(userId);
  if (current) {
    current.again = true;
    return;
  }
  const own = { again: false };
  runs.set(userId, own);
  void kept
    .alone(() => sendAll(kept))
    .catch(() => signedInId() === userId && showFailure())
    .then(() => {
      runs.delete(userId);
      if (own.again && signedInId() === userId) run(kept);
    });
}

export const isRunning = (userId: string): boolean => runs.has(userId);

/** The device does not give what it kept. The person is told, and can try again. */
export function showFailure(): void {
  const state = jobStore.get();
  if (state.step === 'none') return;
  const error = t`What is left of the import cannot be read on this device right now. Go on, or choose the file again: no entry is added twice.`;
  jobStore.set({ step: 'refused', job: state.job, error });
}

async function sendAll(kept: KeptJob): Promise<void> {
  const isLeft = () => signedInId() !== kept.userId;
  let failures = 0;
  pace = undefined;
  while (!isLeft()) {
    const isDue = (now: JobState) => isGoingOn(now) && !(now.step === 'waiting' && now.until > Date.now());
    const state = await kept.claim(isDue);
    if (isLeft()) return;
    jobStore.set(state);
    if (!isGoingOn(state)) return;
    if (state.step === 'waiting' && !isDue(state)) {
      await wait(state.until - Date.now());
      pace = undefined;
      continue;
    }
    const { job } = state;
    const part = await kept.readPart(job.next);
    if (isLeft()) return;
    pace ??= { since: Date.now(), done: workDone(job) };
    const outcome = await attempt(part, job, kept);
    if (isLeft()) return;
    const change = (now: JobState): JobState => {
      // It was forgotten, or another one has begun.
      if (now.step === 'none' || now.job.id !== job.id) return now;
      if ('after' in outcome) {
        const after = progressed(outcome.after);
        return now.step === 'paused' && after.step === 'sending' ? { ...now, job: outcome.after } : after;
      }
      return isGoingOn(now) ? outcome.state : now;
    };
    const isAway = 'state' in outcome && outcome.state.step === 'away';
    const next = await kept.edit(change, isAway ? undefined : job.next);
    if (isLeft()) return;
    jobStore.set(next);
    if (isAway && next.step === 'away') {
      await wait(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0);
      failures += 1;
      pace = undefined;
    } else failures = 0;
  }
}

/** Code of this page cannot be fetched, as in a tab beside a newer version. The person decides: a reload closes the file. */
const codeIsGone = () =>
  t`You may be offline, or a newer version has replaced this page. Reload it, then continue the import. No entry is added twice.`;

/** Sends a part: what is left after it, or why it was not taken. */
async function attempt(
  part: PartOfImport,
  job: Job,
  kept: KeptJob,
): Promise<{ after: Job } | { state: JobState }> {
  // It was sent by a tab that ended before it could note so.
  if (part.length === 0) return { after: { ...job, next: job.next + 1 } };
  try {
    if (photosIn(part) === 0) return { after: withReport(job, part, await sendPart(part, job)) };
    // Most imports have no photos.
    const module = await import('./send-photos').catch(() => undefined);
    if (!module) return { state: { step: 'refused', job, error: codeIsGone() } };
    const sent = await module.sendWithPhotos(part, job, kept);
    return 'report' in sent ? { after: withReport(sent.job, part, sent.report) } : sent;
  } catch (error) {
    if (error instanceof NotNow) return { state: { step: 'waiting', job, until: Date.now() + error.waitMs } };
    if (isTransient(error)) return { state: { step: 'away', job } };
    const { message, code } = toApiError(error);
    return { state: { step: 'refused', job, error: message, isOver: code === 'import_undone' } };
  }
}

function withReport(job: Job, part: PartOfImport, report: PartReport): Job {
  const entriesAt = (indexes: number[] = []) => indexes.flatMap((index) => part[index] ?? []);
  return {
    ...job,
    next: job.next + 1,
    done: job.done + part.length,
    added: job.added + report.added,
    alreadyThere: job.alreadyThere + report.alreadyThere - (report.changed ?? 0),
    lookedUp: job.lookedUp + report.lookedUp,
    labelsInText: job.labelsInText + report.labelsInText,
    labelsLeftOut: job.labelsLeftOut + report.labelsLeftOut,
    refused: [
      ...job.refused,
      ...report.refused.flatMap(({ index, errors }) => {
        const entry = part[index];
        return entry ? [{ at: entry.at, reasons: errors.map(textOfError) }] : [];
      }),
    ],
    deleted: [...job.deleted, ...entriesAt(report.deletedIndexes)],
    changed: [...(job.changed ?? []), ...entriesAt(report.changedIndexes)],
  };
}
