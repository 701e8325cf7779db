import { sessionStore } from '../../lib/api/session';
import { isTransient, textOfError, toApiError } from '../../lib/api/api-error';
import { vaultNow } from '../../lib/device/device';
import type { Vault } from '../../lib/device/vault';
import { createStore, useStore } from '../../lib/drafts/store';
import { NotNow, type PartReport, sendPart } from './api/send-part';
import { type NumberedEntry, packed, type PartOfImport } from './parts';
import type { At } from './understand/understood';

/*
 * The import that is going on. It runs while the page is open, on whichever of its screens, and what is left of it is kept on
 * this device, sealed, so that it goes on when the person comes back. Sending a part twice adds nothing.
 */

export interface ImportOptions {
  lookUpWeather: boolean;
  restoreDeleted: boolean;
}

/** An entry that the server did not take. */
export interface Refusal {
  at: At;
  reasons: string[];
}

export interface Job {
  /** Of the whole import, by which it can be taken back. */
  id: string;
  source: string;
  startedAt: number;
  options: ImportOptions;
  parts: number;
  /** The part that is sent next, from 0. */
  next: number;
  entries: number;
  done: number;
  added: number;
  alreadyThere: number;
  lookedUp: number;
  labelsInText: number;
  labelsLeftOut: number;
  refused: Refusal[];
  /** Entries that were deleted here not long ago. They are added again only if the person wants it. */
  deleted: NumberedEntry[];
}

export type JobState =
  | { step: 'none' }
  | { step: 'sending' | 'paused'; job: Job }
  | { step: 'done'; job: Job }
  /** The server takes no more entries until then. */
  | { step: 'waiting'; job: Job; until: number }
  /** The server cannot be reached. It is tried again by itself. */
  | { step: 'away'; job: Job }
  /** The server refuses a part, such as for a full account. */
  | { step: 'refused'; job: Job; error: string };

const NAME = 'import';
const partName = (number: number): string => `import-part ${String(number).padStart(6, '0')}`;
const LOCK = 'inner-weather.import';

/** Milliseconds between two attempts while the server cannot be reached. */
const PAUSES_MS = [1_000, 2_000, 5_000, 15_000, 30_000];

export const jobStore = createStore<JobState>({ step: 'none' });

export const useJob = (): JobState => useStore(jobStore);

/** When this page began to send, and how much was done then, for the estimate. */
let pace: { since: number; done: number } | undefined;

/** Seconds that are left at the pace of this page; undefined before there is one. */
export function secondsLeft({ entries, done }: Job): number | undefined {
  const sent = done - (pace?.done ?? done);
  if (!pace || sent === 0) return undefined;
  return ((Date.now() - pace.since) / sent / 1_000) * (entries - done);
}

/** The parts of a device that keeps nothing. They last as long as the page. */
const memory = new Map<string, unknown>();

/** What is left of an import lies in the vault, or in memory where there is none. */
async function keeper(): Promise<Pick<Vault, 'read' | 'keep' | 'drop'>> {
  const vault = await vaultNow();
  return (
    vault ?? {
      read: (name) => Promise.resolve(memory.get(name)),
      keep: (name, value) => Promise.resolve(void memory.set(name, value)),
      drop: (prefix) => {
        for (const name of [...memory.keys()]) if (name.startsWith(prefix)) memory.delete(name);
        return Promise.resolve();
      },
    }
  );
}

/** Stores an import on this device and begins to send it. */
export async function startJob(
  parts: PartOfImport[],
  job: Omit<Job, 'parts' | 'next' | 'done' | 'added' | 'alreadyThere' | 'lookedUp' | 'deleted' | 'startedAt'>,
): Promise<void> {
  const { keep, drop } = await keeper();
  await drop(NAME);
  for (const [number, part] of parts.entries()) await keep(partName(number), part);
  const whole: Job = {
    ...job,
    startedAt: Date.now(),
    parts: parts.length,
    next: 0,
    done: 0,
    added: 0,
    alreadyThere: 0,
    lookedUp: 0,
    deleted: [],
  };
  await keep(NAME, whole);
  jobStore.set({ step: 'sending', job: whole });
  void run();
}

let resuming: Promise<void> = Promise.resolve();

/** Goes on with what was left when the page was closed. */
export function resumeJob(): Promise<void> {
  resuming = resuming.then(resume).catch(() => undefined);
  return resuming;
}

async function resume(): Promise<void> {
  if (jobStore.get().step !== 'none') return;
  const { read } = await keeper();
  const job = (await read(NAME)) as Job | undefined;
  if (!job || jobStore.get().step !== 'none') return;
  if (job.next >= job.parts) jobStore.set({ step: 'done', job });
  else {
    jobStore.set({ step: 'sending', job });
    void run();
  }
}

