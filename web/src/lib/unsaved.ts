/**
 * Unsaved words, by their writer and by `of`: '' is the new entry, an entry's id an edit of that entry. They stay in
 * the browser's storage until they are saved or the session ends, or in memory if storage is forbidden or full.
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

/** What somebody was writing when their session expired. Only in memory, until anybody signs in. */
let rescued: { userId: string; words: Map<string, string> } | undefined;

export function rescueUnsaved(userId: string, of: string, words: string): void {
  if (rescued?.userId !== userId) rescued = { userId, words: new Map() };
  rescued.words.set(of, words);
}

/** Restores rescued words if their writer signs in, and deletes them if anybody else does. */
export function returnUnsaved(userId: string): void {
  if (rescued?.userId === userId) for (const [of, words] of rescued.words) keepUnsaved(userId, of, words);
  rescued = undefined;
}

/** Deletes everybody's unsaved words from the browser, except that those of `rescueOf` stay in memory. */
export function dropAllUnsaved(rescueOf?: string): void {
  if (rescueOf !== undefined) {
    for (const of of listUnsaved(rescueOf)) {
      const words = readUnsaved(rescueOf, of);
      if (words !== undefined) rescueUnsaved(rescueOf, of, words);
    }
  }
  for (const key of keys()) dropKey(key);
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
