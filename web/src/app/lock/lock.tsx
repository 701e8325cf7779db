import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LockScreen } from '../../features/device-lock/components/lock-screen';
import { loadMessages } from '../../lib/language/language';
import { readLock } from '../../lib/vault/lock';
import { lockedUser, markLock } from '../../lib/vault/lock-mark';

/** Shows the lock of this device in place of the page, which starts once it is open. */
export async function lock(root: Element, start: () => void): Promise<void> {
  const userId = lockedUser() ?? '';
  const facts = await readLock(userId);
  if (!facts?.hasPin) {
    // Its user has logged out, or has to log in.
    markLock(null);
    start();
    return;
  }
  await loadMessages('frame', 'lock');
  const screen = createRoot(root);
  const open = () => {
    screen.unmount();
    start();
  };
  screen.render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <LockScreen userId={userId} lock={facts} onOpen={open} />
      </I18nProvider>
    </StrictMode>,
  );
}
