import { isInstalled, menuToInstall } from '../../../lib/install-offer';
import { endSubscription, existingSubscription, targetOf } from '../../../lib/push/subscription';
import { deviceIdOf } from '../../../lib/push/reminded';
import type { components } from '../../../lib/api/api-types.gen';

/** The user did not allow notifications. */
export class NotAllowedError extends Error {}

/** The browser did not subscribe, though notifications are allowed. */
export class NotSubscribedError extends Error {}

/** Milliseconds until the browser must have subscribed. A service worker that could not be installed is never ready. */
const PATIENCE_MS = 20_000;

/** Whether this browser can receive reminders. Those of iPhones and iPads can once the page is installed. */
export function pushSupport(): 'yes' | 'no' | 'installed' {
  const known = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (known) return 'yes';
  return menuToInstall() === 'share' && !isInstalled() ? 'installed' : 'no';
}

/** Whether the user has forbidden notifications: the browser does not ask again. */
export const isForbidden = (): boolean => 'Notification' in window && Notification.permission === 'denied';

/** The id of this browser among a user's devices; undefined if it is not subscribed. */
export async function thisDeviceId(userId: string): Promise<string | undefined> {
  const subscription = await existingSubscription();
  return subscription && deviceIdOf(userId, subscription.endpoint);
}

/**
 * Asks for permission, which browsers allow after a click only, and subscribes. Throws a NotAllowedError or a NotSubscribedError.
 * @param vapidPublicKey in base64url
 */
export async function subscribeThisDevice(
  vapidPublicKey: string,
): Promise<components['schemas']['SubscribeDto']> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowedError();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotSubscribedError()), PATIENCE_MS);
  });
  return Promise.race([subscribe(vapidPublicKey), limit])
    .catch((error: unknown) => {
      throw new NotSubscribedError('The browser did not subscribe.', { cause: error });
    })
    .finally(() => clearTimeout(timer));
}

async function subscribe(vapidPublicKey: string): Promise<components['schemas']['SubscribeDto']> {
  const { pushManager } = await navigator.serviceWorker.ready;
  // An earlier one may be another user's, whose reminders end with it, or made for the key of another installation.
  await endSubscription();
  const options = { userVisibleOnly: true, applicationServerKey: vapidPublicKey };
  return targetOf(await pushManager.subscribe(options));
}
