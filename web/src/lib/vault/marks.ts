/*
 * Marks in the browser's storage, which is read at once and by all tabs: of whom this device keeps anything, whether others
 * use it, and whether a logout is under way. If storage is forbidden, nothing is kept and the marks are not set.
 */

const USER = 'inner-weather.device-user';
const SHARED = 'inner-weather.shared';
const LEAVING = 'inner-weather.leaving';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param value null removes the mark */
function write(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // Storage is forbidden or full.
  }
}

const local = () => localStorage;
const ofTab = () => sessionStorage;

/** The id of the user of whom this device keeps something; undefined if it keeps nothing. */
export const deviceUser = (): string | undefined => read(USER) ?? undefined;

export const setDeviceUser = (userId: string): void => write(local, USER, userId);

export const clearDeviceUser = (): void => write(local, USER, null);

/** If storage is forbidden, the mark lasts as long as the page. */
let isSharedHere = false;

/** Whether the signed-in user said at login that others use this device, too. Nothing is kept on it then. */
export function isSharedDevice(): boolean {
  try {
    return isSharedHere || read(SHARED) !== null || sessionStorage.getItem(SHARED) !== null;
  } catch {
    return isSharedHere;
  }
}

/** Set it before the session opens. A session that ends sets it to false. */
export function setSharedDevice(isShared: boolean): void {
  isSharedHere = isShared;
  // One of them may be full.
  for (const storage of [local, ofTab]) write(storage, SHARED, isShared ? 'yes' : null);
}

/**
 * Marks a logout until the server has confirmed it. The mark survives a reload, so a logout without a connection stays in
 * effect, and it tells other tabs.
 */
export const markLeaving = (): void => write(local, LEAVING, String(Date.now()));

export const forgetLeaving = (): void => write(local, LEAVING, null);

export const isLeaving = (): boolean => read(LEAVING) !== null;

/** Calls `onLogout` when another tab logs out. Returns a function that stops listening. */
export function onLeaving(onLogout: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === LEAVING && event.newValue !== null) onLogout();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
