import { keepNow, unsavedKeptWithin } from '../drafts/unsaved';
import { page } from '../language/language';
import { createStore } from '../store';
import { type LockFacts, readLock } from '../vault/lock';
import { lockedUser } from '../vault/lock-mark';
import { markLock } from '../vault/vault';
import { markGivenUp } from '../vault/marks';
import { onTold, tellOtherTabs } from './other-tabs';

/*
 * When the page locks: once no tab of the journal was in sight for some minutes, and at once when the person says so.
 * Locking loads the page again, since nothing else empties its memory.
 */

/** The lock of the signed-in user on this device; undefined if there is none. */
export const lockStore = createStore<LockFacts | undefined>(undefined);

/** Each tab in sight has it, shared. */
const IN_SIGHT = 'inner-weather.lock.in-sight';

/** Milliseconds for words that are not on the disk yet. */
const KEEP_MS = 3_000;

/** Reads the lock again after a change. */
export async function readLockOf(userId: string): Promise<void> {
  lockStore.set(await readLock(userId));
}

/** Locks this tab and all others. Also what to do when the lock was set or removed: their keys are old then. */
export async function lockNow(): Promise<void> {
  tellOtherTabs();
  await lockTab();
}

async function lockTab(): Promise<void> {
  document.documentElement.hidden = true;
  keepNow();
  await unsavedKeptWithin(KEEP_MS);
  page.reload();
}

/** Leads to the login after the lock was given up. The session ends here, too. */
export function leaveToLogin(): void {
  markLock(null);
  markGivenUp();
  tellOtherTabs();
  window.location.replace('/login');
}

/** Locks the page after its user was away, and with other tabs. Returns a function that stops it. */
export function watchLock(userId: string): () => void {
  let hiddenAt: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leaveSight: (() => void) | undefined;

  const awayMs = () => (lockedUser() === userId ? lockStore.get()?.awayMs : undefined);
  const isAway = (ms: number) => hiddenAt !== undefined && Date.now() - hiddenAt >= ms;
  const look = async (): Promise<void> => {
    const ms = awayMs();
    if (hiddenAt === undefined || ms === undefined || !isAway(ms)) return;
    if (!(await isInSightElsewhere())) return lockNow();
    hiddenAt = Date.now();
    wait(ms);
  };
  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), ms);
  };
  const waitIfHidden = (): void => {
    const ms = awayMs();
    if (hiddenAt !== undefined && ms !== undefined) wait(ms);
  };
  const hide = (): void => {
    leaveSight?.();
    hiddenAt = Date.now();
    waitIfHidden();
    // Another tab may have set how long to wait.
    void readLockOf(userId).then(waitIfHidden, () => undefined);
  };
  const show = (): void => {
    clearTimeout(timer);
    const ms = awayMs();
    // A browser may have stopped the timers of a page that nobody saw.
    if (ms !== undefined && isAway(ms)) return void lockNow();
    hiddenAt = undefined;
    leaveSight = comeInSight();
  };
  const onVisibility = () => (document.visibilityState === 'hidden' ? hide() : show());

  void readLockOf(userId).catch(() => undefined);
  onVisibility();
  document.addEventListener('visibilitychange', onVisibility);
  const stopHearing = onTold(() => void lockTab());
  return () => {
    clearTimeout(timer);
    leaveSight?.();
    document.removeEventListener('visibilitychange', onVisibility);
    stopHearing();
  };
}

function comeInSight(): () => void {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  let leave = (): void => undefined;
  const gone = new Promise<void>((resolve) => (leave = resolve));
  locks?.request(IN_SIGHT, { mode: 'shared' }, () => gone).catch(() => undefined);
  return leave;
}

async function isInSightElsewhere(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === IN_SIGHT);
}
