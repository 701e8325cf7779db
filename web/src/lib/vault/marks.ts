import { readStorage, writeStorage } from '../remembered';

/*
 * Marks in the browser's storage, which is read at once and by all tabs: of whom this device keeps anything, and whether a
 * logout is under way. If storage is forbidden, nothing is kept and the marks are not set.
 */

const USER = 'inner-weather.device-user';
const LEAVING = 'inner-weather.leaving';
const GIVEN_UP = 'given-up';

/** The id of the user of whom this device keeps something; undefined if it keeps nothing. */
export const deviceUser = (): string | undefined => readStorage(USER) ?? undefined;

export const setDeviceUser = (userId: string): void => void writeStorage(USER, userId);

export const clearDeviceUser = (): void => void writeStorage(USER, null);

/**
 * Marks a logout until the server has confirmed it. The mark survives a reload, so a logout without a connection stays in
 * effect, and it tells other tabs.
 */
export const markLeaving = (): void => void writeStorage(LEAVING, String(Date.now()));

/** The same after a lock was given up: what is not sent yet stays sealed until its user logs in. */
export const markGivenUp = (): void => void writeStorage(LEAVING, `${GIVEN_UP} ${Date.now()}`);

export const forgetLeaving = (): void => void writeStorage(LEAVING, null);

export const isLeaving = (): boolean => readStorage(LEAVING) !== null;

/** Calls `onLogout` when another tab logs out, or gives the lock up. Returns a function that stops listening. */
export function onLeaving(onLogout: (isGivenUp: boolean) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === LEAVING && event.newValue !== null) onLogout(event.newValue.startsWith(GIVEN_UP));
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
