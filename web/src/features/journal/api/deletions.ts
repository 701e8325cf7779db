import { api, expectOk } from '../../../lib/api-client';
import { dropEdition } from '../../../lib/drafts';
import { createStore, useStore } from '../../../lib/store';
import { dropUnsaved, keepUnsaved, listUnsaved, readUnsaved } from '../../../lib/unsaved';
import type { Entry } from './entry';

/*
 * A deletion can be undone for ten seconds. Until then the entry is only out of sight, and a mark in the browser's
 * storage says so. The mark is dropped when the server has deleted the entry, or when the deletion is undone. So a page
 * that is closed, reloaded or killed, or that has no connection, forgets no deletion: the next page sends it. Every tab
 * reads the same marks. Like drafts, they end with the session.
 */

/** Milliseconds in which a deletion can be undone. */
export const UNDO_MS = 10_000;

export interface Deletion {
  entryId: string;
  createdAt: string;
  /** Milliseconds since 1970 until which it can be undone; 0: not any more. */
  until: number;
}

const PREFIX = 'deleting.';
const changes = createStore(0);
const changed = (): void => changes.set(changes.get() + 1);

export function listDeletions(userId: string): Deletion[] {
  return listUnsaved(userId).flatMap((of) => {
    if (!of.startsWith(PREFIX)) return [];
    const [until, createdAt = ''] = (readUnsaved(userId, of) ?? '').split(' ');
    return [{ entryId: of.slice(PREFIX.length), createdAt, until: Number(until) || 0 }];
  });
}

/** The deletions of a person, in this tab and in others. */
export function useDeletions(userId: string): Deletion[] {
  useStore(changes);
  return listDeletions(userId);
}

/** A clock that was set back must not keep an entry. */
export function canBeUndone({ until }: Deletion): boolean {
  const left = until - Date.now();
  return left > 0 && left <= UNDO_MS;
}

export function beginDeletion(userId: string, { _id, createdAt }: Entry): void {
  keep(userId, { entryId: _id, createdAt, until: Date.now() + UNDO_MS });
}

export function undoDeletion(userId: string, deletion: Deletion): void {
  if (canBeUndone(deletion)) drop(userId, deletion);
}

/** The server refused, and the entry is shown again. */
export const giveUpDeletion = drop;

const underWay = new Map<string, Promise<void>>();

interface FinishOptions {
  /** The request outlives the page. */
  keepalive?: boolean;
  /** Called while the mark still hides the entry. */
  onDeleted?: (entryId: string) => void;
}

/**
 * Deletes the entry for good; from now on this cannot be undone. An entry that no longer exists counts as deleted. If
 * it throws, the mark stays.
 */
export function finishDeletion(
  userId: string,
  deletion: Deletion,
  { keepalive = false, onDeleted }: FinishOptions = {},
): Promise<void> {
  const { entryId } = deletion;
  const before = underWay.get(entryId);
  if (before) return before;
  const finish = async (): Promise<void> => {
    if (deletion.until !== 0) keep(userId, { ...deletion, until: 0 });
    const answer = await api.DELETE('/api/journal/delete/{id}', {
      params: { path: { id: entryId } },
      keepalive,
    });
    if (answer.response.status !== 404) expectOk(answer);
    dropEdition(userId, entryId);
    onDeleted?.(entryId);
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

/** Calls `heard` when another tab deletes or undoes. Returns a function that stops listening. */
export function onDeletionElsewhere(userId: string, heard: () => void): () => void {
  const listen = ({ key }: StorageEvent): void => {
    if (key !== null && !key.includes(`${userId}.${PREFIX}`)) return;
    changed();
    heard();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

function keep(userId: string, { entryId, createdAt, until }: Deletion): void {
  keepUnsaved(userId, PREFIX + entryId, `${until} ${createdAt}`);
  changed();
}

function drop(userId: string, { entryId }: Deletion): void {
  dropUnsaved(userId, PREFIX + entryId);
  changed();
}
