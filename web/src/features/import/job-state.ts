import { createStore, useStore } from '../../lib/store';
import type { NumberedEntry } from './parts';
import type { FilesMark } from './photo-files';
import type { At } from './understand/understood';

interface ImportOptions {
  lookUpWeather: boolean;
  restoreDeleted: boolean;
  addChanged?: boolean;
}

/** An entry or a photo that did not come in. */
export interface Refusal {
  at: At;
  reasons: string[];
}

/** The photos of an import. */
export interface PhotosOfJob {
  /** What they are read from. It is only in the memory of a tab, so it may have to be chosen again. */
  files: FilesMark;
  all: number;
  /** Those that need not be sent any more. */
  done: number;
  added: number;
  /** The first ones that could not be sent, with their names. */
  lost: Refusal[];
  /** Why no more of them are sent: there is no room, or the person does not want them. */
  end?: 'full' | 'unwanted';
  /** How many were left out for that reason. */
  leftOut: number;
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
  /** Entries that are here with other words. They are added beside those only if the person wants it. */
  changed?: NumberedEntry[];
  /** Absent if the file has none. */
  photos?: PhotosOfJob;
  /** It is in memory only, so it ends with the page. */
  isUnkept?: true;
}

export type JobState =
  | { step: 'none' }
  | { step: 'sending' | 'paused'; job: Job }
  | { step: 'done'; job: Job }
  /** The file with the photos must be chosen again. */
  | { step: 'file'; job: Job }
  /** The server takes no more entries until then. */
  | { step: 'waiting'; job: Job; until: number }
  /** The server cannot be reached. It is tried again by itself. */
  | { step: 'away'; job: Job }
  /** The server refuses a part, such as for a full account. `isOver`: it was undone, so nothing more can be sent. */
  | { step: 'refused'; job: Job; error: string; isOver?: boolean };

type GoingOn = Extract<JobState, { step: 'sending' | 'waiting' | 'away' }>;

/** Whether it goes on by itself. */
export const isGoingOn = (state: JobState): state is GoingOn =>
  state.step === 'sending' || state.step === 'waiting' || state.step === 'away';

type Unfinished = Exclude<JobState, { step: 'none' | 'done' }>;

/** Whether a part of it is still to be sent, by itself or once its user goes on. */
export const isUnfinished = (state: JobState): state is Unfinished =>
  state.step !== 'none' && state.step !== 'done' && !(state.step === 'refused' && state.isOver);

/** The state of an import of which nothing keeps the next part from being sent. */
export const progressed = (job: Job): JobState => ({
  step: job.next >= job.parts ? 'done' : 'sending',
  job,
});

/** What this tab shows. What counts is what is kept: see kept-job.ts. */
export const jobStore = createStore<JobState>({ step: 'none' });

export const useJob = (): JobState => useStore(jobStore);
