import { beginningOf, lengthOf } from '@inner-weather/domain/text/length';
import { submit } from '../../../lib/outbox/submit';
import { deleteEntry } from '../../../lib/outbox/changes';
import { dropEdition } from '../../../lib/drafts/drafts';
import { createStore, useStore } from '../../../lib/store';
import {
  dropUnsaved,
  keepUnsaved,
  listUnsaved,
  onUnsavedElsewhere,
  readUnsaved,
  unsavedKeptWithin,
} from '../../../lib/drafts/unsaved';
import { moodInWords } from '../../../lib/entry/moods';
import type { Entry } from '../../../lib/entry/entry';

/*
 * A deletion can be undone for ten seconds. Until then the entry is only hidden, by a mark in the browser's storage. The
 * mark is removed when the deletion is in the outbox or sent, or when it is undone. So no deletion is forgotten if
 * the page is closed, reloaded or killed, or has no connection: the next page still offers to undo it, and sends it.
 * Every tab reads the same marks. Like drafts, a logout deletes them.
 */

/** Milliseconds in which a deletion can be undone. */
export const UNDO_MS = 10_000;
/** Milliseconds for the mark to be stored. A disk that needs longer must not hold up the page. */
const KEPT_MS = 2_000;

export interface Deletion {
  entryId: string;
  /** The day of the entry, YYYY-MM-DD. */
  day: string;
  /** `updatedAt` of the version to delete. The server keeps any other version. */
  updatedAt: string;
  /** The first words of the entry; of a check-in, its mood. */
  words: string;
  /** The end of the time to undo, in milliseconds since 1970; 0 if that time is over. */
  until: number;
}

const PREFIX = 'deleting.';
const changes = createStore(0);
const notifyChange = (): void => changes.set(changes.get() + 1);

function listDeletions(userId: string): Deletion[] {
  return listUnsaved(userId).flatMap((of) => {
    if (!of.startsWith(PREFIX)) return [];
    const mark = markIn(readUnsaved(userId, of));
    return mark ? [{ ...mark, entryId: of.slice(PREFIX.length) }] : [];
  });
}

/** The deletions of a user, in this tab and in others. */
export function useDeletions(userId: string): Deletion[] {
  useStore(changes);
  return listDeletions(userId);
}

/** Whether the time to undo is not over. The upper bound keeps a clock that was set back from extending it. */
export function canBeUndone({ until }: Deletion): boolean {
  const remainingMs = until - Date.now();
  return remainingMs > 0 && remainingMs <= UNDO_MS;
}

/** Resolves when the mark is on the disk, so that no entry that looked deleted is back after the browser was killed. */
export async function beginDeletion(
  userId: string,
  { _id, content, inputMood, day, updatedAt }: Entry,
): Promise<void> {
  const words = firstWordsOf(content) || moodInWords(inputMood);
  keepMark(userId, { entryId: _id, day, updatedAt, words, until: Date.now() + UNDO_MS });
  await unsavedKeptWithin(KEPT_MS);
}

/** Shows what `beginDeletion` began. */
export const showDeletions = notifyChange;

/** An entry that is being deleted while it is sent gets another id, and its first version. */
export function moveDeletion(userId: string, from: string, to: Pick<Entry, '_id' | 'updatedAt'>): void {
  const deletion = listDeletions(userId).find(({ entryId }) => entryId === from);
  if (!deletion) return;
  keep(userId, { ...deletion, entryId: to._id, updatedAt: to.updatedAt });
  drop(userId, deletion);
}

export function undoDeletion(userId: string, deletion: Deletion): void {
  if (canBeUndone(deletion)) drop(userId, deletion);
}

/** Shows the entry again after the server has refused to delete it. */
export const giveUpDeletion = drop;

const underWay = new Map<string, Promise<void>>();

interface FinishOptions {
  /** Called after the server has deleted the entry, while the mark still hides it. */
  onDeleted?: (entryId: string) => void;
}

/**
 * Deletes the entry for good; this cannot be undone. An entry that no longer exists counts as deleted. If this throws, the
 * mark stays.
 */
export function finishDeletion(
  userId: string,
  deletion: Deletion,
  { onDeleted }: FinishOptions = {},
): Promise<void> {
  const { entryId } = deletion;
  const existing = underWay.get(entryId);
  if (existing) return existing;
  const finish = async (): Promise<void> => {
    if (deletion.until !== 0) keep(userId, { ...deletion, words: '', until: 0 });
    const { kind } = await submit((all) => deleteEntry(all, entryId, deletion.updatedAt));
    dropEdition(userId, entryId);
    // Until it is sent, the outbox hides the entry.
    if (kind !== 'waiting') onDeleted?.(entryId);
    drop(userId, deletion);
  };
  const finishing = finish().finally(() => underWay.delete(entryId));
  underWay.set(entryId, finishing);
  return finishing;
}

/** Finishes all deletions, or only those that cannot be undone any more. False if one could not be confirmed. */
export async function finishDeletions(
  userId: string,
  { onlyDue = false, ...options }: FinishOptions & { onlyDue?: boolean } = {},
): Promise<boolean> {
  const all = listDeletions(userId).filter((deletion) => !onlyDue || !canBeUndone(deletion));
  const results = await Promise.allSettled(all.map((deletion) => finishDeletion(userId, deletion, options)));
  return results.every(({ status }) => status === 'fulfilled');
}

/** Calls `onChange` when another tab deletes or undoes. Returns a function that stops listening. */
export function onDeletionElsewhere(onChange: () => void): () => void {
  return onUnsavedElsewhere((of) => {
    if (!of.startsWith(PREFIX)) return;
    notifyChange();
    onChange();
  });
}

function keep(userId: string, deletion: Deletion): void {
  keepMark(userId, deletion);
  notifyChange();
}

function keepMark(userId: string, { entryId, ...mark }: Deletion): void {
  keepUnsaved(userId, PREFIX + entryId, JSON.stringify(mark));
}

function drop(userId: string, { entryId }: Deletion): void {
  dropUnsaved(userId, PREFIX + entryId);
  notifyChange();
}

/** The length of the excerpt by which the user recognises a deleted entry, in characters. */
const WORDS_MAX = 40;

function firstWordsOf(content: string): string {
  const line = content.trim().replace(/\s+/g, ' ');
  return lengthOf(line) > WORDS_MAX ? `${beginningOf(line, WORDS_MAX).trimEnd()}…` : line;
}

/** Undefined for a mark that is damaged. */
function markIn(stored: string | undefined): Omit<Deletion, 'entryId'> | undefined {
  try {
    const { day, updatedAt, words, until } = JSON.parse(stored ?? '') as Record<string, unknown>;
    if (typeof day !== 'string' || typeof updatedAt !== 'string') return undefined;
    return {
      day,
      updatedAt,
      words: typeof words === 'string' ? words : '',
      until: typeof until === 'number' ? until : 0,
    };
  } catch {
    return undefined;
  }
}
