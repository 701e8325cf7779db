import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Page } from 'playwright-core';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { FOREIGN_PAGE, type Front, startFront } from '../support/network/front.js';
import { publishNewVersion, versionOf } from '../support/pages/new-version.js';

/* Something in front of the journal answers for files of the page. */

const DIST = resolve(import.meta.dirname, '../../web/dist');

let browser: Browser;
let front: Front;
let site: string;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser.close());

beforeEach(async () => {
  site = mkdtempSync(join(tmpdir(), 'inner-weather-site-'));
  cpSync(DIST, site, { recursive: true });
  front = await startFront(stackUrl());
  visit = await Visit.start(browser, { url: front.url, worker: true });
  ({ page } = visit);
});

afterEach(async () => {
  await visit.context.close();
  await front.close();
  rmSync(site, { recursive: true, force: true, maxRetries: 5 });
});

/** The form of the login, which is a page of the journal. */
const expectJournal = () => page.getByRole('button', { name: 'Log In' }).waitFor();

const expectForeignPage = () => page.getByText('The house asks you to sign in').waitFor();

const open = () => page.goto('/login');

/** Resolves when the worker has installed everything and answers for this page. */
async function arrive(): Promise<void> {
  await open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Looks for a new version, and resolves with whether it was installed when that is over. */
const update = (): Promise<boolean> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = await registration.update().catch(() => registration);
    const { installing } = found;
    if (installing) {
      await new Promise<void>((resolve) => {
        const settle = () => installing.state !== 'installing' && resolve();
        installing.addEventListener('statechange', settle);
        settle();
      });
    }
    return registration.waiting !== null;
  });

/** A script of the site that only some pages load. */
const scriptOf = (folder: string): string => {
  const document = readFileSync(join(folder, 'index.html'), 'utf8');
  const name = readdirSync(join(folder, 'assets')).find(
    (one) => one.endsWith('.js') && !document.includes(one),
  );
  return `/assets/${name}`;
};

/** The first script of the document. */
const mainOf = (folder: string): string =>
  /src="(\/assets\/[^"]+\.js)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[1] ?? '';

describe('while a new version is being installed', () => {
  it.each([
    ['the document', () => '/index.html'],
    ['a script, to be cached for a year', () => scriptOf(site)],
  ])('a foreign answer for %s keeps the version before, until one arrives whole', async (_what, pathOf) => {
    await arrive();
    publishNewVersion(site);
    front.serve(site);
    front.interfere(pathOf(), 1, { 'cache-control': 'public, max-age=31536000, immutable' });
    expect(await update()).toBe(false);
    expect(front.seen).toContain(pathOf());

    await open();
    await expectJournal();
    expect(await versionOf(page)).toBe('');

    await eventually(async () => expect(await update()).toBe(true));
    // It waits until the person reloads the page.
    await page.reload();
    await expectJournal();
    expect(await versionOf(page)).toBe('');
    await page.evaluate(async () => {
      const { waiting } = await navigator.serviceWorker.ready;
      // As the page does before it reloads.
      const isReplaced = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
      waiting?.postMessage('activate');
      await isReplaced;
    });
    await open();
    expect(await versionOf(page)).toBe('2');
    await expectJournal();
  });

  it('a device that has no version yet is only later able to open the journal without a connection', async () => {
    front.interfere('/index.html', 1);
    await open();
    await expectJournal();
    await eventually(() => expect(front.seen).toContain('/index.html'));
    await arrive();
    await visit.context.setOffline(true);
    await open();
    await expectJournal();
  });
});

/** Keeps the files as version 1.0.0 did: whatever answers with 200 is kept, and a new version waits. */
const FIRST_WORKER = `
  const opened = caches.open('workbox-precache-v2-' + self.registration.scope);
  const keyOf = ({ url, revision }) => (revision ? url + '?__WB_REVISION__=' + revision : url);
  const keep = async () => {
    const cache = await opened;
    for (const file of FILES) await cache.put(keyOf(file), await fetch(file.url, { cache: 'reload' }));
  };
  const answer = async (request) => {
    const path = request.mode === 'navigate' ? '/index.html' : new URL(request.url).pathname;
    const file = FILES.find(({ url }) => url === path);
    return (file && (await (await opened).match(keyOf(file)))) ?? fetch(request);
  };
  self.addEventListener('install', (event) => event.waitUntil(keep()));
  self.addEventListener('fetch', (event) => {
    if (!event.request.url.includes('/api/')) event.respondWith(answer(event.request));
  });
`;

function publishFirstVersion(): void {
  const listed = readFileSync(join(DIST, 'worker.js'), 'utf8').matchAll(/url:`([^`]+)`,revision:`?(\w+)/g);
  const files = Array.from(listed, ([, url, revision]) => ({
    url,
    revision: revision === 'null' ? null : revision,
  }));
  writeFileSync(join(site, 'worker.js'), `const FILES = ${JSON.stringify(files)};${FIRST_WORKER}`);
  front.serve(site);
}

describe('a device on which version 1.0.0 has kept', () => {
  it.each([
    ['a foreign page as the document', () => '/index.html', expectForeignPage],
    [
      'a foreign page as the script',
      () => mainOf(site),
      () => page.getByRole('heading', { name: 'Inner Weather could not be loaded' }).waitFor(),
    ],
  ])('%s heals when it is opened again', async (_what, pathOf, expectPoisoned) => {
    publishFirstVersion();
    const path = pathOf();
    // The document is asked for under this name by the worker alone; the script by the page first.
    if (path !== '/index.html') await page.goto('/favicon.svg');
    else await open();
    front.interfere(path, 1);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js');
      await navigator.serviceWorker.ready;
    });
    await open();
    await expectPoisoned();
    front.serve(undefined);
    await open();
    await expectJournal();
    await visit.context.setOffline(true);
    await open();
    await expectJournal();
  });

  it('the right files still waits for the person before it takes the new version', async () => {
    publishFirstVersion();
    await arrive();
    front.serve(undefined);
    expect(await update()).toBe(true);
    await open();
    await expectJournal();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(
      true,
    );
  });
});

it('the worker leaves /api/return to a login in front, which leads back to the journal, and shows no kept document that is not ours', async () => {
  await arrive();
  front.interfere('/api/return', 1);
  await page.goto('/api/return');
  await expectForeignPage();
  await page.goto('/api/return');
  await page.waitForURL(`${front.url}/login`);
  await expectJournal();

  // From another site, to which that login belongs.
  front.interfere('/elsewhere', 1);
  await page.goto(`${front.otherSite}/elsewhere`);
  await page.evaluate((url) => {
    const link = document.createElement('a');
    Object.assign(link, { href: `${url}/api/return`, textContent: 'Back' });
    document.body.append(link);
  }, front.url);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(`${front.url}/login`);
  await expectJournal();

  await page.evaluate(async (foreign) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!request.url.includes('/index.html')) continue;
        await cache.put(request, new Response(foreign, { headers: { 'content-type': 'text/html' } }));
      }
    }
  }, FOREIGN_PAGE);
  await open();
  await expectJournal();
});
