import { endSession, sessionStore } from '../api/session';
import { dropAllUnsaved } from '../drafts/unsaved';
import { isSharedDevice, setSharedDevice } from './shared-device';

let isWatching = false;

/**
 * From now on, deletes what this device keeps of users who are not signed in: now, because a session may have ended while
 * the page was closed, and whenever the user changes. `forget-device.ts` does it, which is loaded only if something is
 * kept.
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
    void forget(hasLeft ? owner : undefined);
    if (next === undefined && owner !== undefined) setSharedDevice(false);
    isStarting = false;
    owner = next;
  };
  sessionStore.subscribe(look);
  look();
}

async function forget(leftId: string | undefined): Promise<void> {
  try {
    // Reminders of a user who has logged out do not go on here.
    if (leftId !== undefined) await (await import('./push-subscription')).endSubscription();
    if (await hasDatabase()) await (await import('./forget-device')).forgetAbsent(leftId);
  } catch {
    // The browser keeps nothing, or is asked again when the page starts.
  }
}

/** Opening the database to look would create it. */
async function hasDatabase(): Promise<boolean> {
  const { databases } = indexedDB as Partial<IDBFactory>;
  return !databases || (await indexedDB.databases()).some(({ name }) => name === 'inner-weather');
}
