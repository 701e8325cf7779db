import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Page } from 'playwright-core';
import { Api, dayFromToday, type Person } from '../support/api.js';
import { launch, type Scheme, type Size, Visit } from '../support/browser.js';
import { stackUrl } from '../support/config.js';
import { importAll } from '../support/export.js';

const DEVICES: [Size, Scheme][] = [
  ['desktop', 'dark'],
  ['phone', 'light'],
];

const DAYS = 240;

/** Eight months of evenings; every twentieth one has a river. */
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
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe.each(DEVICES)('a search on a %s, %s', (size, scheme) => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;
  /** Addresses that were asked for, with their queries. */
  const asked: string[] = [];

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
    await importAll(ada, entries);
    visit = await Visit.start(browser, { size, scheme });
    page = visit.page;
    page.on('request', (request) => asked.push(request.url()));
    await visit.logIn(ada);
    await cards(page).first().waitFor();
  });

  afterAll(async () => {
    expect(visit.foreign).toEqual([]);
    expect(visit.errors).toEqual([]);
    await browser.close();
  });

  it('shows the newest entries first, with one field and folded filters', async () => {
    await visit.look(`search-first-${size}-${scheme}`, 'section[aria-labelledby=look-back]');
    const isPhone = size === 'phone';
    const filters = page.getByRole('button', { name: 'Filters' });
    expect(await page.getByLabel('Date From').isVisible()).toBe(!isPhone);
    expect(await page.getByLabel('With this mood').isVisible()).toBe(false);
    const search = page.getByRole('button', { name: 'Search', exact: true });
    const tops = await Promise.all(
      [page.getByRole('searchbox', { name: 'Words' }), search, filters].map((one) => one.boundingBox()),
    );
    const bottoms = tops.map((box) => box!.y + box!.height);
    expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(4);
    await filters.click();
    expect(await page.getByLabel('With this mood').isVisible()).toBe(true);
    // The day of the first entry is asked for.
    await eventually(async () =>
      expect(await page.getByLabel('Date From').inputValue()).toBe(dayFromToday(1 - DAYS)),
    );
    await visit.look(`search-open-${size}-${scheme}`, 'form[aria-label="Search entries"]');
    await page.getByLabel('With this mood').press('Escape');
    expect(await page.getByLabel('With this mood').isVisible()).toBe(false);
    const heading = await page.getByRole('heading', { name: 'Look back' }).boundingBox();
    const card = await cards(page).first().boundingBox();
    if (isPhone) expect((card?.y ?? 0) - (heading?.y ?? 0)).toBeLessThan(300);
  });

  it('finds words by the keyboard alone, marks them, and keeps them in the address', async () => {
    await page.goto('/journal#days=week');
    await count(page).filter({ hasText: '7 entries' }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole('searchbox', { name: 'Words' }).focus();
    await page.keyboard.type('WALK "the cafe"');
    await page.keyboard.press('Enter');
    await count(page).filter({ hasText: 'Nothing found' }).waitFor();
    await page.getByText(/: WALK "the cafe"$/).waitFor();
    await visit.look(`search-nothing-${size}-${scheme}`, 'section[aria-labelledby=look-back]');

    // Early in January, the year is shorter than 30 days.
    const wider = page.getByRole('button', { name: /^Look at/ });
    while ((await cards(page).count()) === 0) {
      const words = await wider.innerText();
      await wider.focus();
      await page.keyboard.press('Enter');
      await cards(page)
        .or(wider.filter({ hasNotText: words }))
        .first()
        .waitFor();
    }
    const marks = await cards(page).first().locator('mark').allInnerTexts();
    expect(marks).toEqual(['walking', 'The Café', 'walked']);
    await visit.look(`search-found-${size}-${scheme}`, 'section[aria-labelledby=look-back]');

    await page.reload();
    await cards(page).first().locator('mark').first().waitFor();
    expect(await page.getByRole('searchbox', { name: 'Words' }).inputValue()).toBe('WALK "the cafe"');
    expect(asked.filter((url) => /walk|cafe/i.test(url))).toEqual([]);
  });

  it('narrows down by mood and weather, and goes back', async () => {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('With this mood').selectOption('Happy');
    await page.getByLabel('In this weather').selectOption('rain');
    await page.getByRole('group', { name: 'Days' }).scrollIntoViewIfNeeded();
    await visit.look(`search-filters-${size}-${scheme}`, 'form[aria-label="Search entries"]');
    await press(page, 'Last 7 days');
    await count(page).filter({ hasText: 'Nothing found' }).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await press(page, 'All');
    await count(page).filter({ hasText: '6 entries' }).waitFor();
    // The active filters are beside the count, and the results are visible.
    await page.getByText(/^“?WALK .* · Happy · Rainy$/).waitFor();
    expect(await page.getByLabel('With this mood').isVisible()).toBe(false);
    await eventually(async () => {
      const found = await cards(page).first().boundingBox();
      expect(found!.y).toBeLessThan(page.viewportSize()!.height * 0.6);
    });
    await visit.look(`search-found-filters-${size}-${scheme}`, 'section[aria-labelledby=look-back]');
    await page.goBack();
    await page.goBack();
    await page.getByText(/ · Happy · Rainy$/).waitFor({ state: 'detached' });
    // The form follows the list.
    await eventually(async () => expect(await page.getByLabel('With this mood').inputValue()).toBe(''));
    await page.goForward();
    await page.goForward();
    await count(page).filter({ hasText: '6 entries' }).waitFor();
  });

  // The rest is the same on every device.
  if (size === 'phone') return;

  it('loads further pages while the user scrolls, down to the first entry', async () => {
    await page.goto('/journal#days=all');
    await count(page).filter({ hasText: '240 entries' }).waitFor();
    await eventually(async () => {
      await page.keyboard.press('End');
      expect(await cards(page).count()).toBe(DAYS);
    });
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await cards(page).last().getByText('239 days ago').waitFor();
  });

  it('stays when the skip link is used', async () => {
    await page.goto('/journal#words=river&days=all');
    await count(page).filter({ hasText: '12 entries' }).waitFor();
    await page.getByRole('link', { name: 'Skip to the page' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(await page.evaluate(() => location.hash)).toBe('#words=river&days=all');
  });
});
