import { showBadge } from '../lib/outbox/badge';
import { waitingStore } from '../lib/outbox/waiting';
import { keepPresses } from '../lib/presses';
import { forgetAbsentUsers } from './absent-users';
import { keepPage } from './notices/new-version';

/** What has time until the first page is shown. */
export async function afterLoad(): Promise<void> {
  keepPresses();
  forgetAbsentUsers();
  followBadge();
  await keepPage();
}

/** Shows on the icon what waits. A logout ends that, as it empties the store. */
function followBadge(): void {
  const show = () => void showBadge(waitingStore.get().length);
  waitingStore.subscribe(show);
  if (waitingStore.get().length > 0) show();
}
