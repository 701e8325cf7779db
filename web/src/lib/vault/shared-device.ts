import { ofTab, readStorage, writeStorage } from '../remembered';

const SHARED = 'inner-weather.shared';

/**
 * What this page has read once, or was told: storage may be forbidden, and another tab whose session ends first takes the
 * mark away while words of that session are on this one.
 */
let isSharedHere = false;

/** Whether the signed-in user said at login that others use this device, too. Nothing is kept on it then. */
export function isSharedDevice(): boolean {
  isSharedHere ||= readStorage(SHARED) !== null || readStorage(SHARED, ofTab) !== null;
  return isSharedHere;
}

/** Set it before the session opens. A session that ends sets it to false. */
export function setSharedDevice(isShared: boolean): void {
  isSharedHere = isShared;
  // One of them may be full.
  writeStorage(SHARED, isShared ? 'yes' : null);
  writeStorage(SHARED, isShared ? 'yes' : null, ofTab);
}
