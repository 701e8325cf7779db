import { sessionStore, signedInId } from '../../lib/api/session';
import { isGoingOn, type Job, jobStore, type JobState } from './job-state';
import { filesOf, isSameMark, keepFiles, markOf } from './photo-files';
import { forgetMemory, type KeptJob, keptJob, listenToTabs } from './kept-job';
import { packed, type PartOfImport, photosIn } from './parts';
import { isRunning, run, showFailure, wakeRun } from './send-job';

/*
 * The import that is going on: one at a time on a device, whichever tab began it. It runs while a page is open, on any of
 * its screens, and goes on when the person comes back. Sending a part twice adds nothing.
 */

/** Shows a state, and sees to it that it goes on. */
function follow(kept: KeptJob, state: JobState): void {
  if (signedInId() !== kept.userId) return;
  jobStore.set(state);
  if (isGoingOn(state)) run(kept);
  // Another tab asks for the files that this one has.
  if (state.step === 'file' && filesOf(state.job.id)) void continueJob();
  wakeRun();
}

/** Whose import the store shows. */
let shownOf: string | undefined;

function followUser(): void {
  const session = sessionStore.get();
  // A session that has expired goes on when the same user logs in again.
  if (session.status === 'restoring' || (session.status === 'anonymous' && session.reason === 'expired'))
    return;
  const userId = signedInId();
  forgetMemory(userId);
  listenToTabs(userId, () => void look().catch(showFailure));
  if (userId === shownOf) return;
  shownOf = userId;
  jobStore.set({ step: 'none' });
  wakeRun();
}

let isWatching = false;

function watchUser(): void {
  followUser();
  if (isWatching) return;
  isWatching = true;
  sessionStore.subscribe(followUser);
}

let looks = 0;

/** Shows what another tab has changed. */
async function look(): Promise<void> {
  const turn = ++looks;
  const kept = await keptJob();
  const state = await kept.read();
  if (turn === looks) follow(kept, state);
}

type NewJob = Omit<
  Job,
  | 'parts'
  | 'next'
  | 'done'
  | 'added'
  | 'alreadyThere'
  | 'lookedUp'
  | 'deleted'
  | 'startedAt'
  | 'isUnkept'
  | 'photos'
>;

/**
 * Stores an import on this device and begins to send it.
 * @param files from which its photos are read
 * @returns `other` if there is one already, which is shown then; `elsewhere` if only another tab can show it
 */
export async function startJob(
  parts: PartOfImport[],
  job: NewJob,
  files: readonly File[],
): Promise<'started' | 'other' | 'elsewhere'> {
  watchUser();
  const kept = await keptJob();
  let isElsewhere = false;
  const isFree = async ({ step }: JobState) => {
    // An import that is in the memory of another tab is not kept, but that tab holds the lock.
    isElsewhere = step === 'none' && !isRunning(kept.userId) && (await kept.isSentElsewhere());
    return step === 'none' && !isElsewhere;
  };
  const counts = { next: 0, done: 0, added: 0, alreadyThere: 0, lookedUp: 0, deleted: [] };
  const all = photosIn(parts.flat());
  const photos = { files: markOf(files), all, done: 0, added: 0, lost: [], leftOut: 0 };
  const whole: Job = {
    ...job,
    ...counts,
    ...(all > 0 && { photos }),
    startedAt: Date.now(),
    parts: parts.length,
  };
  const state = await kept.begin({ isFree, job: whole, parts, first: 0 });
  if (isElsewhere) return 'elsewhere';
  const isOwn = state.step !== 'none' && state.job.id === job.id;
  if (isOwn && all > 0) keepFiles(job.id, files);
  follow(kept, state);
  return isOwn ? 'started' : 'other';
}

/** Goes on with what was left when the page was closed, and shows what other tabs do. */
export async function resumeJob(): Promise<void> {
  watchUser();
  const kept = await keptJob();
  // The reason may be gone by now.
  const goOn = (now: JobState): JobState =>
    now.step === 'refused' && !now.isOver ? { step: 'sending', job: now.job } : now;
  follow(kept, await kept.edit(goOn));
}

async function change(to: (now: JobState) => JobState): Promise<void> {
  try {
    const kept = await keptJob();
    follow(kept, await kept.edit(to));
  } catch {
    showFailure();
  }
}

export function pauseJob(): Promise<void> {
  return change((now) =>
    now.step === 'none' || now.step === 'done' ? now : { step: 'paused', job: now.job },
  );
}

export function continueJob(): Promise<void> {
  return change((now) =>
    now.step === 'none' || now.step === 'done' ? now : { step: 'sending', job: now.job },
  );
}

/** Goes on with the files of the import, which were chosen again. @returns whether they are the same */
export async function giveFiles({ id, photos }: Job, files: readonly File[]): Promise<boolean> {
  if (!photos || !isSameMark(photos.files, markOf(files))) return false;
  keepFiles(id, files);
  await continueJob();
  return true;
}

/** Sends the rest of the words, and no more photos. */
export function goOnWithoutPhotos(): Promise<void> {
  return change((now) =>
    now.step === 'file' && now.job.photos
      ? { step: 'sending', job: { ...now.job, photos: { ...now.job.photos, end: 'unwanted' } } }
      : now,
  );
}

/** Forgets the import. What is in stays in. */
export async function forgetJob(): Promise<void> {
  if (signedInId() !== undefined) return change(() => ({ step: 'none' }));
  forgetMemory(undefined);
  jobStore.set({ step: 'none' });
  wakeRun();
}

/**
 * Forgets the import with this id, if this device has it.
 * @returns what tells until when a part of it may still arrive: see `KeptJob.lateUntil`
 */
export async function stopImport(id: string): Promise<() => Promise<number | undefined>> {
  const kept = await keptJob();
  const state = await kept.edit((now) => (now.step !== 'none' && now.job.id === id ? { step: 'none' } : now));
  follow(kept, state);
  return () => kept.lateUntil(id);
}

/** What the server left out, until the person asks for it. */
const ASKED_FOR = {
  deleted: { restoreDeleted: true },
  changed: { addChanged: true },
} as const;

/** Sends the entries that were deleted here, or are here with other words, once more, and adds them. */
export async function addLeftOut({ id }: Job, kind: keyof typeof ASKED_FOR): Promise<void> {
  try {
    const kept = await keptJob();
    const now = await kept.read();
    if (now.step !== 'done' || now.job.id !== id) return follow(kept, now);
    const { photos, ...rest } = now.job;
    const leftOut = rest[kind] ?? [];
    const parts = packed(leftOut);
    const job: Job = {
      ...rest,
      options: { ...rest.options, ...ASKED_FOR[kind] },
      parts: rest.parts + parts.length,
      done: rest.done - leftOut.length,
      [kind]: [],
      ...(photos && { photos: { ...photos, done: photos.done - photosIn(leftOut) } }),
    };
    const isFree = (state: JobState) => state.step === 'done' && state.job.id === id;
    follow(kept, await kept.begin({ isFree, job, parts, first: rest.parts }));
  } catch {
    showFailure();
  }
}
