import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';

/*
 * The files of the page, as the service worker keeps them. Whatever stands in front of the journal can answer for any of
 * them with a page of its own, so a file is kept only if it is the one that was built.
 */

declare const self: ServiceWorkerGlobalScope;

/** A file of the build. */
export interface BuiltFile {
  url: string;
  /** The first 16 hexadecimal digits of its SHA-256; null if its name has a hash of the contents. */
  revision: string | null;
  /** As in https://www.w3.org/TR/SRI/: `sha256-…`. Browsers compare it with the unpacked file. */
  integrity: string;
}

const DOCUMENT = '/index.html';

/** The scripts and styles that a document loads. */
const LOADED = /="(\/assets\/[^"]+\.(?:js|css))"/g;

/** Workbox adds the revision to the address of a file in its cache. */
const REVISION = '__WB_REVISION__';

const integrities = new Map<string, string>();

/**
 * Keeps these files. If one of them does not arrive as it was built, this version is not installed, and the one before
 * stays. The browser tries again when a page is opened.
 */
export function keepFiles(files: BuiltFile[]): void {
  for (const { url, integrity } of files) integrities.set(url, integrity);
  replaceWhatCannotStart();
  addPlugins([
    {
      // Version 1.0.0 did not check what it kept, and some of its files have the same names.
      cachedResponseWillBeUsed: async ({ cachedResponse, request, event }) => {
        if (!cachedResponse || event.type !== 'install') return cachedResponse;
        return (await isAsBuilt(new URL(request.url).pathname, cachedResponse)) ? cachedResponse : undefined;
      },
      // The next attempt must not find the same wrong answer in the browser's own cache.
      fetchDidFail: async ({ originalRequest, event }) => {
        if (event.type !== 'install') return;
        await fetch(new Request(originalRequest, { cache: 'reload' })).catch(() => undefined);
      },
    },
  ]);
  // Without a directory index, `/` is answered as every other page.
  precacheAndRoute(files, { directoryIndex: '' });
  cleanupOutdatedCaches();
}

/** Every page is the same document; the router shows what its address says. */
export async function answerPage({ request }: { request: Request }): Promise<Response> {
  const kept = await matchPrecache(DOCUMENT);
  return kept && (await isAsBuilt(DOCUMENT, kept)) ? kept : fetch(request);
}

/**
 * A new version waits until the person reloads the page. Where the version before shows a foreign page instead of the
 * journal, nothing offers to reload, so the new one takes over at once.
 */
function replaceWhatCannotStart(): void {
  // The activation follows at once. If the browser ends this worker in between, opening the page again helps.
  let takesOver = false;
  const install = async (): Promise<void> => {
    takesOver = !(await canStart());
    if (takesOver) await self.skipWaiting();
  };
  const activate = async (): Promise<void> => {
    if (!takesOver) return;
    for (const client of await self.clients.matchAll({ type: 'window' })) {
      // Not awaited, because the worker answers the new page only after its activation.
      void client.navigate(client.url).catch(() => undefined);
    }
  };
  self.addEventListener('install', (event) => event.waitUntil(install()));
  self.addEventListener('activate', (event) => event.waitUntil(activate()));
}

/** Whether each document that is kept is ours, and so are the scripts and styles that it loads. */
async function canStart(): Promise<boolean> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname, searchParams } = new URL(request.url);
      const document = pathname === DOCUMENT ? await cache.match(request) : undefined;
      if (document && !(await canOpen(document, searchParams.get(REVISION) ?? '', cache))) return false;
    }
  }
  return true;
}

async function canOpen(document: Response, revision: string, cache: Cache): Promise<boolean> {
  const hash = await sha256Of(document);
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!hex.startsWith(revision)) return false;
  for (const [, path = ''] of (await document.text()).matchAll(LOADED)) {
    const type = (await cache.match(path))?.headers.get('content-type');
    // Browsers run no script and use no style of another type. This version does not know their contents.
    if (type !== undefined && !/javascript|css/.test(type ?? '')) return false;
  }
  return true;
}

/** Whether this is the file of this build. */
async function isAsBuilt(path: string, file: Response): Promise<boolean> {
  return `sha256-${btoa(String.fromCharCode(...(await sha256Of(file))))}` === integrities.get(path);
}

const sha256Of = async (file: Response): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', await file.clone().arrayBuffer()));
