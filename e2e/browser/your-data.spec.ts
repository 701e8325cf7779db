import { readFileSync } from 'node:fs';
import type { PhotosDto } from '@inner-weather/contracts/photos/photos.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Browser, Page, Route } from 'playwright-core';
import { Api, dayFromToday, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { blankPhoto, sendPhoto } from '../support/photos.js';
import { sample } from '../support/samples.js';

const api = new Api(stackUrl());
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Parts of an import that the server takes before the page is closed. */
const BEFORE_CLOSING = 1;

/** Entries of the long file: three parts. */
const MANY = 300;

/** A Daylio CSV with one entry for each day, and one for a day that does not exist. */
function longTable(): Buffer {
  const lines = ['full_date,date,weekday,time,mood,activities,note_title,note'];
  for (let n = 0; n < MANY; n += 1) {
    const day = new Date(Date.UTC(2023, 0, 1 + n)).toISOString().slice(0, 10);
    lines.push(`${day},,,21:15,${n % 2 ? 'good' : 'meh'},reading | friends,,Evening ${n + 1}.`);
  }
  lines.push('2023-02-30,,,21:15,good,,,No such day.');
  return Buffer.from(lines.join('\n'));
}

/** Words and photos of the entries of a person. */
async function photosOf(person: Person) {
  const entries = (await person.search()).body;
  const ids = entries.flatMap(({ photos = [] }) => photos);
  const { photos } = (await person.request<PhotosDto>('GET', `/api/photos?ids=${ids.join()}`)).body;
  const known = new Map(photos.map(({ _id, width, description }) => [_id, `${width} ${description}`]));
  return entries.map((entry) => [entry.content, entry.photos?.map((id) => known.get(id))]);
}

let browser: Browser;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser.close());

describe("a person's own data", () => {
  const open = async (who: Person): Promise<void> => {
    visit = await Visit.start(browser);
    page = visit.page;
    await visit.logIn(who, '/settings#section-your-data');
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
  };
  const close = () => visit.end();

  it('is saved as a ZIP, and brought to another account with its photos, which wait for the file after a reload', async () => {
    const cleo = await api.signUp({ firstName: 'Cleo' });
    const send = async (width: number) => (await sendPhoto(cleo, blankPhoto(width, 9))).body._id;
    const [one, two, three] = [await send(11), await send(12), await send(13)];
    await cleo.request('PUT', `/api/photos/${one}/description`, { body: { description: 'The old bridge' } });
    await cleo.write({ content: '', photos: [two, one] });
    await cleo.write({ content: 'Boats', photos: [three] });
    await cleo.finished((await cleo.request<{ id: string }>('POST', '/api/insights', { body: {} })).body.id);
    await open(cleo);
    const saving = page.waitForEvent('download');
    await button(page, 'Export everything').click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe(`inner-weather-${dayFromToday(0)}.zip`);
    await page.getByText(/is in your downloads/).waitFor();
    await visit.look('your-data-desktop-light');
    const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
    const data = JSON.parse(strFromU8(files['inner-weather.json']!)) as { entries: object[] };
    // Only the server can tell that it is wrong.
    data.entries.push({ ...data.entries[0], _id: undefined, photos: undefined, location: '' });
    const zip = Buffer.from(zipSync({ ...files, 'inner-weather.json': strToU8(JSON.stringify(data)) }));
    await close();

    const dora = await api.signUp({ firstName: 'Dora' });
    await open(dora);
    await page.getByRole('link', { name: 'Bring your diary' }).click();
    let sent = 0;
    let isHeld: () => void;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    await page.route('**/api/photos', async (route) => {
      sent += 1;
      if (sent === 2) isHeld();
      else await route.continue();
    });
    const file = { name: 'inner-weather.zip', mimeType: 'application/zip', buffer: zip };
    await page.getByLabel('File to import').setInputFiles(file);
    await page.getByText(/^3 photos · /).waitFor();
    await page.getByText(/^1 insight\. You can ask for new ones/).waitFor();
    await button(page, 'Start').click();
    await held;
    await page.reload();
    await page.unrouteAll();
    await page.getByText(/inner-weather\.zip.* once more/).waitFor();
    await visit.lookOnBoth('your-data-file-again');
    const again = page.getByLabel('The file of this import');
    await again.setInputFiles({ ...file, buffer: zip.subarray(1) });
    await page.getByText('That is not the file of this import.').waitFor();
    await again.setInputFiles(file);
    await page.getByRole('heading', { name: '2 entries added.' }).waitFor();
    await page.getByText('3 photos were imported.').waitFor();
    await page.getByText('1 entry was skipped').click();
    await page.getByText(/Location must have 1 to 100 characters/).waitFor();
    expect(await photosOf(dora)).toEqual([
      ['Boats', ['13 ']],
      ['', ['12 ', '11 The old bridge']],
    ]);
    await close();
  }, 120_000);
});

/** Each step begins where the last one ended. */
describe('a diary from another app', () => {
  let ana: Person;

  beforeAll(async () => {
    ana = await api.signUp({ firstName: 'Ana' });
    visit = await Visit.start(browser);
    page = visit.page;
    await visit.logIn(ana);
  }, 60_000);

  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('File to import').setInputFiles({ name, mimeType: '', buffer });
  const contents = async (): Promise<string[]> =>
    (await ana.search({ startDate: '2000-01-01' })).body.map(({ content }) => content);

  it('is shown before anything is stored, with what only the person can decide, and imported as it was shown', async () => {
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Bring your diary' }).click();
    await page.getByRole('heading', { name: 'Bring your diary' }).waitFor();
    await visit.look('arriving-choose-desktop-light');
    await choose('Daylio.csv', sample('daylio-plain.csv'));
    await page.getByRole('heading', { name: '4 entries from Daylio' }).waitFor();
    await page.getByRole('heading', { name: 'First and last day' }).waitFor();
    await page.getByLabel('Time zone of these entries').selectOption('Europe/Berlin');
    await visit.lookOnBoth('arriving-preview');
    expect(await contents()).toEqual([]);
    await button(page, 'Start').click();
    await page.getByRole('heading', { name: '4 entries added.' }).waitFor();
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
    await page.getByRole('progressbar', { name: 'Import' }).waitFor();
    await visit.lookOnBoth('arriving-on-its-way');
    // Otherwise Chromium may send the request that was held while the page closes.
    await slow?.abort();
    await page.close();
    await visit.context.unrouteAll({ behavior: 'ignoreErrors' });
    expect(await contents()).toHaveLength(4 + BEFORE_CLOSING * 100);

    page = await visit.context.newPage();
    await page.goto('/import');
    await page.getByRole('heading', { name: `${MANY} entries added.` }).waitFor();
    await page.getByText('1 entry was skipped').click();
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
