import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { Api, PASSWORD, type Person } from '../support/requests/api.js';
import { launch, type Scheme, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { wordsIn } from '../support/pages/words.js';

const PAPER = { light: 'rgb(250, 247, 241)', dark: 'rgb(21, 23, 29)' };

/** Resolves when the page has this theme: a change of colours takes a frame. */
const shows = (page: Page, theme: Scheme) =>
  page.waitForFunction(
    ([name, paper]) =>
      document.documentElement.dataset.theme === name &&
      getComputedStyle(document.documentElement).backgroundColor === paper,
    [theme, PAPER[theme]] as const,
  );

describe('the settings on a phone', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
    visit = await Visit.start(browser, { size: 'phone', scheme: 'dark' });
    page = visit.page;
  });

  afterAll(async () => {
    // A refused script or style would be an error of the console.
    await visit.end();
    await browser.close();
  });

  it('the theme changes at once, by the keyboard alone, and a reload draws no other one first', async () => {
    await visit.logIn(ada, '/settings#section-appearance');
    await shows(page, 'dark');
    const theme = page.getByRole('group', { name: 'Theme' });
    const system = theme.getByRole('radio', { name: 'As this device' });
    await system.focus();
    await page.keyboard.press('ArrowDown');
    await shows(page, 'light');
    await visit.look('settings-theme-phone-light', '#section-appearance');

    // The theme at the moment when there is something to draw.
    await page.addInitScript(() => {
      const watching = new MutationObserver(() => {
        if (!document.body) return;
        watching.disconnect();
        Object.assign(window, { firstTheme: document.documentElement.dataset.theme });
      });
      watching.observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    expect(await page.evaluate(() => (window as { firstTheme?: string }).firstTheme)).toBe('light');
    await system.check();
    await shows(page, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await shows(page, 'light');
  });
});

/** From right to left, with the labels of the catalogue. */
describe('a key for scripts, on a phone, dark, in Arabic', () => {
  const say = wordsIn('ar');
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;
  let section: Locator;

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp({ location: "L'Aquila" })]);
    await ada.request('PATCH', '/api/user/me', { body: { language: 'ar' } });
    visit = await Visit.start(browser, { size: 'phone', scheme: 'dark', locale: 'ar' });
    page = visit.page;
    await visit.logIn(ada, '/settings#section-keys-for-scripts');
    section = page.getByRole('region', { name: say('Keys for scripts') });
  });

  afterAll(async () => {
    await visit.end();
    await browser.close();
  });

  const button = (name: string, within: Page | Locator = section) =>
    within.getByRole('button', { name: say(name), exact: true });
  const look = (name: string) => visit.look(`settings-keys-${name}-phone-dark`, '#section-keys-for-scripts');
  /** What a shell answers to the command that the page shows under this label. */
  const runShown = async (label: string): Promise<string> => {
    const command = await section.getByRole('group', { name: say(label), exact: true }).innerText();
    return (await promisify(execFile)('sh', ['-c', command])).stdout;
  };

  it('is created by the password, its commands add and read an entry as they are, and it is listed with its last use', async () => {
    await button('Create a key').click();
    await section.getByLabel(say('Name', {}, 'key'), { exact: true }).fill('Backup');
    await section.getByLabel(say('Write entries'), { exact: true }).check();
    await section.getByLabel(say('Your password'), { exact: true }).fill(PASSWORD);
    await look('form');
    await button('Create the key').click();
    await section.getByRole('heading', { name: say('Your new key') }).waitFor();
    await look('new');
    expect(JSON.parse(await runShown('A command that adds an entry'))).toMatchObject({
      content: say('Written by a script.'),
      location: "L'Aquila",
    });
    expect(JSON.parse(await runShown("A command that reads this month's entries"))).toMatchObject([
      { content: say('Written by a script.') },
    ]);
    const shown = await section.getByText(/^curl .*\/api\/journal\/search/s).innerText();
    const [token = ''] = /iw_[\w-]{43}/.exec(shown) ?? [];
    expect(token).not.toBe('');
    await button('I have saved it').click();
    await page.reload();
    const item = section.getByRole('listitem').filter({ hasText: 'Backup' });
    await item.getByText(say('Reads and writes entries')).waitFor();
    expect(await item.getByText(say('Never used')).count()).toBe(0);
    expect(await page.content()).not.toContain(token);
    await look('list');
  });
});
