import { jest } from '@jest/globals';
import { eventually } from '@inner-weather/testing/eventually';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { Api, PASSWORD, type Person } from '../support/api.js';
import { launch, type Scheme, Visit } from '../support/browser.js';
import { stackUrl } from '../support/config.js';
import { wordsIn } from '../support/words.js';

const PAPER = { light: 'rgb(250, 247, 241)', dark: 'rgb(21, 23, 29)' };

/** Resolves when the page has this theme: a change of colours takes a frame. */
const shows = (page: Page, theme: Scheme) =>
  page.waitForFunction(
    ([name, paper]) =>
      document.documentElement.dataset.theme === name &&
      getComputedStyle(document.documentElement).backgroundColor === paper,
    [theme, PAPER[theme]] as const,
  );

// Each test takes a look on both devices.
jest.setTimeout(90_000);

describe('the settings on a phone, looked at on a desktop, too', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;

  const look = (name: string, within: string) => visit.lookOnBoth(`settings-${name}`, within);

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
    visit = await Visit.start(browser, { size: 'phone', scheme: 'dark' });
    page = visit.page;
  });

  afterAll(async () => {
    // A refused script or style would be an error of the console.
    expect(visit.errors).toEqual([]);
    expect(visit.foreign).toEqual([]);
    await visit.close();
    await browser.close();
  });

  it('a city at sign-up is chosen from its namesakes, by the keyboard alone', async () => {
    await page.goto('/signup');
    const city = page.getByRole('combobox', { name: 'Your location (City)' });
    await city.focus();
    await page.keyboard.type('Porto');
    await page.getByRole('listbox').getByRole('option').nth(2).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await look('places', 'form');
    await page.keyboard.press('Enter');
    await page.getByText('Weather from Porto, Brazil (Piauí).').waitFor();
    expect(await city.inputValue()).toBe('Porto, Brazil');
    await page.keyboard.press('Tab');
    expect(
      await page.getByLabel('Email', { exact: true }).evaluate((field) => field === document.activeElement),
    ).toBe(true);
  });

  it('name, city and time zone change, by the keyboard alone, and the page knows them at once', async () => {
    await visit.logIn(ada);
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter');
    await page.getByText('Weather from Porto, Portugal (Porto District).').waitFor();
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Augusta');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Nowhere-at-All');
    await page.getByText('We found no place called “Nowhere-at-All”.').waitFor();
    await page.keyboard.press('Tab');
    const zone = page.getByLabel('Time zone', { exact: true });
    // A second without a letter begins another word.
    await eventually(
      async () => {
        await page.keyboard.type('Kolk');
        expect(await zone.inputValue()).toBe('Asia/Kolkata');
      },
      { everyMs: 1_500 },
    );
    await look('profile', '#section-profile');
    // Over the end of the day and the language.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Save profile');
    const changed = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.keyboard.press('Enter');
    expect((await changed).status()).toBe(200);
    await page.getByText('Your profile has been saved.').waitFor();
    await page.getByText('Hi Augusta').waitFor({ state: 'attached' });
    const { body } = await ada.request('GET', '/api/user/me');
    expect(body).toMatchObject({ name: 'Augusta', location: 'Nowhere-at-All', timeZone: 'Asia/Kolkata' });
    await page.goto('/journal');
    await page.getByPlaceholder('Tell me about your day...!').fill('Written on the clocks of Kolkata.');
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/journal/new'));
    await page.getByRole('button', { name: 'Save Entry' }).click();
    expect(await (await saved).json()).toMatchObject({ createdAt: expect.stringMatching(/\+05:30$/) });
  });

  it('the theme changes at once, by the keyboard alone, and a reload draws no other one first', async () => {
    await page.goto('/settings');
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

  it('temperatures change to Fahrenheit by the keyboard alone, without a reload, and stay so over one', async () => {
    const { _id, createdAt } = await ada.write({ content: 'A warm day.', tz: 'Asia/Kolkata' });
    await ada.stamped(_id);
    const goTo = async (name: string) => {
      await page.getByRole('button', { name: 'Menu' }).press('Enter');
      await page.getByRole('link', { name, exact: true }).press('Enter');
    };
    const card = page.getByRole('article').filter({ hasText: 'A warm day.' });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/journal');
    await card.getByText('Sunny, 21 °C').waitFor();
    // A reload would take it away.
    await page.evaluate(() => Object.assign(window, { loaded: 'once' }));
    await goTo('Settings');
    const celsius = page.getByRole('radio', { name: 'Celsius (°C)' });
    await celsius.focus();
    expect(await celsius.isChecked()).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Fahrenheit (°F)' }).isChecked()).toBe(true);
    await look('temperature', '#section-appearance');
    await goTo('Journal');
    await card.getByText('Sunny, 71 °F').waitFor();
    expect(await page.evaluate(() => (window as { loaded?: string }).loaded)).toBe('once');
    await look('temperature-card', 'article');
    await page.reload();
    await card.getByText('Sunny, 71 °F').waitFor();
    await page.goto(`/days?day=${createdAt.slice(0, 10)}`);
    await card.getByText('Sunny, 71 °F').waitFor();
  });

  it("temperatures are in the unit of the browser's region where none was chosen", async () => {
    const american = await Visit.start(browser, { size: 'phone', scheme: 'dark', locale: 'en-US' });
    await american.logIn(ada);
    await american.page.getByText('Sunny, 71 °F').waitFor();
    await american.close();
  });
});

