import { logOut } from '../api/log-out';
import { endSession, prepareSession, sessionStore, type SessionUser } from '../api/session';
import { isUnreachable } from '../api/unreachable';
import { page } from '../language/language';
import { moveEdition } from '../drafts/drafts';
import { isRecent, type Sent } from '../outbox/sender';
import { openDrafts } from '../drafts/sealed-drafts';
import { deviceUser, forgetLeaving, setDeviceUser } from '../vault/marks';
import { SENT } from '../vault/names';
import { readLock } from '../vault/lock';
import { lockedUser } from '../vault/lock-mark';
import { isSharedDevice } from '../vault/shared-device';
import { lockState, markLock, usersHere } from '../vault/vault';
import { within } from '../within';
import { readUser, USER } from './copy';
import { noteSent } from './entries';

/** Milliseconds in which the session is restored if there is a connection that is worth to wait for. */
const PATIENCE_MS = 1_000;

/**
 * Opens the page as the user whom this device keeps if the session could not be restored because the server cannot be
 * reached, or takes too long to answer. Such a session has no token yet: the first call that reaches the server gets one.
 */
export async function orOpenAsKept(restored: Promise<unknown>): Promise<void> {
  try {
    await ((await keptUser()) ? within(PATIENCE_MS, restored) : restored);
  } catch (error) {
    const user = isUnreachable(error) ? await keptUser() : undefined;
    if (!user) {
      if (isUnreachable(error)) await beginLocked();
      throw error;
    }
    await prepareSession(user);
    if (sessionStore.get().status !== 'restoring') return;
    sessionStore.set({ status: 'authenticated', token: '', user });
  }
}

/**
 * A browser that was killed may have lost the mark of a lock, and what that lock closes is all that the page could open: it
 * begins once more, with the lock.
 */
async function beginLocked(): Promise<void> {
  for (const id of await usersHere().catch(() => [])) {
    const lock = await readLock(id).catch(() => undefined);
    if (!lock?.hasPin || (await lockState(id)) !== 'closed') continue;
    markLock(id);
    // A browser that stores no mark would begin again and again.
    if (lockedUser() === id) return page.reload();
  }
}

/** Finishes a logout that did not reach the server: its cookie is still good. */
export async function finishLeaving(): Promise<void> {
  await logOut(undefined);
  forgetLeaving();
  endSession('none');
}

/** Milliseconds for what the device keeps. A database that does not answer must not hold up the page. */
const DEVICE_MS = 3_000;

/** Gets what this device keeps ready for a session that opens: the user's drafts, and who they are, for the next start. */
export async function prepareDevice(user: SessionUser, token?: string): Promise<void> {
  await openLock(user.id, token);
  await within(DEVICE_MS, prepare(user));
}

/** What the device keeps of a user with a lock is closed until it is open. A killed browser may have lost the mark. */
async function openLock(userId: string, token: string | undefined): Promise<void> {
  if (isSharedDevice()) return;
  const state = await within(DEVICE_MS, lockState(userId));
  markLock(state === 'none' ? null : userId);
  if (state !== 'closed') return;
  const { openAfterLogin } = await import('../device-lock/after-login');
  await openAfterLogin(userId, token);
}

async function prepare(user: SessionUser): Promise<void> {
  const vault = await openDrafts(user.id);
  if (!vault) return;
  setDeviceUser(user.id);
  // What was sent while no page was open. A card looks for its edition once, when it is drawn.
  const sent = ([...(await vault.list(SENT)).values()] as Sent[]).filter(isRecent);
  for (const { entryId, kind, entry } of sent)
    if (entry && kind === 'create') moveEdition(user.id, entryId, entry);
  await noteSent(vault, sent);
  await vault.keep(USER, user);
}

/** The user whose page this device keeps. A browser that was killed may have lost the mark that says who it is. */
async function keptUser(): Promise<SessionUser | undefined> {
  const marked = deviceUser();
  const ids = marked === undefined ? await usersHere().catch(() => []) : [marked];
  for (const id of ids) {
    const user = await readUser(id);
    if (user) return user;
  }
  return undefined;
}
