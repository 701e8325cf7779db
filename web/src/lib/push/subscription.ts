import type { Client } from 'openapi-fetch';
import type { components, paths } from '../api/api-types.gen';
import { base64url, deviceIdOf, forgetReminded, keepReminded, readReminded } from './reminded';

/** The service worker of this browser; undefined if it has none, or cannot receive pushes. */
async function pushRegistration(): Promise<ServiceWorkerRegistration | undefined> {
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

/**
 * Brings this browser's push subscription and the server together again. The browser may have replaced or dropped it, the
 * server may have another key since, or its user has removed this device on another one. Does nothing unless this user
 * is reminded here. What fails is tried again when the page is opened the next time.
 * @param client sends the token of the user
 */
export async function renewSubscription(
  client: Caller,
  pushManager: PushManager,
  userId: string,
): Promise<void> {
  // The service worker and pages could do it at the same time.
  await navigator.locks.request('inner-weather.reminded', () => renew(client, pushManager, userId));
}

type Caller = Pick<Client<paths>, 'GET' | 'POST' | 'DELETE'>;

async function renew(client: Caller, pushManager: PushManager, userId: string): Promise<void> {
  const reminded = await readReminded();
  if (reminded?.userId !== userId) return;
  const { data } = await client.GET('/api/reminders');
  if (!data) return;
  const subscription = await pushManager.getSubscription();
  const isUnchanged =
    subscription !== null && (await deviceIdOf(userId, subscription.endpoint)) === reminded.deviceId;
  const isKnown = data.devices.some(({ id }) => id === reminded.deviceId);
  if (isUnchanged && !isKnown) {
    await subscription.unsubscribe();
    await forgetReminded();
    return;
  }
  const isOfServer = subscription !== null && isMadeFor(subscription, data.vapidPublicKey);
  if (isUnchanged && isOfServer) return;
  if (!isOfServer) await subscription?.unsubscribe();
  const next = isOfServer
    ? subscription
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: data.vapidPublicKey });
  // First, since there may be no room for one more. If the other call fails, the record still names the old one.
  const path = { id: reminded.deviceId };
  if (isKnown) await client.DELETE('/api/reminders/subscriptions/{id}', { params: { path } });
  const added = await client.POST('/api/reminders/subscriptions', { body: targetOf(next) });
  if (added.data) await keepReminded({ userId, deviceId: added.data.id });
}

/** A browser that does not tell its key counts as one that has the right one. */
function isMadeFor({ options }: PushSubscription, vapidPublicKey: string): boolean {
  const key = options?.applicationServerKey;
  return !key || base64url(key) === vapidPublicKey;
}
