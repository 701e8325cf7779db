import { sessionStore } from '../api/session';
import { isSharedDevice } from './shared-device';
import { forgetUser, usersHere } from './vault';

/**
 * Deletes what this device keeps of users who are not signed in. What waits of them stays sealed until they log in again,
 * except that of the user who has just logged out. On a shared device nothing is kept of the signed-in user either.
 */
export async function forgetAbsent(leftId: string | undefined): Promise<void> {
  for (const userId of await usersHere()) {
    // The same user may have logged in again in the meantime.
    const isSignedIn = userId === signedInUser();
    if (!isSignedIn || isSharedDevice())
      await forgetUser(userId, { waiting: userId === leftId && !isSignedIn });
  }
}

function signedInUser(): string | undefined {
  const session = sessionStore.get();
  return session.status === 'authenticated' ? session.user.id : undefined;
}
