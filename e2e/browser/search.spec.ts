import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Page } from 'playwright-core';
import { Api, dayFromToday } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { importAll } from '../support/requests/export.js';

const DAYS = 100;

/** Three months of evenings; every twentieth one has a river. */
const entries = Array.from({ length: DAYS }, (_, ago) => ({
  content:
    ago % 20 === 10
      ? `We were walking along the river, ${ago} days ago. The Café was closed, so we walked on.`
      : `An evening like others, ${ago} days ago.`,
  inputMood: ago % 40 === 10 ? 'Happy' : 'Tired',
  location: 'Porto',
  weatherData: ago % 40 === 10 ? 'Light rain' : 'Overcast',
  weatherStatus: 'ready',
  createdAt: `${dayFromToday(-ago)}T00:30:00Z`,
}));

const cards = (page: Page) => page.getByRole('article');
const count = (page: Page) => page.getByRole('status').filter({ hasText: /entr(y|ies)$|Nothing found/ });

/** Each step begins where the last one ended. What the form does is in web's search-form.spec.tsx. */
describe('a search', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  /** Addresses that were asked for, with their queries. */
  const asked: string[] = [];

  beforeAll(async () => {
    const [launched, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
    browser = launched;
    await importAll(ada, entries);
    visit = await Visit.start(browser, { scheme: 'dark' });
    page = visit.page;
    page.on('request', (request) => asked.push(request.url()));
    await visit.logIn(ada);
    await cards(page).first().waitFor();
  });

  afterAll(async () => {
    expect([visit.foreign, visit.errors]).toEqual([[], []]);
    await browser.close();
  });

  const look = (name: string, within: string) => visit.lookOnBoth(`search-${name}`, within);

  it('finds words by the keyboard alone, marks them, and keeps them in the address', async () => {
    await page.goto('/journal#days=week');
    await count(page).filter({ hasText: '7 entries' }).waitFor();
    await page.getByRole('searchbox', { name: 'Words' }).focus();
    await page.keyboard.type('WALK "the cafe"');
    await page.keyboard.press('Enter');
    await count(page).filter({ hasText: 'Nothing found' }).waitFor();
    // Early in January, the year is shorter than 30 days.
    const wider = page.getByRole('button', { name: /^Look at/ });
    while ((await cards(page).count()) === 0) {
      const words = await wider.innerText();
      await wider.press('Enter');
      await cards(page)
        .or(wider.filter({ hasNotText: words }))
        .first()
        .waitFor();
    }
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
    await page.getByLabel('With this mood').selectOption('Happy');
    await page.getByLabel('In this weather').selectOption('rain');
    await look('filters', 'form[aria-label="Search entries"]');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await count(page).filter({ hasText: '3 entries' }).waitFor();
    await page.goBack();
    await page.getByText(/ · Happy · Rainy$/).waitFor({ state: 'detached' });
    // The form follows the list.
    await eventually(async () => expect(await page.getByLabel('With this mood').inputValue()).toBe(''));
    await page.goForward();
    await count(page).filter({ hasText: '3 entries' }).waitFor();
  });

  it('loads further pages while the user scrolls, down to the first entry, and stays beside the skip link', async () => {
    await page.goto('/journal#days=all');
    await count(page).filter({ hasText: '100 entries' }).waitFor();
    await eventually(async () => {
      await page.keyboard.press('End');
      expect(await cards(page).count()).toBe(DAYS);
    });
    await cards(page).last().getByText('99 days ago').waitFor();
    await page.getByRole('link', { name: 'Skip to the page' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => [document.activeElement?.id, location.hash])).toEqual([
      'main',
      '#days=all',
    ]);
  });
});
