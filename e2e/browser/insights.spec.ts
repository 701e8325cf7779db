import { jest } from '@jest/globals';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Locator, Page } from 'playwright-core';
import { Api, dayFromToday, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { importAll } from '../support/requests/export.js';

const SKIES = ['Sunny', 'Light rain', 'Overcast', 'Sunny', 'Sunny'];
const BRIGHT = ['Happy', 'Happy', 'Neutral', 'Happy', 'Tired'];
const HEAVY = ['Sad', 'Tired', 'Sad', 'Sad', 'Neutral'];

/** A month of mostly good days, and two heavier ones before it. Every twentieth day has a café. */
const entries = Array.from({ length: 92 }, (_, ago) => ({
  content:
    ago % 20 === 10
      ? `We were walking along the river, ${ago} days ago. The Café was closed, so we walked on.`
      : `We sat along the river, ${ago} days ago. ${'It went on and on. '.repeat(ago % 7)}`,
  inputMood: (ago < 32 ? BRIGHT : HEAVY)[(ago * 3 + (ago >> 2)) % 5],
  location: 'Porto',
  weatherData: SKIES[(ago * 2) % 5],
  weatherStatus: 'ready',
  createdAt: `${dayFromToday(-ago)}T00:30:00Z`,
}));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const status = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' });
const isFocused = (locator: Locator) => locator.evaluate((one) => one === document.activeElement);

/** Moves the focus with Tab or Shift+Tab only, and fails if the element cannot be reached. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${target.toString()}`);
}

/** Waits, because what is drawn takes the focus a moment later. */
const focusIsOn = (page: Page, words: string) =>
  eventually(async () => expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(words));

// One pass by keyboard through everything, and a look at each device in each theme.
jest.setTimeout(120_000);

let browser: Browser;
let ada: Person;

beforeAll(async () => {
  [ada, browser] = await Promise.all([new Api(stackUrl()).signUp(), launch()]);
  await importAll(ada, entries);
});

afterAll(() => browser.close());

describe('insights', () => {
  beforeAll(async () => {
    const asked = await ada.request<InsightJobDto>('POST', '/api/insights', {
      body: { range: 'last6Months' },
    });
    await ada.finished(asked.body.id);
  });

  it('are asked for, read and deleted by keyboard alone', async () => {
    const visit = await Visit.start(browser);
    const { page } = visit;
    const { keyboard } = page;
    await visit.logIn(ada, '/insights');
    await page.getByRole('button', { name: /^Last 6 Months/ }).waitFor();
    await visit.lookOnBoth('insights');

    await tabTo(page, page.getByRole('radio', { name: 'Last Week' }));
    await keyboard.press('ArrowRight');
    await status(
      page,
      /^\d+ entries on \d+ days, .*They are sent to Google Gemini, except those marked never/,
    );
    await visit.look('insights-preview-desktop-light', 'form');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Last Month', exact: true }).waitFor();
    await focusIsOn(page, 'Last Month');
    expect(page.url()).toMatch(/\/insights\/[0-9a-f]{24}$/);

    const notable = page.getByRole('region', { name: 'Days worth reading again' }).getByRole('link');
    expect(await notable.count()).toBeGreaterThanOrEqual(3);
    await tabTo(page, notable.first());
    await keyboard.press('Enter');
    await page.waitForURL(/\/entries\/[0-9a-f]{24}$/);
    await page.getByRole('article').getByText('along the river').waitFor();
    await page.goBack();

    await tabTo(page, button(page, 'Rename'));
    await keyboard.press('Enter');
    await page.getByLabel('A name of your own').waitFor();
    await visit.look('insights-rename-desktop-light', 'article form');
    await keyboard.press('Escape');

    // Pictures take their width after the words, and a wide table scrolls by itself.
    const frame = page.getByRole('article').getByRole('group', { name: 'Table' });
    await page.getByRole('figure', { name: 'Mood over time' }).waitFor();
    await visit.onBoth(async (size, scheme) => {
      await eventually(async () => {
        expect(await frame.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(size === 'phone');
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      });
      await visit.look(`insights-pictures-${size}-${scheme}`, 'main');
    });

    await tabTo(page, button(page, 'Delete'));
    await keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await visit.look('insights-deleting-desktop-light', '[role=alertdialog]');
    await tabTo(page, button(page, 'Delete the insight'));
    await keyboard.press('Enter');
    await focusIsOn(page, 'Get Insights');
    // The list is asked for again.
    await page.getByRole('button', { name: /^Last Month/ }).waitFor({ state: 'detached' });
    expect([visit.errors, visit.foreign]).toEqual([[], []]);
  });
});

const cards = (page: Page) => page.getByRole('article');
const count = (page: Page) => page.getByRole('status').filter({ hasText: /entr(y|ies)$|Nothing found/ });

/** Each step begins where the last one ended. What the form does is in web's search-form.spec.tsx. */
describe('a search', () => {
  let visit: Visit;
  let page: Page;
  /** Addresses that were asked for, with their queries. */
  const asked: string[] = [];

  beforeAll(async () => {
    visit = await Visit.start(browser, { scheme: 'dark' });
    page = visit.page;
    page.on('request', (request) => asked.push(request.url()));
    await visit.logIn(ada);
    await cards(page).first().waitFor();
  });

  afterAll(() => visit.end());

  const look = (name: string, within: string) => visit.lookOnBoth(`search-${name}`, within);

  it('finds words by the keyboard alone, marks them, and keeps them in the address', async () => {
    await page.goto('/journal#days=all');
    await count(page).filter({ hasText: '92 entries' }).waitFor();
    await page.getByRole('searchbox', { name: 'Words' }).focus();
    await page.keyboard.type('WALK "the cafe"');
    await page.keyboard.press('Enter');
    await count(page).filter({ hasText: '5 entries' }).waitFor();
    const marks = await cards(page).first().locator('mark').allInnerTexts();
    expect(marks).toEqual(['walking', 'The Café', 'walked']);
    await look('found', 'section[aria-labelledby=look-back]');
    await page.reload();
    await cards(page).first().locator('mark').first().waitFor();
    expect(await page.getByRole('searchbox', { name: 'Words' }).inputValue()).toBe('WALK "the cafe"');
    expect(asked.filter((url) => /walk|cafe/i.test(url))).toEqual([]);
  });

  it('narrows down by mood and weather, and goes back', async () => {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('With this mood').selectOption('Sad');
    await page.getByLabel('In this weather').selectOption('clear');
    await look('filters', 'form[aria-label="Search entries"]');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await count(page).filter({ hasText: '3 entries' }).waitFor();
    await page.goBack();
    await count(page).filter({ hasText: '5 entries' }).waitFor();
    // The form follows the list.
    await eventually(async () => expect(await page.getByLabel('With this mood').inputValue()).toBe(''));
    await page.goForward();
    await count(page).filter({ hasText: '3 entries' }).waitFor();
  });

  it('loads further pages while the user scrolls, down to the first entry, and stays beside the skip link', async () => {
    await page.goto('/journal#days=all');
    await count(page).filter({ hasText: '92 entries' }).waitFor();
    await eventually(async () => {
      await page.keyboard.press('End');
      expect(await cards(page).count()).toBe(entries.length);
    });
    await cards(page).last().getByText('91 days ago').waitFor();
    await page.getByRole('link', { name: 'Skip to the page' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => [document.activeElement?.id, location.hash])).toEqual([
      'main',
      '#days=all',
    ]);
  });
});
