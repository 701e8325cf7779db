/**
 * The id of the user whom this device keeps, in storage that is read at once. What is kept of them is in lib/device, which
 * is loaded later.
 */
const KEY = 'inner-weather.device-user';

/** When unsaved words last changed. A browser writes it to the disk together with them. */
const WORDS_AT = 'inner-weather.words-at';

/** Undefined if this device keeps nothing. */
export function deviceUser(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

export function setDeviceUser(userId: string): void {
  try {
    localStorage.setItem(KEY, userId);
  } catch {
    // Without storage, the page opens only with a connection.
  }
}

export function clearDeviceUser(): void {
  try {
    localStorage.removeItem(KEY);
    localStorage.removeItem(WORDS_AT);
  } catch {
    // Nothing was stored.
  }
}

/** The time of a change of unsaved words, in milliseconds since 1970, but always later than the one before, of any tab. */
export function stampWords(): number {
  const at = Math.max(Date.now(), lastWordsStamp() + 1);
  try {
    localStorage.setItem(WORDS_AT, String(at));
  } catch {
    // The storage is full, as it is for the words.
  }
  return at;
}

/** The time of the last change that storage has. */
export function lastWordsStamp(): number {
  try {
    return Number(localStorage.getItem(WORDS_AT));
  } catch {
    return 0;
  }
}
