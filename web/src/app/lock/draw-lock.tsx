import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type ComponentProps, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LockScreen } from '../../features/device-lock/components/lock-screen';
import { loadMessages } from '../../lib/language/language';

/** Draws the lock, and nothing else. It is gone before `onOpen` is called. */
export async function drawLock(
  root: Element,
  { onOpen, ...props }: ComponentProps<typeof LockScreen>,
): Promise<void> {
  await loadMessages('frame', 'lock');
  const screen = createRoot(root);
  const open = () => {
    screen.unmount();
    onOpen();
  };
  screen.render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <LockScreen {...props} onOpen={open} />
      </I18nProvider>
    </StrictMode>,
  );
}
