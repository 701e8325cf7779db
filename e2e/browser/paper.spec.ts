import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { pngOf } from '../../scripts/demo/png.mjs';
import { drawnPhoto } from '../../scripts/demo/drawn-photo.mjs';
import { Api, dayFromToday, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { importAll } from '../support/requests/export.js';
import { type PdfPage, pagesOf } from '../support/pages/pdf.js';
import { sendPhoto } from '../support/photos.js';
import { wordsIn } from '../support/pages/words.js';

const DAYS = 60;

/** Points, rounded. */
const SIZES = { A4: [595, 842], Letter: [612, 792] } as const;

/** The words of the entry before so many days, up to ten lines, which begin and end with a word of their own. */
const wordsOf = (back: number): string =>
  `begin${back} ${'The tram was late and nobody minded, so we walked. '.repeat(1 + 3 * (back % 6))}end${back}`;

/**
 * The letters of each word, in an order of their own. A PDF has Arabic as it is seen: from the left, with letters that are
 * joined, and marks that have no letter.
 */
const lettersOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(/\p{M}/gu, '')
    .split(/\s+/)
    .map((word) => [...word].sort().join(''));

/** The margin of a page, in points: 18 mm. */
const MARGIN = (18 / 25.4) * 72;

/** How many pieces of text begin at the left margin, and end at the right one. */
function atMargins(pages: PdfPage[]): [left: number, right: number] {
  const pieces = pages.flatMap(({ width, pieces: ofPage }) =>
    ofPage.map(({ from, until }) => [Math.abs(from - MARGIN), Math.abs(width - MARGIN - until)] as const),
  );
  return [pieces.filter(([left]) => left < 2).length, pieces.filter(([, right]) => right < 2).length];
}

/** Each size once. */
const sizesOf = (pages: PdfPage[]) => [
  ...new Map(pages.map(({ width, height }) => [`${width}`, [width, height].map(Math.round)])).values(),
];

/** A photo that nothing was drawn on. */
const CLEAR = pngOf(8, 8, 'transparent', Buffer.alloc((8 * 4 + 1) * 8));

// Pages of many entries are laid out for the printer, on a machine that may be busy.
jest.setTimeout(120_000);

describe('a page for someone else', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;
  /** The bytes of the last PDF. */
  let pdf: Awaited<ReturnType<Page['pdf']>>;

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
    const sleep = randomUUID();
    const body = {
      ...{ name: 'Sleep', kind: 'duration', picture: 'moon', unit: '' },
      ...{ daySum: 'last', askedOn: 'always', archived: false },
    };
    expect(await ada.request('PUT', `/api/measures/${sleep}`, { body })).toMatchObject({ status: 200 });
    await importAll(
      ada,
      Array.from({ length: DAYS }, (_, back) => ({
        content: wordsOf(back),
        location: 'Porto',
        inputMood: ['Happy', 'Sad', 'Very Happy', 'Neutral'][back % 4],
        tags: [back % 2 ? 'Marisa' : 'River'],
        weatherData: back % 3 ? 'Clear sky' : 'Light drizzle',
        weatherStatus: 'ready',
        temperature: 14,
        createdAt: `${dayFromToday(-back)}T00:30:00Z`,
        measures: { [sleep]: 360 + 15 * (back % 9) },
      })),
    );
    const [photo, clear] = await Promise.all([sendPhoto(ada, drawnPhoto('paper')), sendPhoto(ada, CLEAR)]);
    await ada.write({ content: 'begin-photo A hill. end-photo', photos: [photo.body._id] });
    await ada.write({ content: 'begin-clear A cut-out. end-clear', photos: [clear.body._id] });
    visit = await Visit.start(browser);
    page = visit.page;
    await visit.logIn(ada);
  });

  afterAll(async () => {
    await visit.end();
    await browser.close();
  });

  const choices = () => page.getByRole('form', { name: 'What is on the paper' });
  const check = (label: string) => choices().getByLabel(label, { exact: true }).check();
  const choose = (group: string, label: string) =>
    choices().getByRole('group', { name: group }).getByLabel(label, { exact: true }).check();

  /** The PDF, once everything is on the paper. */
  const printed = async (name = 'Print or save as PDF'): Promise<PdfPage[]> => {
    const button = page.getByRole('button', { name });
    await page.locator('button:not([aria-disabled])', { hasText: name }).waitFor();
    const isPrinting = page.evaluate(
      () => new Promise((resolve) => window.addEventListener('beforeprint', resolve, { once: true })),
    );
    await button.click();
    await isPrinting;
    pdf = await page.pdf({ preferCSSPageSize: true });
    return pagesOf(pdf);
  };
  /** The first and the last words of each chart. */
  const charts = () =>
    page.locator('article figure').evaluateAll((figures) =>
      figures.map((figure) => {
        const shown = [...figure.querySelectorAll('*')].filter(
          (one) => !one.closest('table') && one.children.length === 0 && one.textContent.trim() !== '',
        );
        return [shown.at(0), shown.at(-1)].map((one) => one?.textContent.trim().replace(/\s+/g, ' ') ?? '');
      }),
    );
  const textOf = (pages: PdfPage[]) => pages.map(({ text }) => text).join(' ');

  it('has figures and charts at first, and no words, photos or name', async () => {
    await page.goto('/days');
    await page.getByRole('link', { name: 'A page for someone else' }).click();
    await page.getByRole('figure', { name: 'Mood and Sleep over time' }).waitFor();
    const pages = await printed();
    const text = textOf(pages);
    for (const words of [
      'Mood journal of A. L.',
      `Written on ${DAYS} of 91 days.`,
      'on the whole',
      'Sleep, on average',
      'Mood over time',
      'What goes together',
      'Written by A. L. in Inner Weather. Counted, not diagnosed.',
    ])
      expect(text).toContain(words);
    for (const absent of ['Ada', 'Lovelace', 'begin', 'Print or save', 'Your days', 'Marisa'])
      expect(text).not.toContain(absent);
    // Charts are lines and not pixels.
    expect(pages.map(({ images }) => images)).toEqual(pages.map(() => 0));
    expect(sizesOf(pages)).toEqual([SIZES.A4]);
    const [left, right] = atMargins(pages);
    expect(left - right).toBeGreaterThan(9);
  });

  it('has the chosen entries whole, each page with its number, on Letter', async () => {
    await choose('Entries', 'All');
    await choose('Paper', 'Letter');
    const pages = await printed();
    expect(pages.length).toBeGreaterThan(5);
    expect(sizesOf(pages)).toEqual([SIZES.Letter]);
    for (const [index, { text }] of pages.entries())
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    for (let back = 0; back < DAYS; back += 1) {
      const on = (word: string) => pages.findIndex(({ text }) => text.split(' ').includes(word));
      expect([back, on(`begin${back}`)]).toEqual([back, on(`end${back}`)]);
      expect(on(`begin${back}`)).toBeGreaterThanOrEqual(0);
    }
    for (const [title = '', last = ''] of await charts())
      expect([title, pages.some(({ text }) => text.includes(title) && text.includes(last))]).toEqual([
        title,
        true,
      ]);
  });

  it('has only the chosen entries, with their photos, and no hidden names', async () => {
    await choose('Entries', 'Some');
    await choices().getByLabel('Find entries').fill('begin17');
    await choices().getByRole('button', { name: 'Choose all found' }).click();
    await choices().getByLabel('Find entries').fill('begin-photo');
    await choices()
      .getByRole('checkbox', { name: /begin-photo/ })
      .check();
    await choices().getByText('2 entries chosen').waitFor();
    await check('Photos of these entries');
    await check('Weather and tags');
    await choices().getByText('Tags to leave out').click();
    await choices().getByLabel('Find entries').fill('begin-clear');
    const clear = choices().getByRole('checkbox', { name: /begin-clear/ });
    await clear.check();
    expect(textOf(await printed())).toContain('Marisa');
    const colour = await page.locator('article img[width="8"]').evaluate((photo: HTMLImageElement) => {
      const context = document.createElement('canvas').getContext('2d')!;
      context.drawImage(photo, 0, 0);
      return [...context.getImageData(0, 0, 1, 1).data];
    });
    // What is transparent in a photo is white, as paper is.
    expect(colour).toEqual([255, 255, 255, 255]);
    await clear.uncheck();
    await check('Marisa');
    await choices().getByLabel('A note from you').fill('I sleep badly around deadlines.');
    const pages = await printed();
    const text = textOf(pages);
    for (const words of ['begin17', 'end-photo', 'River', 'I sleep badly around deadlines.'])
      expect(text).toContain(words);
    for (const absent of ['begin16', 'Marisa', 'Ada', 'Lovelace']) expect(text).not.toContain(absent);
    expect(pages.reduce((sum, { images }) => sum + images, 0)).toBe(1);
    // Every point of it would be fifty times as large.
    expect(pdf.includes('/DCTDecode')).toBe(true);
    await visit.lookOnBoth('paper-chosen');
  });

  it('is a book of the year, month by month', async () => {
    await page.getByRole('link', { name: 'A book of a year' }).click();
    await page.getByRole('heading', { name: 'The year in figures' }).waitFor();
    const pages = await printed();
    const text = textOf(pages);
    const year = new Date().getFullYear();
    expect(pages[0]?.text).toContain(`${year}`);
    expect(pages[1]?.text).toContain(`January ${year}`);
    for (const words of ['Contents', 'The year in figures', 'begin0', 'end-photo'])
      expect(text).toContain(words);
    expect(pages.at(-1)?.text).toContain(`Page ${pages.length} of ${pages.length}`);
    await visit.lookOnBoth('paper-book', undefined, 'section section:nth-of-type(n + 3)');
  });

  it('is printed from right to left in Arabic', async () => {
    const say = wordsIn('ar');
    await ada.request('PATCH', '/api/user/me', { body: { language: 'ar' } });
    const other = await Visit.start(browser, { locale: 'ar' });
    page = other.page;
    await other.logIn(ada, '/days/report');
    await page.getByRole('figure', { name: say('Mood over time') }).waitFor();
    await other.lookOnBoth('paper-ar');
    const pages = await printed(say('Print or save as PDF'));
    const [left, right] = atMargins(pages);
    expect(right - left).toBeGreaterThan(9);
    const text = lettersOf(textOf(pages)).join(' ');
    for (const words of ['What goes together', 'on the whole'] as const)
      expect(text).toContain(lettersOf(say(words)).toReversed().join(' '));
    await other.end();
  });
});
