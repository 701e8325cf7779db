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

/** A month of mostly good days, and two heavier ones before it. */
const entries = Array.from({ length: 92 }, (_, ago) => ({
  content: `We walked along the river, ${ago} days ago. ${'It went on and on. '.repeat(ago % 7)}`,
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

describe('insights', () => {
  let browser: Browser;
  let ada: Person;

  beforeAll(async () => {
    [ada, browser] = await Promise.all([new Api(stackUrl()).signUp(), launch()]);
    await importAll(ada, entries);
    const asked = await ada.request<InsightJobDto>('POST', '/api/insights', {
      body: { range: 'last6Months' },
    });
    await ada.finished(asked.body.id);
  });

  afterAll(() => browser.close());

  it('are asked for, read, named, judged and deleted by keyboard alone', async () => {
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
    const heading = page.getByRole('heading', { name: 'Last Month', exact: true });
    await heading.waitFor();
    await status(page, 'Your insights are ready: Last Month.');
    await focusIsOn(page, 'Last Month');
    const address = page.url();
    expect(address).toMatch(/\/insights\/[0-9a-f]{24}$/);
    await page.reload();
    await heading.waitFor();
    expect(page.url()).toBe(address);
    expect(await isFocused(heading)).toBe(false);

    const notable = page.getByRole('region', { name: 'Days worth reading again' }).getByRole('link');
    const count = await notable.count();
    expect(count).toBeGreaterThanOrEqual(3);
    expect(count).toBeLessThanOrEqual(5);
    await tabTo(page, notable.first());
    await keyboard.press('Enter');
    await page.waitForURL(/\/entries\/[0-9a-f]{24}$/);
    await page.getByRole('article').getByText('We walked along the river').waitFor();
    await page.goBack();
    await heading.waitFor();

    await tabTo(page, button(page, 'Yes'));
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Yes', pressed: true }).waitFor();
    await tabTo(page, button(page, 'Rename'));
    await keyboard.press('Enter');
    await page.getByLabel('A name of your own').waitFor();
    await keyboard.type('The month by the river');
    await visit.look('insights-rename-desktop-light', 'article form');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The month by the river' }).waitFor();
    await focusIsOn(page, 'Rename');

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

    await page.goto('/insights');
    await tabTo(page, page.getByRole('button', { name: /^The month by the river/ }));
    await keyboard.press('Enter');
    const named = page.getByRole('heading', { name: 'The month by the river' });
    await named.waitFor();
    await focusIsOn(page, 'The month by the river');
    await tabTo(page, button(page, 'Delete'));
    await keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await visit.look('insights-deleting-desktop-light', '[role=alertdialog]');
    await tabTo(page, button(page, 'Delete the insight'));
    await keyboard.press('Enter');
    await status(page, 'The insight is deleted.');
    await focusIsOn(page, 'Get Insights');
    await page.getByRole('button', { name: /^Last 6 Months/ }).waitFor();
    // The list is asked for again.
    await eventually(async () =>
      expect(await page.getByRole('button', { name: /^(The month by the river|Last Week)/ }).count()).toBe(0),
    );
    expect([visit.errors, visit.foreign]).toEqual([[], []]);
  });
});
