import { jest } from '@jest/globals';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Page } from 'playwright-core';
import { Api, dayFromToday, type Person } from '../support/requests/api.js';
import { launch, type Scheme, type Size, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { importAll } from '../support/requests/export.js';
import { sampleEntries } from '../../scripts/demo/sample-entries.mjs';

/**
 * Pixels of the paper's width. From a desktop, what is between the margins of A4: 210 mm less two of 10 mm, at 96 to the
 * inch. A phone prints its own layout, enlarged.
 */
const PAPER_WIDTH: Record<Size, number> = { desktop: 718, phone: 390 };

/** Dark on the device from which most pages are printed. */
const DEVICES: [Size, Scheme][] = [
  ['desktop', 'dark'],
  ['phone', 'light'],
];

/** What is not on the paper as a whole: what sticks out of it, and boxes that hide a part of what is in them. */
const cutOff = (page: Page, paper: number) =>
  page.evaluate((width) => {
    const seen = [...document.querySelectorAll('main, main *')].filter((one) => one.checkVisibility());
    const nameOf = (one: Element) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`;
    return seen
      .filter((one) => {
        // Text for screen readers only is one pixel large.
        if (one.closest('table')?.parentElement?.clientWidth === 1 || one.clientWidth === 1) return false;
        const { left, right } = one.getBoundingClientRect();
        const hides = getComputedStyle(one).overflow !== 'visible' && !(one instanceof SVGElement);
        const isHidden = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
        return left < -1 || right > width + 1 || (hides && isHidden);
      })
      .map(nameOf);
  }, paper);

// The page of days is loaded, counted and looked at as a whole, on a machine that may be busy.
jest.setTimeout(90_000);

let browser: Browser;
let ada: Person;
let insightId: string;

beforeAll(async () => {
  [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
  await importAll(ada, sampleEntries({ until: dayFromToday(0), years: 0.5 }));
  const asked = await ada.request<InsightJobDto>('POST', '/api/insights', { body: { range: 'last6Months' } });
  ({ id: insightId } = await ada.finished(asked.body.id));
});

afterAll(() => browser.close());

describe.each(DEVICES)('printed from a %s, %s', (size, scheme) => {
  const paper = PAPER_WIDTH[size];
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    visit = await Visit.start(browser, { size, scheme });
    page = visit.page;
    await visit.logIn(ada, '/days');
  });

  afterAll(() => visit.end());

  /** The page as the printer gets it: the layout of this screen, on paper of this width. */
  const print = async () => {
    await page.waitForLoadState('networkidle');
    await page.emulateMedia({ media: 'print', colorScheme: scheme });
    await page.evaluate((width) => {
      document.documentElement.style.width = `${width}px`;
    }, paper);
    // The charts are as wide as the paper lets them be.
    await page.waitForFunction(
      (width) => [...document.querySelectorAll('figure svg')].every((svg) => svg.clientWidth <= width),
      paper,
    );
  };
  /** Where the screen is light, it has the colours of the paper. */
  const look = (name: string, alike?: string) =>
    scheme === 'dark'
      ? visit.look(`print-${name}-${size}-${scheme}`, 'main', alike)
      : visit.shoot(`print-${name}-${size}-${scheme}`);
  const backToScreen = async () => {
    await page.emulateMedia({ media: 'screen', colorScheme: scheme });
    await page.evaluate(() => {
      document.documentElement.style.width = '';
    });
  };
  const isPrintedWell = async () => {
    const colours = () =>
      page.evaluate(() => {
        const { backgroundColor, color, colorScheme } = getComputedStyle(document.documentElement);
        return { white: backgroundColor, ink: color, form: colorScheme };
      });
    await eventually(async () =>
      expect(await colours()).toEqual({ white: 'rgb(255, 255, 255)', ink: 'rgb(38, 35, 31)', form: 'light' }),
    );
    // Charts are drawn again at the width of the paper.
    await eventually(async () => {
      for (const gone of [
        page.getByRole('navigation', { name: 'Main' }),
        page.getByRole('banner'),
        page.getByRole('contentinfo'),
        page.getByRole('link', { name: 'Skip to the page' }),
        // In print, the days in tables are text, although they are buttons on the screen.
        page.locator('main button:not(table *)'),
      ]) {
        expect(await gone.filter({ visible: true }).count()).toBe(0);
      }
      expect(await cutOff(page, paper)).toEqual([]);
    });
  };

  it('the days are the year, its table, the month and every chart, on white and whole', async () => {
    await page.getByRole('figure', { name: 'Mood over time' }).waitFor();
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await page.getByRole('table', { name: /on which you wrote$/ }).waitFor();
    await print();
    await isPrintedWell();
    for (const name of ['Mood over time', 'Mood and weekday', 'Mood and weather', 'Mood and hour']) {
      const figure = page.getByRole('figure', { name });
      expect(await figure.getByRole('heading').isVisible()).toBe(true);
      expect(await figure.locator('svg').first().isVisible()).toBe(true);
    }
    await page.getByRole('grid').waitFor();
    await page.getByRole('table', { name: /on which you wrote$/ }).waitFor();
    const days = page.getByRole('table').filter({ visible: true }).getByRole('button');
    expect(await days.filter({ visible: true }).count()).toBeGreaterThan(100);
    await look('days', '[role=gridcell]:nth-child(n + 3), tr:nth-child(n + 20)');
    await backToScreen();
  });

  it('the journal is its entries, with the words of one that is open, and no forms', async () => {
    await page.goto('/journal');
    const card = page.getByRole('article').nth(1);
    const [first, words] = [
      await page.getByRole('article').first().locator('p').nth(1).innerText(),
      await card.locator('p').nth(1).innerText(),
    ];
    await card.getByRole('button', { name: 'Edit Entry' }).click();
    await page.getByRole('button', { name: 'Save Editions' }).waitFor();
    await print();
    await isPrintedWell();
    for (const gone of [
      page.getByRole('form', { name: 'New entry' }),
      page.getByRole('form', { name: 'Search entries' }),
      page.locator('main input:not([type=radio]), main select, main label:not(:has(input:checked))'),
      page.getByText('A few honest lines are enough.'),
    ])
      expect(await gone.filter({ visible: true }).count()).toBe(0);
    expect(await page.getByText(first, { exact: true }).isVisible()).toBe(true);
    const open = page.getByLabel('Entry', { exact: true });
    expect(await open.inputValue()).toBe(words);
    expect(await open.isVisible()).toBe(true);
    await look('journal');
    await backToScreen();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('an insight is its words and its pictures, on white and whole', async () => {
    await page.goto(`/insights/${insightId}`);
    await page.getByRole('figure', { name: 'Mood over time' }).waitFor();
    await page.getByRole('region', { name: 'Two periods side by side' }).getByText('Happy').first().waitFor();
    await print();
    await isPrintedWell();
    await page.getByRole('heading', { name: 'Your week, Ada' }).waitFor();
    await page.getByRole('cell', { name: 'A long talk with a friend on the phone' }).waitFor();
    for (const name of ['Mood over time', 'Mood and weekday', 'Mood and weather']) {
      expect(await page.getByRole('figure', { name }).locator('svg').first().isVisible()).toBe(true);
    }
    expect(await page.getByRole('radio').filter({ visible: true }).count()).toBe(0);
    await look('insight');
    await backToScreen();
  });
});
