import type { BrowserContext, CDPSession } from 'playwright-core';

export const SYNC_TAG = 'inner-weather.waiting';

/**
 * Returns a function that dispatches the event as the developer tools do, since Chromium without windows has Background Sync
 * switched off.
 */
export async function syncOf(context: BrowserContext): Promise<() => Promise<void>> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const { registrationId, origin } = await registrationOf(devTools);
  return async () => {
    // Chromium without windows has no badge either, and ends a worker that asks for one.
    for (const worker of context.serviceWorkers())
      await worker.evaluate(() => {
        Object.assign(navigator, { setAppBadge: undefined, clearAppBadge: undefined });
      });
    await devTools.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId,
      tag: SYNC_TAG,
      lastChance: false,
    });
  };
}

/** The service worker of a page, as the developer tools name it. */
export async function registrationOf(
  devTools: CDPSession,
): Promise<{ registrationId: string; origin: string }> {
  const registered = new Promise<{ registrationId: string; scopeURL: string }>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const { registrationId, scopeURL } = await registered;
  return { registrationId, origin: new URL(scopeURL).origin };
}
