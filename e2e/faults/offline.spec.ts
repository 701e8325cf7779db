import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import type { BrowserContext, Page } from 'playwright-core';
import { PASSWORD, type Person } from '../support/api.js';
import { launchProfile } from '../support/browser.js';
import { type FakedStack, startFakedStack } from '../support/faked-stack.js';

const KEPT = 'Kept on this device. It is sent as soon as there is a connection.';
const SAVED = 'Journal entry saved successfully!';

/** The gateway is really stopped, and browsers are really killed: each has a folder of its own. */
describe('the journal on a device that loses its connection', () => {
  let stack: FakedStack;
  const folders: string[] = [];
  const open: { context: BrowserContext; kill: () => void }[] = [];

  beforeAll(async () => {
    stack = await startFakedStack();
  }, 90_000);

  let isStopped = false;

  const stopGateway = async (): Promise<void> => {
    isStopped = true;
    await stack.services.gateway.stop();
  };

  const startGateway = async (): Promise<void> => {
    if (isStopped) stack.services.gateway.start();
    isStopped = false;
    await stack.services.gateway.ready();
  };

  afterEach(async () => {
    for (const { kill } of open.splice(0)) kill();
    await startGateway();
  });

  afterAll(async () => {
    await stack.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'inner-weather-browser-'));
    folders.push(folder);
    return folder;
  };

  const startBrowser = async (folder: string) => {
    const browser = await launchProfile(folder, stack.url);
    open.push(browser);
    return { ...browser, page: browser.context.pages()[0] ?? (await browser.context.newPage()) };
  };

  /**
   * Logs in, waits until the page and the newest entries are kept, and closes the browser once, since Chromium writes
   * cookies to the disk only every half minute.
   */
  const arrive = async (folder: string, person: Person) => {
    const { context, page } = await startBrowser(folder);
    const data = { email: person.user.email, password: PASSWORD };
    expect((await page.request.post('/api/login', { data })).status()).toBe(200);
    await page.goto('/journal');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await eventually(async () => expect(await keptRecords(page)).toBeGreaterThan(1), { timeoutMs: 20_000 });
    await context.close();
    const again = await startBrowser(folder);
    await again.page.goto('/journal');
    await again.page.getByRole('heading', { name: `${person.user.name}'s Journal` }).waitFor();
    return again;
  };

  const keptRecords = (page: Page): Promise<number> =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('inner-weather');
          opening.onerror = () => reject(new Error('no database'));
          opening.onsuccess = () => {
            const database = opening.result;
            const count = database.transaction('kept').objectStore('kept').count();
            count.onsuccess = () => {
              database.close();
              resolve(count.result);
            };
          };
        }),
    );

  const write = async (page: Page, text: string, confirmed = KEPT): Promise<void> => {
    await page.getByPlaceholder('Tell me about your day...!').fill(text);
    await page.getByRole('button', { name: 'Save Entry' }).click();
    await page.getByText(confirmed).waitFor();
    await card(page, text).waitFor();
  };

  const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

  const edit = async (page: Page, text: string, to: string): Promise<void> => {
    await card(page, text).getByRole('button', { name: 'Edit Entry' }).click();
    const editor = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: 'Save Editions' }) });
    await editor.getByLabel('Entry', { exact: true }).fill(to);
    await editor.getByRole('group', { name: 'Mood' }).getByText('Happy', { exact: true }).click();
    await editor.getByRole('button', { name: 'Save Editions' }).click();
    await card(page, to).waitFor();
  };

  const contentsOf = async (person: Person): Promise<string[]> =>
    (await person.search()).body.map(({ content }) => content).reverse();

  it('opens, takes entries, editions and a deletion, survives a kill, and brings all home once and in order', async () => {
    const person = await stack.api.signUp();
    await person.write({ content: 'Written at home.', location: 'Porto' });
    const folder = newFolder();
    const first = await arrive(folder, person);
    await stopGateway();

    await first.page.goto('/journal');
    await card(first.page, 'Written at home.').waitFor();
    for (const text of ['One.', 'Two.', 'Three.', 'Four.', 'Five.']) await write(first.page, text);
    await edit(first.page, 'Two.', 'Two, and a half.');
    await edit(first.page, 'Four.', 'Four, and a bit.');
    await edit(first.page, 'Written at home.', 'Written at home, thought over on the train.');
    await card(first.page, 'Three.').getByRole('button', { name: 'Delete' }).click();
    await card(first.page, 'Three.').waitFor({ state: 'detached' });
    // It can be undone for ten seconds. Then it is in the outbox.
    await first.page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await first.page.waitForTimeout(1_000);
    first.kill();

    const second = await startBrowser(folder);
    await second.page.goto('/journal');
    await card(second.page, 'Two, and a half.').waitFor();
    expect(await card(second.page, 'Three.').count()).toBe(0);
    await startGateway();
    const expected = [
      'Written at home, thought over on the train.',
      'One.',
      'Two, and a half.',
      'Four, and a bit.',
      'Five.',
    ];
    await eventually(async () => expect(await contentsOf(person)).toEqual(expected), { timeoutMs: 60_000 });
    await second.page.getByText('wait for a connection').waitFor({ state: 'detached' });
    // The weather comes later, as always.
    await card(second.page, 'Five.').locator('[data-weather=ready]').waitFor();
    expect(await contentsOf(person)).toEqual(expected);
  }, 180_000);

  it('takes an entry once whose answer was lost, and whose browser was killed before it came', async () => {
    const person = await stack.api.signUp();
    const folder = newFolder();
    const first = await arrive(folder, person);
    let isTaken = (_: void): void => undefined;
    const taken = new Promise<void>((resolve) => (isTaken = resolve));
    await first.page.route('**/api/journal/new', async (route) => {
      await route.fetch();
      isTaken();
      // The answer never arrives.
    });
    await first.page.getByPlaceholder('Tell me about your day...!').fill('Sent, and not answered.');
    await first.page.getByRole('button', { name: 'Save Entry' }).click();
    await taken;
    first.kill();
    expect(await contentsOf(person)).toEqual(['Sent, and not answered.']);

    const second = await startBrowser(folder);
    const answer = second.page.waitForResponse('**/api/journal/new');
    await second.page.goto('/journal');
    expect((await answer).status()).toBe(201);
    await card(second.page, 'Sent, and not answered.').waitFor();
    expect(await contentsOf(person)).toEqual(['Sent, and not answered.']);
  }, 120_000);

  it('sends what two tabs wrote, each once', async () => {
    const person = await stack.api.signUp();
    const { page, context } = await arrive(newFolder(), person);
    const other = await context.newPage();
    await other.goto('/journal');
    await stopGateway();
    await write(page, 'From one tab.');
    await write(other, 'From the other.');
    await card(page, 'From the other.').waitFor();
    await startGateway();
    await eventually(
      async () => expect(await contentsOf(person)).toEqual(['From one tab.', 'From the other.']),
      {
        timeoutMs: 60_000,
      },
    );
  }, 120_000);

  it('leaves both versions to their writer if the entry was changed elsewhere in the meantime', async () => {
    const person = await stack.api.signUp();
    const entry = await person.write({ content: 'As it was.', location: 'Porto' });
    const { page, context } = await arrive(newFolder(), person);
    await context.setOffline(true);
    await edit(page, 'As it was.', 'As I wrote it on the train.');
    await person.request('PUT', `/api/journal/update/${entry._id}`, {
      body: { content: 'As I wrote it at home.', inputMood: 'Happy', location: 'Porto' },
    });
    await context.setOffline(false);
    await page.getByText('1 needs you').waitFor();
    await page.getByRole('button', { name: 'Show what waits on this device' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'See both versions' }).click();
    await dialog.getByRole('button', { name: 'Keep this: on this device' }).waitFor();
    await dialog.getByRole('button', { name: /^Keep both/ }).click();
    await eventually(
      async () =>
        expect((await contentsOf(person)).sort()).toEqual([
          'As I wrote it at home.',
          'As I wrote it on the train.',
        ]),
      { timeoutMs: 30_000 },
    );
  }, 120_000);

  it('keeps nothing in the clear, nothing after a logout, and nothing for another person', async () => {
    const mark = 'Quincunx of the lighthouse';
    const person = await stack.api.signUp();
    const other = await stack.api.signUp({ firstName: 'Grace' });
    const folder = newFolder();
    const first = await arrive(folder, person);
    await write(first.page, `${mark}.`, SAVED);
    await stopGateway();
    await write(first.page, `${mark}, again.`);
    first.kill();
    // What the database has is sealed; that the files are searched at all is shown by the name of a store.
    expect(filesWith(folder, 'inner-weather')).not.toEqual([]);
    expect(filesWith(folder, mark)).toEqual([]);

    await startGateway();
    const second = await startBrowser(folder);
    await second.page.goto('/journal');
    await eventually(async () => expect(await contentsOf(person)).toHaveLength(2), { timeoutMs: 30_000 });
    await second.page.getByRole('button', { name: 'Logout' }).click();
    await second.page.waitForURL((url) => url.pathname === '/');
    await eventually(async () => expect(await keptRecords(second.page)).toBe(0), { timeoutMs: 10_000 });
    await second.context.close();
    const third = await arrive(folder, other);
    await stopGateway();
    await third.page.goto('/journal');
    await third.page.getByRole('heading', { name: "Grace's Journal" }).waitFor();
    expect(await card(third.page, mark).count()).toBe(0);
  }, 180_000);
});

/** The files below a folder whose bytes contain a text, in one of the two ways in which Chromium stores text. */
function filesWith(folder: string, text: string): string[] {
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .filter((file) => needles.some((needle) => readFileSync(file).includes(needle)));
}
