import { endSession, sessionStore, signedInId } from '../lib/api/session';
import { dropAllUnsaved } from '../lib/drafts/unsaved';
import { GENERATION, SENT } from '../lib/vault/names';
import { isSharedDevice, setSharedDevice } from '../lib/vault/shared-device';

let isWatching = false;

/**
 * From now on, deletes what this device keeps of users who are not signed in: now, because a session may have ended while
 * the page was closed, and whenever the user changes.
 */
export function forgetAbsentUsers(): void {
  if (isWatching) return;
  isWatching = true;
  let owner: string | undefined;
  let isStarting = true;
  const look = () => {
    const session = sessionStore.get();
    if (session.status === 'restoring') return;
    if (session.status === 'anonymous' && session.reason === 'expired' && isSharedDevice()) {
      // On a shared device it is over like any other, and its words must not stay for the next person.
      if (owner !== undefined) dropAllUnsaved(owner);
      endSession('none');
      return;
    }
    const next = session.status === 'authenticated' ? session.user.id : undefined;
    if (!isStarting && next === owner) return;
    const hasLeft = session.status === 'anonymous' && session.reason !== 'expired';
    if (hasLeft && owner !== undefined) dropAllUnsaved(owner);
    void forget(hasLeft ? owner : undefined);
    if (next === undefined && owner !== undefined) setSharedDevice(false);
    isStarting = false;
    owner = next;
  };
  sessionStore.subscribe(look);
  look();
}

async function forget(leftId: string | undefined): Promise<void> {
  // The browser keeps nothing, or is asked again when the page starts. One that fails must not hold up the other.
  await Promise.allSettled([
    // Reminders of a user who has logged out do not go on here.
    leftId !== undefined &&
      import('../lib/push/subscription').then(({ endSubscription }) => endSubscription()),
    hasDatabase().then((has) => (has ? forgetAbsent(leftId) : undefined)),
  ]);
}

/**
 * Deletes what this device keeps of users who are not signed in. Drafts and what waits of them stay sealed until they log in
 * again, except those of the user who has just logged out. On a shared device nothing is kept of the signed-in user either.
 */
async function forgetAbsent(leftId: string | undefined): Promise<void> {
  const { forgetUser, usersHere } = await import('../lib/vault/vault');
  const here = await usersHere();
  // The server may be slow to answer about the others, and the tab may be closed soon.
  for (const userId of [...new Set([...here.filter((id) => id === leftId), ...here])]) {
    // The same user may have logged in again in the meantime.
    const isSignedIn = userId === signedInId();
    if (isSignedIn && !isSharedDevice()) continue;
    const everything = userId === leftId && !isSignedIn;
    const except = everything || isSignedIn ? [] : await toCompare(userId);
    await forgetUser(userId, { everything, except });
  }
}

/**
 * Begins the names of what the vault keeps to compare after the next login: a server that was restored from a backup may have
 * ended the session. It stays also while that cannot be asked, as in a tab whose version is gone: the next start asks again.
 */
async function toCompare(userId: string): Promise<string[]> {
  const mayBeRestored = await import('../lib/outbox/restored')
    .then(({ wasRestored }) => wasRestored(userId))
    .catch(() => true);
  return mayBeRestored ? [SENT, GENERATION] : [];
}

/** Opening the database to look would create it. */
async function hasDatabase(): Promise<boolean> {
  const { databases } = indexedDB as Partial<IDBFactory>;
  return !databases || (await indexedDB.databases()).some(({ name }) => name === 'inner-weather');
}
