import type { Browser, Page } from 'playwright-core';
import { Api, type Person } from '../support/api.js';
import { launch, type Scheme, TWO_DEVICES, Visit } from '../support/browser.js';
import { stackUrl } from '../support/config.js';

const PAPER = { light: 'rgb(250, 247, 241)', dark: 'rgb(21, 23, 29)' };

/** Resolves when the page has this theme: a change of colours takes a frame. */
const shows = (page: Page, theme: Scheme) =>
  page.waitForFunction(
    ([name, paper]) =>
      document.documentElement.dataset.theme === name &&
      getComputedStyle(document.documentElement).backgroundColor === paper,
    [theme, PAPER[theme]] as const,
    { timeout: 2_000 },
  );

describe.each(TWO_DEVICES)('the settings on a %s, %s', (size, scheme) => {
  const other = scheme === 'light' ? 'dark' : 'light';
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;

  const look = (name: string, within: string) => visit.look(`settings-${name}-${size}-${scheme}`, within);

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
    visit = await Visit.start(browser, { size, scheme });
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
    if (size === 'phone') await page.getByRole('button', { name: 'Menu' }).press('Enter');
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
    await page.keyboard.type('Kolk');
    await page.waitForLoadState('networkidle');
    await look('profile', '#section-profile');
    // Over the language.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Your profile has been saved.').waitFor();
    await page.getByText('Hi Augusta').waitFor({ state: size === 'phone' ? 'attached' : 'visible' });
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
    await shows(page, scheme);
    const theme = page.getByRole('group', { name: 'Theme' });
    const system = theme.getByRole('radio', { name: 'As this device' });
    await system.focus();
    for (let n = 0; n < (other === 'light' ? 1 : 2); n += 1) await page.keyboard.press('ArrowDown');
    await shows(page, other);
    await look('theme', '#section-appearance');

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
    expect(await page.evaluate(() => (window as { firstTheme?: string }).firstTheme)).toBe(other);
    await system.check();
    await shows(page, scheme);
    await page.emulateMedia({ colorScheme: other });
    await shows(page, other);
  });

  it('temperatures change to Fahrenheit by the keyboard alone, without a reload, and stay so over one', async () => {
    const { _id, createdAt } = await ada.write({ content: 'A warm day.', tz: 'Asia/Kolkata' });
    await ada.stamped(_id);
    const goTo = async (name: string) => {
      if (size === 'phone') await page.getByRole('button', { name: 'Menu' }).press('Enter');
      await page.getByRole('link', { name, exact: true }).press('Enter');
    };
    const card = page.getByRole('article').filter({ hasText: 'A warm day.' });
    await page.emulateMedia({ colorScheme: scheme });
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
    const american = await Visit.start(browser, { size, scheme, locale: 'en-US' });
    await american.logIn(ada);
    await american.page.getByText('Sunny, 71 °F').waitFor();
    await american.close();
  });
});
