import { createStore } from './store';

/**
 * Unsaved words by user and by `of`: a new entry, a deletion, or the id of an edited entry. They stay in the browser's
 * storage until they are saved or the user logs out, or in memory if storage is forbidden or full. They survive an expired
 * session, and only the same user sees them again.
 */
const PREFIX = 'inner-weather.draft.';

const unstored = new Map<string, string>();

const keyOf = (userId: string, of: string): string => PREFIX + userId + (of && `.${of}`);

export function readUnsaved(userId: string, of: string): string | undefined {
  const key = keyOf(userId, of);
  try {
    return unstored.get(key) ?? localStorage.getItem(key) ?? undefined;
  } catch {
    return unstored.get(key);
  }
}

/** Returns false if the browser could not store the words, which then last as long as the page. */
export function keepUnsaved(userId: string, of: string, words: string): boolean {
  const key = keyOf(userId, of);
  try {
    localStorage.setItem(key, words);
    unstored.delete(key);
    copy?.(userId, of, words);
    return true;
  } catch {
    unstored.set(key, words);
    return false;
  }
}

export function dropUnsaved(userId: string, of: string): void {
  dropKey(keyOf(userId, of));
  copy?.(userId, of, null);
}

/** The `of` of all unsaved words of a user. */
export function listUnsaved(userId: string): string[] {
  const own = keyOf(userId, '');
  return keys().flatMap((key) => {
    if (key === own) return [''];
    return key.startsWith(`${own}.`) ? [key.slice(own.length + 1)] : [];
  });
}

/** Deletes all unsaved words of a user, at a logout. */
export function dropAllUnsaved(userId: string): void {
  for (const of of listUnsaved(userId)) dropUnsaved(userId, of);
}

/**
 * Calls `onDropped` when another tab deletes unsaved words. Returns a function that stops listening. A logout deletes them
 * too, but by then every tab has ended its session.
 */
export function onDroppedElsewhere(userId: string, onDropped: (of: string) => void): () => void {
  const own = keyOf(userId, '') + '.';
  const listen = ({ key, newValue }: StorageEvent): void => {
    if (newValue === null && key?.startsWith(own)) onDropped(key.slice(own.length));
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** @param words null if they were deleted */
type Copy = (userId: string, of: string, words: string | null) => void;

let copy: Copy | undefined;

/** Calls `onChange` after each change of this tab. lib/device/copied-words.ts makes a copy that survives a kill. */
export function copyUnsaved(onChange: Copy): void {
  copy = onChange;
}

/** Whether a change of unsaved words is not copied yet. */
export const copyingStore = createStore(false);

/** Resolves when all changes of unsaved words are copied. */
export function unsavedCopied(): Promise<void> {
  return new Promise((resolve) => {
    if (!copyingStore.get()) return resolve();
    const stop = copyingStore.subscribe(() => {
      if (copyingStore.get()) return;
      stop();
      resolve();
    });
  });
}

const keepers = new Set<() => void>();

/** Registers `keep`, which `keepNow` calls. Returns a function that removes it. */
export function onKeepNow(keep: () => void): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

/** Stores the words that the user is typing right now. */
export function keepNow(): void {
  for (const keep of [...keepers]) keep();
}

function dropKey(key: string): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

function keys(): string[] {
  const all = new Set(unstored.keys());
  try {
    for (let n = 0; n < localStorage.length; n += 1) all.add(localStorage.key(n) ?? '');
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
  return [...all].filter((key) => key.startsWith(PREFIX));
}
