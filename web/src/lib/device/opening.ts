import { isUnreachable } from '../api/unreachable';
import { sessionStore } from '../api/session';
import { recoverUnsaved } from './copied-words';
import { readUser, within } from './kept';

/** Milliseconds in which the session is restored if there is a connection that is worth to wait for. */
const PATIENCE_MS = 1_000;

/** Recovers the unsaved words of the user whom this device keeps. A database that does not answer must not hold up the page. */
export function recoverWords(userId: string): Promise<void> {
  return within(PATIENCE_MS, recoverUnsaved(userId));
}

/**
 * Opens the page as the user whom this device keeps if the session could not be restored because the server cannot be
 * reached, or takes too long to answer. Such a session has no token yet: the first call that reaches the server gets one.
 */
export async function orOpenAsKept(userId: string, restored: Promise<unknown>): Promise<void> {
  try {
    const user = await readUser(userId);
    await (user ? within(PATIENCE_MS, restored) : restored);
  } catch (error) {
    const user = isUnreachable(error) ? await readUser(userId) : undefined;
    if (!user) throw error;
    if (sessionStore.get().status === 'restoring')
      sessionStore.set({ status: 'authenticated', token: '', user });
  }
}
