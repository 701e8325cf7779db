/*
 * Whether the signed-in user said at login that others use this device, too. Nothing is kept on it then. The mark is in
 * the browser's storage, so that all tabs and the next start of the page know it. It is removed when the session ends.
 */

const KEY = 'inner-weather.shared';

/** If storage is forbidden, the mark lasts as long as the page. */
let unstored = false;

export function isSharedDevice(): boolean {
  if (unstored) return true;
  try {
    return localStorage.getItem(KEY) !== null || sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Set it before the session opens. A session that ends sets it to false. */
export function setSharedDevice(isShared: boolean): void {
  unstored = isShared;
  for (const storage of storages())
    try {
      if (isShared) storage.setItem(KEY, 'yes');
      else storage.removeItem(KEY);
    } catch {
      // The storage is full: `unstored` tells it to this page.
    }
}

/** Throws nothing, also if the browser forbids storage. */
function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage];
  } catch {
    return [];
  }
}
