/*
 * The names under which the tabs of a browser and its service worker share what waits to be sent.
 */

const NAME = 'inner-weather.waiting';

/** The BroadcastChannel that says that what waits of a user has changed. */
export const channelOf = (userId: string): string => `${NAME}.${userId}`;

/** The Web Lock of the one that sends what waits of a user. */
export const sendingLockOf = (userId: string): string => `${NAME}.sending.${userId}`;

/** The tag of the Background Sync. */
export const SYNC_TAG = NAME;

/** Begins the names of what the service worker has sent: see `SentInBackground`. */
export const SENT = 'sent.';
