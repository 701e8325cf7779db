import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Api, dayFromToday, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { sampleEntries } from '../../scripts/demo/sample-entries.mjs';
import { stackUrl } from '../support/stacks/config.js';
import { importAll } from '../support/requests/export.js';

const LAST_YEAR = new Date().getUTCFullYear() - 1;
/** A day with two entries. */
const TWICE = `${LAST_YEAR}-06-15`;

/** Three years of days, as `npm run demo` makes them: Mondays are heavy, clear days bright, and hours neither. */
const threeYears = () =>
  sampleEntries({ until: dayFromToday(0) })
    .filter(({ createdAt }) => !createdAt.startsWith(TWICE))
    .map((entry, index) => (index % 3 ? entry : { ...entry, tags: ['River'] }));

const grid = (page: Page) => page.getByRole('grid', { name: /^The days of \d{4}$/ });
const yearOf = (page: Page, year = '\\d{4}') =>
  page.getByRole('region', { name: new RegExp(`^The year ${year}$`) });
const title = (page: Page) => page.getByRole('heading', { name: 'Your days' });
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

/** A part of the year's cells: axe needs seconds for all of them, and they differ only in mood. */
const MOST_CELLS = '[role=gridcell]:nth-child(n + 3)';

// The first look at a year of entries loads the charts, too.
jest.setTimeout(90_000);

