import { readStorage, writeStorage } from '../remembered';

/** The page asks this mark before it starts, since it must not open the database of each visitor. */
const LOCK = 'inner-weather.lock';

/** The id of the user whose lock this device has; null if it has none. */
export const lockedUser = (): string | null => readStorage(LOCK);

export const markLock = (userId: string | null): void => void writeStorage(LOCK, userId);
