import { isInstalled, menuToInstall } from '../../../lib/device/install-offer';
import { endSubscription, existingSubscription, targetOf } from '../../../lib/device/push-subscription';
import { deviceIdOf } from '../../../lib/device/reminded';
import type { components } from '../../../lib/api/api-types.gen';

/** The user did not allow notifications. */
export class NotAllowedError extends Error {}

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
 * Asks for permission, which browsers allow after a click only, and subscribes. Throws a NotAllowedError.
 * @param vapidPublicKey in base64url
 */
export async function subscribeThisDevice(
  vapidPublicKey: string,
): Promise<components['schemas']['SubscribeDto']> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowedError();
  const { pushManager } = await navigator.serviceWorker.ready;
  // An earlier one may be another user's, whose reminders end with it, or made for the key of another installation.
  await endSubscription();
  const options = { userVisibleOnly: true, applicationServerKey: vapidPublicKey };
  return targetOf(await pushManager.subscribe(options));
}
