import type { Browser, Page, Route } from 'playwright-core';
import { eventually } from '@inner-weather/testing/eventually';
import { Api, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { sample } from '../support/samples.js';

const api = new Api(stackUrl());
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Parts of an import that the server takes before the page is closed. */
const BEFORE_CLOSING = 1;

/** Entries of the long file: three parts. */
const MANY = 300;

/** A Daylio CSV with one entry for each day. */
function longTable(): Buffer {
  const lines = ['full_date,date,weekday,time,mood,activities,note_title,note'];
  for (let n = 0; n < MANY; n += 1) {
    const day = new Date(Date.UTC(2023, 0, 1 + n)).toISOString().slice(0, 10);
    lines.push(`${day},,,21:15,${n % 2 ? 'good' : 'meh'},reading | friends,,Evening ${n + 1}.`);
  }
  return Buffer.from(lines.join('\n'));
}

/** Each step begins where the last one ended. */
describe('a diary from another app', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ana: Person;

  beforeAll(async () => {
    browser = await launch();
    ana = await api.signUp({ firstName: 'Ana' });
    visit = await Visit.start(browser);
    page = visit.page;
    await visit.logIn(ana);
  }, 60_000);

  afterAll(() => browser.close());

  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('File to import').setInputFiles({ name, mimeType: '', buffer });
  const contents = async (): Promise<string[]> =>
    (await ana.search({ startDate: '2000-01-01' })).body.map(({ content }) => content);

  it('is shown before anything is stored, with what only the person can decide', async () => {
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Bring your diary' }).click();
    await page.getByRole('heading', { name: 'Bring your diary' }).waitFor();
    await visit.look('arriving-choose-desktop-light');
    await choose('Daylio.csv', sample('daylio-plain.csv'));
    await page.getByRole('heading', { name: '4 entries from Daylio' }).waitFor();
    await page.getByRole('heading', { name: 'First and last day' }).waitFor();
    await page.getByLabel('Time zone of these entries').selectOption('Europe/Berlin');
    await visit.look('arriving-preview-desktop-light');
    expect(await contents()).toEqual([]);
  });

  it('is imported as it was shown', async () => {
    await button(page, 'Start').click();
    await page.getByRole('heading', { name: '4 entries added.' }).waitFor();
    await visit.look('arriving-report-desktop-light');
    expect(await contents()).toHaveLength(4);
    await button(page, 'Import another file').click();
  });

  it('goes on where it stopped when the page was closed, and is taken back', async () => {
    let parts = 0;
    let slow: Route | undefined;
    await visit.context.route('**/api/journal/import', async (route) => {
      parts += 1;
      if (parts <= BEFORE_CLOSING) await route.continue();
      // The server is slow: no answer comes before the page is closed.
      else if (!slow) slow = route;
      // A moment after the answer was given up, the page asks again.
      else await route.abort();
    });
    await choose('long.csv', longTable());
    await page.getByRole('heading', { name: `${MANY} entries from Daylio` }).waitFor();
    await button(page, 'Start').click();
    await eventually(() => expect(parts).toBe(BEFORE_CLOSING + 1), { timeoutMs: 30_000 });
    // Otherwise Chromium may send the request that was held while the page closes.
    await slow?.abort();
    await page.close();
    await visit.context.unrouteAll({ behavior: 'ignoreErrors' });
    expect(await contents()).toHaveLength(4 + BEFORE_CLOSING * 100);

    page = await visit.context.newPage();
    await page.goto('/import');
    await page.getByRole('heading', { name: `${MANY} entries added.` }).waitFor();
    const { body } = await ana.search({ startDate: '2000-01-01' });
    const edited = body.find(({ content }) => content === 'Evening 7.');
    const edition = { content: 'I have written more here.', inputMood: 'Happy', location: 'Porto' };
    const { status } = await ana.request('PUT', `/api/journal/update/${edited?._id}`, { body: edition });
    expect(status).toBe(200);

    await page.reload();
    await page
      .getByRole('listitem')
      .filter({ hasText: `${MANY - 1} entries` })
      .getByRole('button', { name: 'Undo import' })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
    await page.getByText(`${MANY - 1} entries were removed.`).waitFor();
    expect(await contents()).toHaveLength(5);
    await page.reload();
    expect([...visit.errors, ...visit.foreign]).toEqual([]);
  }, 120_000);
});
