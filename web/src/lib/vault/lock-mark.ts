import { readStorage } from '../remembered';

/** The page asks this mark before it starts, since it must not open the database of each visitor. */
export const LOCK = 'inner-weather.lock';

/** The id of the user whose lock this device has; null if it has none. */
export const lockedUser = (): string | null => readStorage(LOCK);
