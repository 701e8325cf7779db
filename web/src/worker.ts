import type { ShownReminder } from '@inner-weather/domain/reminders/shown-reminder';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { sendInBackground } from './lib/outbox/background';
import { openReminder, showReminder } from './lib/push/notifications';
import { renewInBackground } from './lib/push/background';
import { receiveShare } from './lib/share/receive';
import { SHARE_PATH } from './lib/share/shares';
import { SYNC_TAG } from './lib/outbox/sender';
import { answerPage, type BuiltFile, keepFiles } from './page-files';

/*
 * The service worker: it keeps the page itself, so that it opens without a connection, sends what waits if no page is
 * open, takes what other apps share, and shows reminders. It caches no answer of the API.
 */

declare const self: ServiceWorkerGlobalScope;

/** The files of the build; web/build/worker.ts lists them. */
declare const SHELL: BuiltFile[];

keepFiles(SHELL);

/** A login in front of the journal can be shown at these addresses of the API only. */
registerRoute(new NavigationRoute(answerPage, { denylist: [/^\/api\//, /^\/licenses\.txt$/] }));

/** `share_target` in public/manifest.webmanifest. Without a worker, the gateway answers. */
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname === SHARE_PATH,
  receiveShare,
  'POST',
);

self.addEventListener('message', ({ data }) => {
  // A new version takes over only when the person says so.
  if (data === 'activate') void self.skipWaiting();
});

/** TypeScript does not know it. The browser sends it again later if its work is rejected. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

self.addEventListener('sync' as 'message', (event: Event) => {
  const { tag } = event as SyncEvent;
  if (tag === SYNC_TAG) (event as SyncEvent).waitUntil(sendInBackground());
});

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showReminder(self.registration, event.data.json() as ShownReminder));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openReminder(self.clients, event.action, event.notification.data));
});

// The browser has replaced its subscription, or dropped it.
self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(renewInBackground(self.registration.pushManager));
});
