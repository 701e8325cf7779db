/**
 * A mark in storage, set at a logout and taken away when the server has confirmed it. It survives a reload, so
 * that a logout without a connection holds; and other tabs hear of it.
 */
const KEY = 'inner-weather.leaving';

export function markLeaving(): void {
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without storage a logout that did not reach the server ends with the page only.
  }
}

export function forgetLeaving(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

export function isLeaving(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Calls back when another tab logs out. Returns the way to stop listening. */
export function onLeaving(left: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY && event.newValue !== null) left();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
