import type { components } from '../api/api-types.gen';
import { forgetReminded } from './reminded';

/** The service worker of this browser; undefined if it has none, or cannot receive pushes. */
export async function pushRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>;
  if (!serviceWorker || !('PushManager' in window)) return undefined;
  return serviceWorker.getRegistration();
}

/** The push subscription of this browser; undefined if it has none, or cannot have one. */
export async function existingSubscription(): Promise<PushSubscription | undefined> {
  const registration = await pushRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Ends the subscription of this browser. Its push service tells the server so at the next reminder. */
export async function endSubscription(): Promise<void> {
  if (!(await pushRegistration())) return;
  await (await existingSubscription())?.unsubscribe();
  await forgetReminded();
}

/** What the server has to know of a subscription. */
export function targetOf(subscription: PushSubscription): components['schemas']['SubscribeDto'] {
  const { endpoint, keys = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
}
