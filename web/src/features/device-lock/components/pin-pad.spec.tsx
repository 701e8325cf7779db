import { createRoot } from 'react-dom/client';
import { PinPad } from './pin-pad';

it('hears a digit that is typed as soon as it is there', async () => {
  // As in a browser: Testing Library would draw it and run its effects at once.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const place = document.body.appendChild(document.createElement('div'));
  const status = () => place.querySelector('[role=status]')?.textContent;
  const seen = (words: string) =>
    new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!status()?.startsWith(words)) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(place, { childList: true, subtree: true, characterData: true });
    });
  const drawn = seen('0 of 6');
  createRoot(place).render(<PinPad isOpen onPin={() => Promise.resolve()} />);
  await drawn;
  const heard = seen('1 of 6');
  window.dispatchEvent(new KeyboardEvent('keydown', { key: '4' }));
  await heard;
});