describe('the days page', () => {
  let browser: Browser;
  let ada: Person;

  beforeAll(async () => {
    [ada, browser] = await Promise.all([new Api(stackUrl()).signUp(), launch()]);
    const entries: object[] = threeYears();
    const twice = { location: 'Porto', weatherStatus: 'ready', createdAt: `${TWICE}T18:00:00Z` };
    const aYearAgo = { ...twice, createdAt: `${LAST_YEAR}${dayFromToday(0).slice(4)}T18:00:00Z` };
    entries.push(
      { ...aYearAgo, content: 'A year ago to the day.', inputMood: 'Neutral', weatherData: 'Overcast' },
      { ...twice, content: 'It was bright.', inputMood: 'Happy', weatherData: 'Sunny' },
      {
        ...twice,
        createdAt: `${TWICE}T20:00:00Z`,
        content: 'And then it rained.',
        inputMood: 'Tired',
        weatherData: 'Light rain',
      },
    );
    await importAll(ada, entries);
  });

  afterAll(() => browser.close());

  let visit: Visit;
  let page: Page;

  const begin = async (address: string, options: Parameters<typeof Visit.start>[1] = {}) => {
    visit = await Visit.start(browser, options);
    page = visit.page;
    await visit.logIn(ada, address);
  };

  const end = () => visit.end();

  const open = async (address: string) => {
    await page.goto(address);
    await isOpen();
  };
  const isOpen = async () => {
    await title(page).waitFor();
    await yearOf(page).waitFor();
  };
  const whole = async () => {
    await page.getByRole('figure', { name: 'Mood over time' }).waitFor();
    await page.waitForLoadState('networkidle');
  };

  describe('on a desktop', () => {
    beforeAll(() => begin('/days'));
    afterAll(() => end());

    it('shows the year, its numbers, a month, earlier years and what goes together', async () => {
      await isOpen();
      await whole();
      await page.getByText('Mondays were heavier than the others.', { exact: true }).waitFor();
      expect([365, 366]).toContain(await grid(page).getByRole('gridcell').count());
      await page.getByText('days in a row, one gap forgiven').waitFor();
      await page
        .getByRole('figure', { name: 'Mood and weather' })
        .getByText(/Clear days.* brighter than the others/)
        .waitFor();
      await page.getByRole('figure', { name: 'Mood and tag' }).waitFor();
      await page
        .getByRole('figure', { name: 'Mood and hour' })
        .getByText('These days are too alike to tell apart.')
        .waitFor();
      // The sentence appears once, below the charts.
      expect(
        await page
          .getByText(/coincidence/)
          .filter({ visible: true })
          .count(),
      ).toBe(1);
      for (const words of ['Mood on average', 'The middle half of the days', 'an even day'])
        await page
          .getByRole('figure', { name: 'Mood and weekday' })
          .locator('ul')
          .getByText(words, { exact: true })
          .waitFor();
      await page.getByRole('region', { name: 'On this day' }).getByText('A year ago to the day.').waitFor();
      await visit.lookOnBoth('days', 'html', MOST_CELLS);
    });

    it('is used by keyboard alone', async () => {
      await open(`/days?year=${LAST_YEAR}`);
      await whole();
      const first = grid(page).getByRole('gridcell', { name: / 1 January: / });
      await page.getByRole('link', { name: 'Skip to the page' }).focus();
      for (let presses = 0; presses < 20; presses++) {
        await page.keyboard.press('Tab');
        if (await first.evaluate((cell) => cell === document.activeElement)) break;
      }
      for (let month = 1; month < 6; month++) await page.keyboard.press('PageDown');
      expect(await focused(page)).toMatch(/ 1 June: /);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      for (let day = 1; day < 15; day++) await page.keyboard.press('ArrowDown');
      expect(await focused(page)).toMatch(/^\w+day 15 June: Happy and Tired, 2 entries$/);
      await page.keyboard.press('Enter');
      const panel = page.getByRole('region', { name: `15 June ${LAST_YEAR}` });
      await panel.getByText('And then it rained.').waitFor();
      expect(new URL(page.url()).searchParams.get('day')).toBe(TWICE);
      expect(await focused(page)).toMatch(/^\w+day \d+ \w+ \d{4}$/);
      await visit.look('days-chosen-desktop-light', 'main', MOST_CELLS);
      // To the day before, to the day after, and Close.
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await panel.waitFor({ state: 'detached' });
      expect(await focused(page)).toMatch(/, 2 entries$/);
      await page.keyboard.press('Control+Home');
      expect(await focused(page)).toMatch(/ 1 January: /);
      await page.keyboard.press('ArrowUp');
      expect(await focused(page)).toMatch(/ 1 January: /);
      await page.keyboard.press('Control+End');
      expect(await focused(page)).toMatch(/ 31 December: /);
    });

    it('reads as a table, leads to the page of an entry, and comes back', async () => {
      await open('/days');
      await page.getByRole('button', { name: `‹ ${LAST_YEAR}` }).click();
      await yearOf(page, String(LAST_YEAR)).waitFor();
      await page.getByRole('button', { name: 'Show as a table' }).click();
      const table = page.getByRole('table', { name: /on which you wrote$/ });
      const twice = table.getByRole('row', { name: / 15 June/ });
      await twice.waitFor();
      await whole();
      await visit.lookOnBoth('days-table', 'table', 'tr:nth-child(n + 20)');
      await twice.getByRole('button').click();
      const panel = page.locator('[aria-labelledby=chosen-day]');
      await panel.getByRole('article').filter({ hasText: 'It was bright.' }).getByRole('link').press('Enter');
      await page.waitForURL('**/entries/*');
      await page.getByRole('link', { name: 'All of this day' }).waitFor();
      await visit.lookOnBoth('entry');
      await page.goBack();
      await panel.waitFor();
      await page.goBack();
      await panel.waitFor({ state: 'detached' });
      await yearOf(page, String(LAST_YEAR)).waitFor();

      await page.goto(`/entries/${'0'.repeat(24)}`);
      await page.getByText(/^This entry is not in your journal/).waitFor();
      await visit.lookOnBoth('entry-missing');
    });
  });

  it('goes by months on a phone, and in them by days, since squares are too small to hit', async () => {
    await begin(`/days?year=${LAST_YEAR}`, { size: 'phone', scheme: 'dark' });
    await isOpen();
    await page.getByRole('button', { name: /^June, \d+ days written$/ }).tap();
    await page.getByRole('heading', { name: `June ${LAST_YEAR}` }).waitFor();
    const day = page.getByRole('button', { name: / 15 June: Happy and Tired, 2 entries/ });
    const { width, height } = (await day.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
    await day.tap();
    await page.getByText('And then it rained.').waitFor();
    await visit.look('days-chosen-phone-dark', 'main');
    await visit.expectOneStandsOut(page.getByRole('button', { name: / June: / }), 'borderTopWidth');
    await end();
  });
});
