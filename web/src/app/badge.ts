import { showBadge } from '../lib/outbox/badge';
import { waitingStore } from '../lib/outbox/waiting';

/** From now on, the badge shows what waits in this page. A logout ends that, as it empties the store. */
export function followBadge(): void {
  const show = () => showBadge(waitingStore.get().length);
  waitingStore.subscribe(show);
  if (waitingStore.get().length > 0) show();
}
