import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import type { BrowserContext, Page } from 'playwright-core';
import { PASSWORD, type Person } from '../requests/api.js';
import { launchProfile } from './browser.js';
import { type FakedStack, startFakedStack } from '../stacks/faked-stack.js';

/** What the form says after a save without a connection. */
export const KEPT = 'Kept on this device. It is sent as soon as there is a connection.';

const DIST = resolve(import.meta.dirname, '../../../web/dist');

const folders: string[] = [];

/**
 * A stack whose gateway is really stopped, and which serves a copy of the page that a test can replace, and browsers that
 * are really killed: each has a folder of its own.
 */
export class OfflineStage {
  private readonly browsers: { kill: () => void }[] = [];
  private isStopped = false;

  private constructor(
    readonly stack: FakedStack,
    /** The folder of the page. */
    readonly site: string,
  ) {}

  static async start(): Promise<OfflineStage> {
    const site = OfflineStage.newFolder();
    cpSync(DIST, site, { recursive: true });
    return new OfflineStage(await startFakedStack({ serviceEnv: { gateway: { WEB_DIST: site } } }), site);
  }

  async stopGateway(): Promise<void> {
    this.isStopped = true;
    await this.stack.services.gateway.stop();
  }

  async startGateway(): Promise<void> {
    if (this.isStopped) this.stack.services.gateway.start();
    this.isStopped = false;
    await this.stack.services.gateway.ready();
  }

  /** After each test. */
  async tidy(): Promise<void> {
    for (const { kill } of this.browsers.splice(0)) kill();
    await this.startGateway();
  }

  async stop(): Promise<void> {
    await this.stack.stop();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** A folder for a browser, or for what else a test needs. */
  static newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'inner-weather-browser-'));
    folders.push(folder);
    return folder;
  }

  async startBrowser(folder: string) {
    const browser = await launchProfile(folder, this.stack.url);
    this.browsers.push(browser);
    return { ...browser, page: browser.context.pages()[0] ?? (await browser.context.newPage()) };
  }

  /** Logs in, and waits until the page and the newest entries are kept. */
  async arrive(
    person: Person,
    folder = OfflineStage.newFolder(),
  ): Promise<{ context: BrowserContext; page: Page; kill: () => void }> {
    const browser = await this.startBrowser(folder);
    const { page } = browser;
    const data = { email: person.user.email, password: PASSWORD };
    expect((await page.request.post('/api/login', { data })).status()).toBe(200);
    await page.goto('/journal');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await untilKept(page);
    return browser;
  }

  /**
   * The same in a browser that can be killed: it is closed once, since Chromium writes cookies to the disk only every half
   * minute.
   */
  async settle(person: Person, folder: string): ReturnType<OfflineStage['arrive']> {
    await (await this.arrive(person, folder)).context.close();
    const again = await this.startBrowser(folder);
    await again.page.goto('/journal');
    await again.page.getByRole('heading', { name: `${person.user.name}'s Journal` }).waitFor();
    return again;
  }
}

/** Waits until the device keeps the newest entries. */
export const untilKept = (page: Page): Promise<void> =>
  eventually(async () => expect(await keptNames(page)).toContain('entries'));

/** How many records a device keeps in a store of its database. */
export const keptRecords = async (page: Page, store?: string): Promise<number> =>
  (await keptNames(page, store)).length;

/** The names of these records, of everybody or of one user. Opening a database that the page has not made would make it. */
export const keptNames = (page: Page, store = 'kept', userId?: string): Promise<string[]> =>
  page.evaluate(
    async ([name, ofUser]) => {
      if (!(await indexedDB.databases()).some((one) => one.name === 'inner-weather')) return [];
      return new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('inner-weather');
        opening.onerror = () => reject(new Error('no database'));
        opening.onsuccess = () => {
          const database = opening.result;
          const keys = database.transaction(name).objectStore(name).getAllKeys();
          keys.onsuccess = () => {
            database.close();
            // Each is the id of a person and a name.
            const all = (keys.result as string[][]).filter(
              ([user]) => ofUser === undefined || user === ofUser,
            );
            resolve(all.map(([, record]) => String(record)));
          };
        };
      });
    },
    [store, userId] as const,
  );

export const textField = (page: Page) => page.getByPlaceholder('Tell me about your day...!');

export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Entry' });

export async function write(page: Page, text: string, confirmed = KEPT): Promise<void> {
  await textField(page).fill(text);
  await saveButton(page).click();
  await page.getByText(confirmed).waitFor();
  await card(page, text).waitFor();
}

export const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

export async function edit(page: Page, text: string, to: string): Promise<void> {
  await card(page, text).getByRole('button', { name: 'Edit Entry' }).click();
  const editor = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Save Editions' }) });
  await editor.getByLabel('Entry', { exact: true }).fill(to);
  await editor.getByRole('group', { name: 'Mood' }).getByText('Happy', { exact: true }).click();
  await editor.getByRole('button', { name: 'Save Editions' }).click();
  await card(page, to).waitFor();
}

/** What the server has of a person, oldest first. */
export const contentsOf = async (person: Person): Promise<string[]> =>
  (await person.search()).body.map(({ content }) => content).reverse();

/** The files below a folder that contain these bytes, or a text in one of the two ways in which Chromium stores text. */
export function filesWith(folder: string, what: string | Buffer): string[] {
  const needles =
    typeof what === 'string' ? [Buffer.from(what, 'utf8'), Buffer.from(what, 'utf16le')] : [what];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .filter((file) => needles.some((needle) => readFileSync(file).includes(needle)));
}
