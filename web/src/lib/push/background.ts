import { userOfToken } from '../api/token';
import { clientOf, fetchToken } from '../outbox/background';
import { readReminded } from './reminded';
import { renewSubscription } from './subscription';

/** Renews the push subscription without a page. If the session has ended, the next page that is opened does it. */
export async function renewInBackground(pushManager: PushManager): Promise<void> {
  if (!(await readReminded())) return;
  const token = await fetchToken();
  if (token === undefined) return;
  await renewSubscription(clientOf(token), pushManager, userOfToken(token).id);
}
