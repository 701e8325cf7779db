import { createStore, useStore } from '../../lib/store';

/** A version of the page that is ready, and has to be asked to take over. */
const waitingWorker = createStore<ServiceWorker | undefined>(undefined);

/** Milliseconds between two questions to the server whether there is a new version. */
const ASK_MS = 60 * 60_000;

/** Keeps the page on this device, so that it opens without a connection. Browsers do that only over https and on localhost. */
export async function keepPage(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>;
  if (!serviceWorker) return;
  const registration = await serviceWorker.register('/worker.js');
  const offer = () => {
    // The first version has nothing to replace.
    if (serviceWorker.controller && registration.waiting) waitingWorker.set(registration.waiting);
  };
  offer();
  const follow = () => registration.installing?.addEventListener('statechange', offer);
  // The browser looks for a new version as it opens the page, and may have begun to install it by now.
  follow();
  registration.addEventListener('updatefound', follow);
  setInterval(() => void registration.update().catch(() => undefined), ASK_MS);
}

/** Whether a new version of the page is ready. */
export const useNewVersion = (): boolean => useStore(waitingWorker) !== undefined;

/** Loads the page in its new version. */
export function takeNewVersion(): void {
  const worker = waitingWorker.get();
  if (!worker) return;
  // Another tab has already let it take over.
  if (worker.state !== 'installed') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage('activate');
}
