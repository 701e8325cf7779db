import { within } from '../within';
import { signedInId } from '../api/session';
import { ofTab, readStorage, writeStorage } from '../remembered';
import { isSharedDevice } from '../vault/shared-device';
import { createStore } from '../store';

/*
 * Unsaved words by user and by `of`: a new entry, a deletion, or the id of an edited entry. They are kept until they are
 * saved or the user logs out, survive an expired session, and only the same user sees them again. Forms need them at once, so
 * they are in memory while the page is open; lib/drafts/sealed-drafts.ts brings them from the vault and back. Where there is
 * no vault (a page without https, a shared device, forbidden storage), they are in the browser's storage.
 */

const PREFIX = 'inner-weather.draft.';

/** Keeps the words of one user. `null` deletes them. */
export interface Keeper {
  userId: string;
  words: Map<string, string>;
  keep: (of: string, words: string | null) => void;
}

let sealed: Keeper | undefined;

/** From now on, the words of this user are read from the keeper and given to it. */
export function keepSealed(keeper: Keeper | undefined): void {
  sealed = keeper;
}

const unstored = new Map<string, string>();

const keyOf = (userId: string, of: string): string => PREFIX + userId + (of && `.${of}`);

const sealedOf = (userId: string): Keeper | undefined => (sealed?.userId === userId ? sealed : undefined);

/** On a shared device they end with the tab. Throws if the browser forbids storage. */
const storage = (): Storage => (isSharedDevice() ? ofTab() : localStorage);

export function readUnsaved(userId: string, of: string): string | undefined {
  const keeper = sealedOf(userId);
  if (keeper) return keeper.words.get(of);
  const key = keyOf(userId, of);
  return unstored.get(key) ?? readStorage(key, storage) ?? undefined;
}

/** Returns false if the browser could not store the words, which then last as long as the page. */
export function keepUnsaved(userId: string, of: string, words: string): boolean {
  const keeper = sealedOf(userId);
  if (keeper) {
    keeper.words.set(of, words);
    keeper.keep(of, words);
    return true;
  }
  const key = keyOf(userId, of);
  const isStored = writeStorage(key, words, storage);
  if (isStored) unstored.delete(key);
  else unstored.set(key, words);
  return isStored;
}

export function dropUnsaved(userId: string, of: string): void {
  const keeper = sealedOf(userId);
  if (keeper?.words.delete(of)) keeper.keep(of, null);
  dropStored(userId, of);
}

/** The `of` of all unsaved words of a user. */
export function listUnsaved(userId: string): string[] {
  const keeper = sealedOf(userId);
  return keeper ? [...keeper.words.keys()] : listStored(userId);
}

/** Deletes all unsaved words of a user, at a logout. */
export function dropAllUnsaved(userId: string): void {
  for (const of of listUnsaved(userId)) dropUnsaved(userId, of);
}

/** The `of` of the words in the browser's storage. */
export function listStored(userId: string): string[] {
  const own = `${keyOf(userId, '')}.`;
  const keys = new Set(unstored.keys());
  try {
    for (let n = 0; n < storage().length; n += 1) keys.add(storage().key(n) ?? '');
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
  return [...keys].flatMap((key) => (key.startsWith(own) ? [key.slice(own.length)] : []));
}

export function dropStored(userId: string, of: string): void {
  const key = keyOf(userId, of);
  unstored.delete(key);
  writeStorage(key, null, storage);
}

type OnElsewhere = (of: string, words: string | null) => void;

const listeners = new Set<OnElsewhere>();

/** Tells this tab that another tab has changed unsaved words of the signed-in user. */
export function noteElsewhere(of: string, words: string | null): void {
  for (const listener of [...listeners]) listener(of, words);
}

/**
 * Calls `onChange` when another tab changes or deletes unsaved words. Returns a function that stops listening. A logout
 * deletes them too, but by then every tab has ended its session.
 */
export function onUnsavedElsewhere(onChange: OnElsewhere): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

window.addEventListener('storage', ({ key, newValue }) => {
  const own = `${keyOf(signedInId() ?? '', '')}.`;
  if (key?.startsWith(own)) noteElsewhere(key.slice(own.length), newValue);
});

/** Whether all changes of unsaved words are on the disk, on their way to it, or only in memory since it is full. */
export const keepingStore = createStore<'kept' | 'keeping' | 'failed'>('kept');

/** Resolves when all changes of unsaved words are stored, or could not be. */
export function unsavedKept(): Promise<void> {
  return new Promise((resolve) => {
    if (keepingStore.get() !== 'keeping') return resolve();
    const stop = keepingStore.subscribe(() => {
      if (keepingStore.get() === 'keeping') return;
      stop();
      resolve();
    });
  });
}

/** The same, but waits no longer than some milliseconds: a disk may not answer. Never fails. */
export const unsavedKeptWithin = (ms: number): Promise<void> =>
  within(ms, unsavedKept()).catch(() => undefined);

const typing = new Set<() => void>();

/** Registers `keep`, which `keepNow` calls. Returns a function that removes it. */
export function onKeepNow(keep: () => void): () => void {
  typing.add(keep);
  return () => typing.delete(keep);
}

/** Keeps the words that the user is typing right now. */
export function keepNow(): void {
  for (const keep of [...typing]) keep();
}