/** With the labels of the catalogues, in two languages. */
describe.each([
  ['desktop', 'light', 'en'],
  ['phone', 'dark', 'ar'],
] as const)('a key for scripts, on a %s, %s, in %s', (size, scheme, language) => {
  const say = wordsIn(language);
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;
  let section: Locator;
  /** Requests what the shown command requests, with the key. */
  let read: () => Promise<number>;
  let token: string;

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp({ location: "L'Aquila" })]);
    await ada.request('PATCH', '/api/user/me', { body: { language } });
    visit = await Visit.start(browser, { size, scheme, locale: language });
    page = visit.page;
    await visit.logIn(ada);
    await page.goto('/settings');
    section = page.getByRole('region', { name: say('Keys for scripts') });
  });

  afterAll(async () => {
    expect(visit.errors).toEqual([]);
    expect(visit.foreign).toEqual([]);
    await visit.close();
    await browser.close();
  });

  const button = (name: string, within: Page | Locator = section) =>
    within.getByRole('button', { name: say(name), exact: true });
  const look = (name: string) =>
    visit.look(`settings-keys-${name}-${size}-${scheme}`, '#section-keys-for-scripts');
  /** What a shell answers to the command that the page shows under this label. */
  const runShown = async (label: string): Promise<string> => {
    const command = await section.getByRole('group', { name: say(label), exact: true }).innerText();
    return (await promisify(execFile)('sh', ['-c', command])).stdout;
  };

  it('is created by the password, and its commands add and read an entry as they are', async () => {
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
    const [, authorization = '', address = ''] = /'Authorization: ([^']+)' '([^']+)'$/.exec(shown) ?? [];
    token = authorization.replace('Bearer ', '');
    expect(token).toMatch(/^iw_[\w-]{43}$/);
    read = async () => (await fetch(address, { headers: { authorization } })).status;
    expect(await read()).toBe(200);
    await button('I have saved it').click();
    expect(await page.getByText(/iw_/).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(say('Create a key'));
  });

  it('is listed with its last use, and revoked', async () => {
    await page.reload();
    const item = section.getByRole('listitem').filter({ hasText: 'Backup' });
    await item.getByText(say('Reads and writes entries')).waitFor();
    expect(await item.getByText(say('Never used')).count()).toBe(0);
    expect(await page.content()).not.toContain(token);
    await look('list');
    await item.getByRole('button').click();
    await button('Revoke the key', page.getByRole('alertdialog')).click();
    await item.waitFor({ state: 'detached' });
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await read()).toBe(401);
  });
});
