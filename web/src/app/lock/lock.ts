import { onTold } from '../../lib/device-lock/other-tabs';
import { page } from '../../lib/language/language';
import { readLock } from '../../lib/vault/lock';
import { lockedUser } from '../../lib/vault/lock-mark';
import { markLock } from '../../lib/vault/vault';

/** Shows the lock of this device in place of the page, which starts once it is open. */
export async function lock(root: Element, start: () => void): Promise<void> {
  const userId = lockedUser() ?? '';
  // A browser that does not let this page read its disk says nothing of the lock, either.
  const facts = await readLock(userId).catch(() => null);
  if (facts !== null && !facts?.hasPin) {
    // Its user has logged out, or has to log in.
    markLock(null);
    start();
    return;
  }
  // An opened page shows entries before it has loaded what watches the lock.
  onTold(() => page.reload());
  const { drawLock } = await import('./draw-lock');
  await drawLock(root, { userId, lock: facts, onOpen: start });
}
