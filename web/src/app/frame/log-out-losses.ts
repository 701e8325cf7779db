import { plural, t } from '@lingui/core/macro';
import { isUnfinished } from '../../features/import/job-state';
import { keptJob } from '../../features/import/kept-job';
import { finishDeletions } from '../../features/journal/api/deletions';
import { editOutbox, sendNow } from '../../lib/outbox/outbox';
import type { Waiting } from '../../lib/outbox/changes';
import { hasUnsavedWords } from '../../lib/drafts/drafts';
import { keepNow } from '../../lib/drafts/unsaved';
import { inSentences } from '../../lib/language/sentences';

export { ConfirmDialog } from '../../components/page/confirm-dialog';

/** Milliseconds to wait until pending deletions and what waits on this device have reached the server. */
const SENDING_MS = 5_000;

/** A question that a logout asks before something is lost. */
export interface LogOutQuestion {
  title: string;
  text: string;
  confirmLabel: string;
}

/** Sends what can be sent, and asks if a logout would still lose something; undefined if it loses nothing. */
export async function askBeforeLogOut(userId: string): Promise<LogOutQuestion | undefined> {
  keepNow();
  const isDeleted = await Promise.race([finishDeletions(userId), after(SENDING_MS, false)]);
  const { waits, deletions } = await countUnsent();
  return questionOf({
    isUnsaved: hasUnsavedWords(userId),
    isDeleted: isDeleted && deletions === 0,
    waits,
    toImport: await countToImport(),
  });
}

interface Losses {
  isUnsaved: boolean;
  /** Whether all deletions have reached the server. */
  isDeleted: boolean;
  /** How many new and changed entries have not been sent. */
  waits: number;
  /** How many entries of an import are not in the journal yet. */
  toImport: number;
}

export function questionOf({ isUnsaved, isDeleted, waits, toImport }: Losses): LogOutQuestion | undefined {
  const losses = [
    ...(isUnsaved ? [unsaved()] : []),
    ...(waits > 0 ? [unsent(waits)] : []),
    ...(toImport > 0 ? [unimported(toImport)] : []),
    ...(isDeleted ? [] : [undeleted()]),
  ];
  const [first] = losses;
  return first && { ...first, text: inSentences(...losses.map(({ text }) => text)) };
}

const unsaved = () => ({
  title: t`Log out without saving?`,
  text: t`What you have written and not saved yet will be deleted from this browser for good.`,
  confirmLabel: t`Log out and delete`,
});
const unsent = (count: number) => ({
  title: t`Log out before everything is sent?`,
  text: plural(count, {
    one: '# entry has not been sent yet and will be deleted from this device.',
    other: '# entries have not been sent yet and will be deleted from this device.',
  }),
  confirmLabel: t`Log out and delete`,
});
const unimported = (count: number) => ({
  title: t`Log out before everything is imported?`,
  text: plural(count, {
    one: '# entry of your import is not in your journal yet and will be deleted from this device. To bring it later, choose its file again.',
    other:
      '# entries of your import are not in your journal yet and will be deleted from this device. To bring them later, choose their file again.',
  }),
  confirmLabel: t`Log out and delete`,
});
const undeleted = () => ({
  title: t`Log out without deleting?`,
  text: t`The server cannot be reached, so an entry that you deleted is still in your journal. If you log out now, it stays there.`,
  confirmLabel: t`Log out`,
});

/** After an attempt to send it: how many entries wait, and how many deletions. */
async function countUnsent(): Promise<{ waits: number; deletions: number }> {
  if ((await readWaiting()).length > 0) await Promise.race([sendNow(), after(SENDING_MS, undefined)]);
  const waiting = await readWaiting();
  const written = waiting.filter(({ change }) => change.kind !== 'delete');
  return {
    waits: new Set(written.map(({ entryId }) => entryId)).size,
    deletions: waiting.length - written.length,
  };
}

/** None if this device cannot be read: then it could not send them either. */
async function countToImport(): Promise<number> {
  const state = await keptJob()
    .then(({ read }) => read())
    .catch(() => undefined);
  return state && isUnfinished(state) ? state.job.entries - state.job.done : 0;
}

/** Nothing if this device cannot be read: then nothing of it could be sent either. */
async function readWaiting(): Promise<Waiting[]> {
  let found: Waiting[] = [];
  const read = editOutbox((waiting) => {
    found = waiting;
    return { put: [], remove: [] };
  });
  await read.catch(() => undefined);
  return found;
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), ms));
}
