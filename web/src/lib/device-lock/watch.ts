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

/**
 * Milliseconds out of sight after which the page locks at the earliest while the lock is held: time to take a photo or to
 * fetch a code in another app, and not enough for a device that was put down to stay open for long.
 */
const HELD_MS = 300_000;

const holds = new Set<symbol>();

/**
 * From now on the page locks later, since its user needs another app and what the page has is only in its memory. Returns
 * a function that ends it.
 */
export function holdLock(): () => void {
  const hold = Symbol();
  holds.add(hold);
  return () => void holds.delete(hold);
}

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
  let leaveSight: (() => Promise<void>) | undefined;
  let endChoice: (() => void) | undefined;

  const awayMs = (): number | undefined => {
    const ms = lockedUser() === userId ? lockStore.get()?.awayMs : undefined;
    return ms === undefined || holds.size === 0 ? ms : Math.max(ms, HELD_MS);
  };
  const isAway = (ms: number) => hiddenAt !== undefined && Date.now() - hiddenAt >= ms;
  const look = async (): Promise<void> => {
    const ms = awayMs();
    if (hiddenAt === undefined || ms === undefined || !isAway(ms)) return;
    await leaveSight?.();
    const isElsewhere = await isInSightElsewhere();
    // It has come back meanwhile.
    if (hiddenAt === undefined) return;
    if (!isElsewhere) return lockNow();
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
    // A tab that is held counts as in sight, or another one would lock it.
    if (holds.size === 0) void leaveSight?.();
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
    endChoice?.();
    void leaveSight?.();
    leaveSight = comeInSight();
  };
  // On a phone, the camera and whatever else offers files hide the page.
  const holdForFile = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
    endChoice?.();
    const release = (endChoice = holdLock());
    // The files may come before the page is in sight, which must not lock it then.
    const end = () => document.visibilityState === 'visible' && release();
    target.addEventListener('change', end, { once: true });
    target.addEventListener('cancel', end, { once: true });
  };
  const onVisibility = () => (document.visibilityState === 'hidden' ? hide() : show());

  void readLockOf(userId).catch(() => undefined);
  onVisibility();
  document.addEventListener('visibilitychange', onVisibility);
  document.addEventListener('click', holdForFile, true);
  const stopHearing = onTold(() => void lockTab());
  return () => {
    clearTimeout(timer);
    endChoice?.();
    void leaveSight?.();
    document.removeEventListener('visibilitychange', onVisibility);
    document.removeEventListener('click', holdForFile, true);
    stopHearing();
  };
}

/** Returns a function that ends it, whose promise is kept once other tabs see that. */
function comeInSight(): () => Promise<void> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  let leave = (): void => undefined;
  const gone = new Promise<void>((resolve) => (leave = resolve));
  const left = locks?.request(IN_SIGHT, { mode: 'shared' }, () => gone).catch(() => undefined);
  return async () => {
    leave();
    await left;
  };
}

async function isInSightElsewhere(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === IN_SIGHT);
}
