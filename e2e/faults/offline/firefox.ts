import { eventually } from '@inner-weather/testing/eventually';
import type { Page } from 'playwright-core';
import { PASSWORD, type Person } from '../../support/requests/api.js';
import { launchFirefox } from '../../support/pages/firefox.js';
import { card, contentsOf, keptRecords, OfflineStage, write } from '../../support/pages/offline.js';

/** What `losing.ts` shows in detail with Chromium, in the engine that differs most from it in what it stores and how. */
export function testFirefox(stage: () => OfflineStage): void {
  describe('the journal in Firefox on a device that loses its connection', () => {
    const toKill: (() => void)[] = [];
    /** What the page wrote to the console, and what it did not catch. */
    const errors: string[] = [];

    afterAll(() => {
      for (const kill of toKill) kill();
    });

    const startBrowser = async (folder: string, preferences = {}) => {
      const { context, kill } = await launchFirefox(folder, stage().stack.url, preferences);
      toKill.push(kill);
      const page = context.pages()[0] ?? (await context.newPage());
      page.on('pageerror', (error) => errors.push(error.message));
      // Behind another tab, Firefox would slow its timers down.
      await page.bringToFront();
      return { page, kill };
    };

    const logIn = async (page: Page, { user }: Person): Promise<void> => {
      await page.goto('/login');
      await page.getByLabel('Email').fill(user.email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log In' }).click();
      await page.getByRole('heading', { name: `${user.name}'s Journal` }).waitFor();
    };

    it('opens, takes an entry, an edition and a deletion, survives a kill, brings all home once, and forgets at logout', async () => {
      const person = await stage().stack.api.signUp();
      await person.write({ content: 'To be edited.', location: 'Porto' });
      await person.write({ content: 'To be deleted.', location: 'Porto' });

      const folder = OfflineStage.newFolder();
      const { page, kill } = await startBrowser(folder);
      await logIn(page, person);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await eventually(async () => expect(await kept(page)).toContain('entries'));
      await stage().stopGateway();

      await page.goto('/journal');
      // It can be undone for ten seconds.
      await card(page, 'To be deleted.').getByRole('button', { name: 'Delete' }).click();
      await write(
        page,
        'Written on the train.',
        'Kept on this device. It is sent as soon as there is a connection.',
      );
      await card(page, 'To be edited.').getByRole('button', { name: 'Edit Entry' }).click();
      const save = page.getByRole('button', { name: 'Save Editions' });
      const editor = page.getByRole('article').filter({ has: save });
      await editor.getByLabel('Entry', { exact: true }).fill('Edited on the train.');
      await save.click();
      await card(page, 'Edited on the train.').waitFor();
      await eventually(async () => expect(await stateOf(page)).toContain('3 entries wait for a connection'), {
        timeoutMs: 30_000,
      });
      kill();

      const second = await startBrowser(folder);
      await second.page.goto('/journal');
      await card(second.page, 'Written on the train.').waitFor();
      await card(second.page, 'Edited on the train.').waitFor();
      expect(await card(second.page, 'To be deleted.').count()).toBe(0);
      await stage().startGateway();
      const expected = ['Edited on the train.', 'Written on the train.'];
      await eventually(async () => expect(await contentsOf(person)).toEqual(expected), { timeoutMs: 30_000 });
      await second.page.getByText('wait for a connection').waitFor({ state: 'detached' });
      await card(second.page, 'Written on the train.').locator('[data-weather=ready]').waitFor();
      expect(await contentsOf(person)).toEqual(expected);

      // The end of the last attempt is told to the other tabs, too.
      await eventually(async () => expect(await keptRecords(second.page, 'waiting')).toBe(0));
      // Tabs that called each other without end would take turns with this.
      const other = await second.page.context().newPage();
      await other.goto('/journal');
      await card(other, 'Written on the train.').waitFor();
      expect(await messagesWithinSecond(other, person)).toBe(0);

      await second.page.bringToFront();
      await second.page.getByRole('button', { name: 'Logout' }).click();
      await second.page.waitForURL((url) => url.pathname === '/');
      await eventually(async () => expect(await kept(second.page)).toEqual([]));
      expect(errors).toEqual([]);
    }, 120_000);

    it('takes entries with a connection if its user forbids all storage', async () => {
      const person = await stage().stack.api.signUp();
      // "Block all cookies", which are all storage, broadcast channels and locks.
      const { page } = await startBrowser(OfflineStage.newFolder(), { 'network.cookie.cookieBehavior': 2 });
      await logIn(page, person);
      await write(page, 'Not kept here.', 'Journal entry saved successfully!');
      expect(await contentsOf(person)).toEqual(['Not kept here.']);
    }, 120_000);
  });
}

/** What the page says, and what its storage has for later. */
function stateOf(page: Page): Promise<string> {
  return page.evaluate(
    () => `${document.querySelector('main')?.innerText}\n${Object.values(localStorage).join('\n')}`,
  );
}

/** How often the tabs tell each other that something waits. */
function messagesWithinSecond(page: Page, { user }: Person): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        let messages = 0;
        const channel = new BroadcastChannel(name);
        channel.onmessage = () => (messages += 1);
        setTimeout(() => resolve(messages), 1_000);
      }),
    `inner-weather.waiting.${user.id}`,
  );
}

/** The names of all records on the device, and of its keys. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('no database'));
      });
    // Opening a database that the page has not made would make it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'inner-weather')) return [];
    const database = await resultOf(indexedDB.open('inner-weather'));
    const names = [...database.objectStoreNames];
    const found = [];
    for (const name of names)
      for (const key of await resultOf(database.transaction(name).objectStore(name).getAllKeys()))
        found.push(Array.isArray(key) ? (key[1] as string) : 'key');
    database.close();
    return found;
  });
}
