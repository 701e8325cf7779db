import { openChannel } from '../channel';

/* The tabs of this browser, which lock together. */

const channel = openChannel('inner-weather.lock');

let listener: (() => void) | undefined;
channel?.addEventListener('message', () => listener?.());

/** The other tabs start again, with the lock if there is one. */
export const tellOtherTabs = (): void => channel?.postMessage('lock');

/** Calls `next`, in place of the listener before it, when another tab says so. Returns a function that stops it. */
export function onTold(next: () => void): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = undefined;
  };
}
