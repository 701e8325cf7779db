import { ofTab, readStorage, writeStorage } from '../remembered';

const SHARED = 'inner-weather.shared';

/** If storage is forbidden, the mark lasts as long as the page. */
let isSharedHere = false;

/** Whether the signed-in user said at login that others use this device, too. Nothing is kept on it then. */
export function isSharedDevice(): boolean {
  return isSharedHere || readStorage(SHARED) !== null || readStorage(SHARED, ofTab) !== null;
}

/** Set it before the session opens. A session that ends sets it to false. */
export function setSharedDevice(isShared: boolean): void {
  isSharedHere = isShared;
  // One of them may be full.
  writeStorage(SHARED, isShared ? 'yes' : null);
  writeStorage(SHARED, isShared ? 'yes' : null, ofTab);
}
