/**
 * A mark in storage that is set at a logout and removed when the server has confirmed it. It survives a reload, so a
 * logout without a connection stays in effect, and it tells other tabs.
 */
const KEY = 'inner-weather.leaving';

export function markLeaving(): void {
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without storage, a logout that did not reach the server lasts only as long as the page.
  }
}

export function forgetLeaving(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

export function isLeaving(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Calls `onLogout` when another tab logs out. Returns a function that stops listening. */
export function onLeaving(onLogout: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY && event.newValue !== null) onLogout();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