export function pauseJob(): void {
  const state = jobStore.get();
  if (state.step !== 'none' && state.step !== 'done') jobStore.set({ step: 'paused', job: state.job });
  wake?.();
}

export function continueJob(): void {
  const state = jobStore.get();
  if (state.step === 'none' || state.step === 'done' || state.step === 'sending') return;
  jobStore.set({ step: 'sending', job: state.job });
  if (wake) wake();
  else void run();
}

/** Forgets the import. What is in stays in. */
export async function forgetJob(): Promise<void> {
  jobStore.set({ step: 'none' });
  wake?.();
  await (await keeper()).drop(NAME);
}

/** Forgets the import with this id, if this device has it. */
export async function forgetImport(id: string): Promise<void> {
  await resuming;
  const state = jobStore.get();
  if (state.step !== 'none' && state.job.id === id) await forgetJob();
}

/** Sends the entries that were deleted here once more, and adds them again. */
export async function restoreDeleted(job: Job): Promise<void> {
  const { deleted, ...rest } = job;
  const { keep } = await keeper();
  const parts = packed(deleted);
  for (const [number, part] of parts.entries()) await keep(partName(rest.parts + number), part);
  const again: Job = {
    ...rest,
    options: { ...rest.options, restoreDeleted: true },
    parts: rest.parts + parts.length,
    done: rest.done - deleted.length,
    deleted: [],
  };
  await keep(NAME, again);
  jobStore.set({ step: 'sending', job: again });
  void run();
}

/** Ends a wait early. Set while the run waits. */
let wake: (() => void) | undefined;

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

const userNow = (): string | undefined => {
  const session = sessionStore.get();
  return session.status === 'authenticated' ? session.user.id : undefined;
};

/** Whether this page is sending. One tab at a time does. */
let isRunning = false;

async function run(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  try {
    await (locks ? locks.request(LOCK, sendAll) : sendAll());
  } finally {
    isRunning = false;
  }
}

async function sendAll(): Promise<void> {
  const userId = userNow();
  const { read, keep, drop } = await keeper();
  // Another tab may have sent parts of it, or all, while this one waited for the lock.
  const stored = (await read(NAME)) as Job | undefined;
  if (!stored) return jobStore.set({ step: 'none' });
  if (jobStore.get().step !== 'none') jobStore.set({ step: 'sending', job: stored });
  let failures = 0;
  pace = undefined;
  for (;;) {
    const state = jobStore.get();
    // Another person's import, or none.
    if (state.step === 'none' || userNow() !== userId) return jobStore.set({ step: 'none' });
    if (state.step !== 'sending' && state.step !== 'waiting' && state.step !== 'away') return;
    const { job } = state;
    if (job.next >= job.parts) {
      jobStore.set({ step: 'done', job });
      return;
    }
    pace ??= { since: Date.now(), done: job.done };
    const part = ((await read(partName(job.next))) ?? []) as PartOfImport;
    try {
      const report = part.length > 0 ? await sendPart(part, job) : undefined;
      failures = 0;
      const after = report ? withReport(job, part, report) : { ...job, next: job.next + 1 };
      // It was forgotten meanwhile, or its person has left.
      if (jobStore.get().step === 'none' || userNow() !== userId) continue;
      await keep(NAME, after);
      await drop(partName(job.next));
      const now = jobStore.get();
      if (now.step !== 'none')
        jobStore.set(now.step === 'paused' ? { ...now, job: after } : { step: 'sending', job: after });
    } catch (error) {
      if (jobStore.get().step === 'paused' || jobStore.get().step === 'none') continue;
      if (error instanceof NotNow) {
        jobStore.set({ step: 'waiting', job, until: Date.now() + error.waitMs });
        await wait(error.waitMs);
        pace = undefined;
      } else if (isTransient(error)) {
        jobStore.set({ step: 'away', job });
        await wait(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0);
        failures += 1;
        pace = undefined;
      } else {
        jobStore.set({ step: 'refused', job, error: toApiError(error).message });
        return;
      }
    }
  }
}

function withReport(job: Job, part: PartOfImport, report: PartReport): Job {
  return {
    ...job,
    next: job.next + 1,
    done: job.done + part.length,
    added: job.added + report.added,
    alreadyThere: job.alreadyThere + report.alreadyThere,
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
    deleted: [...job.deleted, ...report.deletedIndexes.flatMap((index) => part[index] ?? [])],
  };
}
