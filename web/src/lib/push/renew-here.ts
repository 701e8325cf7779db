import { api } from '../api/api-client';

/** Renews the push subscription of this browser, if the signed-in user may be reminded here. */
export async function renewHere(userId: string): Promise<void> {
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>;
  if (!serviceWorker || !('Notification' in window) || Notification.permission !== 'granted') return;
  const { pushManager } = await serviceWorker.ready;
  const { renewSubscription } = await import('./subscription');
  await renewSubscription(api, pushManager, userId);
}
