/**
 * Unsaved words, by their writer and by `of`: a new entry, a deletion, or an entry's id for an edit of that entry. They stay in
 * the browser's storage until they are saved or their writer logs out, or in memory if storage is forbidden or full. A
 * session that expires leaves them: only their writer is shown them again.
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

/** False if the browser could not store it; it then lasts as long as the page. */
export function keepUnsaved(userId: string, of: string, words: string): boolean {
  const key = keyOf(userId, of);
  try {
    localStorage.setItem(key, words);
    unstored.delete(key);
    return true;
  } catch {
    unstored.set(key, words);
    return false;
  }
}

export function dropUnsaved(userId: string, of: string): void {
  dropKey(keyOf(userId, of));
}

/** The `of` of everything unsaved of a user. */
export function listUnsaved(userId: string): string[] {
  const own = keyOf(userId, '');
  return keys().flatMap((key) => {
    if (key === own) return [''];
    return key.startsWith(`${own}.`) ? [key.slice(own.length + 1)] : [];
  });
}

/** Deletes everything unsaved of a user: they have logged out. */
export function dropAllUnsaved(userId: string): void {
  for (const of of listUnsaved(userId)) dropUnsaved(userId, of);
}

/**
 * Calls `heard` when another tab deletes what is kept at a place. Returns a function that stops listening. A logout
 * deletes too, but every tab has left the session before that.
 */
export function onDroppedElsewhere(userId: string, heard: (of: string) => void): () => void {
  const own = keyOf(userId, '') + '.';
  const listen = ({ key, newValue }: StorageEvent): void => {
    if (newValue === null && key?.startsWith(own)) heard(key.slice(own.length));
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

const keepers = new Set<() => void>();

/** Registers `keep`, which `keepNow` calls. Returns a function that removes it. */
export function onKeepNow(keep: () => void): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

/** Stores what is being written at this moment. */
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
