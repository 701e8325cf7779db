import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/*
 * The service worker: it keeps the page itself, so that it opens without a connection. Answers of the API are never kept.
 */

declare const self: ServiceWorkerGlobalScope;

/** The files of the build with their versions; web/build/worker.ts lists them. */
declare const SHELL: { url: string; revision: string | null }[];

precacheAndRoute(SHELL);
cleanupOutdatedCaches();

/** Every page is the same document; the router shows what its address says. */
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }));

self.addEventListener('message', ({ data }) => {
  // A new version takes over only when the person says so.
  if (data === 'activate') void self.skipWaiting();
});
