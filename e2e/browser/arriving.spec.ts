import type { MeasuredRangeDto, MeasuresDto } from '@inner-weather/contracts/measures/measures.dto';
import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';
import type { Browser, Page, Route } from 'playwright-core';
import { eventually } from '@inner-weather/testing/eventually';
import { Api, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { sample } from '../support/samples.js';

const api = new Api(stackUrl());
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Parts of an import that the server takes before the page is closed. */
const BEFORE_CLOSING = 3;

/** Entries of the long file: eight parts. */
const MANY = 800;

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

  it('waits visibly while the server takes no more, and goes on by itself', async () => {
    let isSeen = false;
    await page.route('**/api/journal/import', async (route) => {
      if (isSeen) return route.continue();
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': '2', [ANSWER_MARK]: '1' },
        json: { code: 'rate_limited', errors: [{ msg: 'Too many entries in an hour.' }] },
      });
    });
    await choose('diary.md', sample('diary-one-file.md'));
    await page.locator('label', { hasText: '3 Apr 2024' }).click();
    await button(page, 'Start').click();
    await page.getByText(/^Hourly import limit reached\. It continues at/).waitFor();
    isSeen = true;
    await page.getByRole('heading', { name: /entries added/ }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('brings what was measured, also where there is nothing else', async () => {
    await button(page, 'Import another file').click();
    const night = '"16th Jan 2026","Friday","all day","Sleep","300","Sleep duration (minutes)",""\n';
    await choose('bearable.csv', Buffer.concat([sample('bearable.csv'), Buffer.from(night)]));
    await page.getByText(/2 values, such as .*7h 30m/).waitFor();
    await button(page, 'Start').click();
    await page.getByRole('heading', { name: '3 entries added.' }).waitFor();
    const { body } = await ana.request<MeasuresDto>('GET', '/api/measures');
    const sleep = body.measures.find(({ name }) => name === 'Sleep duration');
    const measured = await ana.request<MeasuredRangeDto>(
      'GET',
      '/api/measures/days?from=2026-01-14&to=2026-01-16',
    );
    expect(measured.body.measures.find(({ _id }) => _id === sleep!._id)).toMatchObject({
      days: ['2026-01-14', '2026-01-16'],
      values: [450, 300],
    });
  });
});
