import { readFileSync } from 'node:fs';
import type { PhotosDto, PhotoStorageDto } from '@inner-weather/contracts/photos/photos.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { Api, dayFromToday, type Person } from '../support/requests/api.js';
import { importAll } from '../support/requests/export.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { blankPhoto, sendPhoto } from '../support/photos.js';

const api = new Api(stackUrl());
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Each step begins where the last one ended. */
describe("a person's own data", () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ana: Person;
  let file: Buffer;

  beforeAll(async () => {
    browser = await launch();
    ana = await api.signUp({ firstName: 'Ana' });
    const createdAt = `${dayFromToday(-1)}T12:00:00Z`;
    const entry = { createdAt, location: 'Porto', weatherData: 'Sunny', weatherStatus: 'ready' };
    await importAll(
      ana,
      Array.from({ length: 120 }, (_, n) => ({ ...entry, content: `Day ${n}` })),
    );
    await ana.finished((await ana.request<{ id: string }>('POST', '/api/insights', { body: {} })).body.id);
  }, 120_000);

  afterAll(() => browser.close());

  const open = async (who: Person, options = {}): Promise<void> => {
    visit = await Visit.start(browser, options);
    page = visit.page;
    await visit.logIn(who, '/settings#section-your-data');
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
  };
  const importFile = (name: string, buffer: Buffer) =>
    page.getByLabel('File to import').setInputFiles({ name, mimeType: 'application/json', buffer });

  it('is saved as a ZIP with everything', async () => {
    await open(ana);
    const saving = page.waitForEvent('download');
    await button(page, 'Export everything').click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe(`inner-weather-${dayFromToday(0)}.zip`);
    const zip = unzipSync(new Uint8Array(readFileSync(await download.path())));
    file = Buffer.from(zip['inner-weather.json'] ?? []);
    expect((JSON.parse(file.toString()) as { entries: unknown[] }).entries).toHaveLength(120);
    await page.getByText(/is in your downloads/).waitFor();
    await visit.look('your-data-desktop-light');
    expect([...visit.errors, ...visit.foreign]).toEqual([]);
    await visit.close();
  });

  it('is imported into another account, with a progress bar and a reason for every entry that is not', async () => {
    const bea = await api.signUp({ firstName: 'Bea' });
    await open(bea, { size: 'phone', scheme: 'dark' });
    await page.getByRole('link', { name: 'Bring your diary' }).click();
    const data = JSON.parse(file.toString()) as { entries: object[] };
    // The page can tell one before it is sent, and only the server the other.
    data.entries.splice(3, 0, { content: '' }, { ...data.entries[0], _id: undefined, location: '' });
    let parts = 0;
    await page.route('**/api/journal/import', async (route) => {
      parts += 1;
      const bar = page.getByRole('progressbar', { name: 'Import' });
      const done = parts === 1 ? '0' : '100';
      await eventually(async () =>
        expect([await bar.getAttribute('value'), await bar.getAttribute('max')]).toEqual([done, '121']),
      );
      if (parts === 2) await visit.look('your-data-import-phone-dark');
      await route.continue();
    });
    await importFile('inner-weather.json', Buffer.from(JSON.stringify(data)));
    await page.getByText(/^1 insight\. You can ask for new ones/).waitFor();
    await visit.look('your-data-preview-phone-dark');
    await button(page, 'Start').click();
    await page.getByRole('heading', { name: '120 entries added.' }).waitFor();
    await page.getByText('2 entries were skipped').click();
    await page.getByText('Entry 4 It has no date.').waitFor();
    await page.getByText(/^Entry 5 Location must have 1 to 100 characters/).waitFor();
    expect(parts).toBe(2);
    await visit.look('your-data-report-phone-dark');

    await page.unrouteAll({ behavior: 'wait' });
    expect((await bea.search({ startDate: '2000-01-01' })).body).toHaveLength(120);
    expect([...visit.errors, ...visit.foreign]).toEqual([]);
    await visit.close();
  });

  it('is brought to another account with its photos, which wait for the file after a reload, and go with it', async () => {
    const cleo = await api.signUp({ firstName: 'Cleo' });
    const send = async (width: number) => (await sendPhoto(cleo, blankPhoto(width, 9))).body._id;
    const [one, two, three] = [await send(11), await send(12), await send(13)];
    await cleo.request('PUT', `/api/photos/${one}/description`, { body: { description: 'The old bridge' } });
    await cleo.write({ content: '', photos: [two, one] });
    await cleo.write({ content: 'Boats', photos: [three] });
    const answer = await fetch(`${stackUrl()}/api/user/me/export`, {
      headers: { 'x-auth-token': cleo.token },
    });
    const zip = Buffer.from(await answer.arrayBuffer());
    const photosOf = async (person: Person) => {
      const entries = (await person.search()).body;
      const ids = entries.flatMap(({ photos = [] }) => photos);
      const { photos } = (await person.request<PhotosDto>('GET', `/api/photos?ids=${ids.join()}`)).body;
      const known = new Map(photos.map(({ _id, width, description }) => [_id, `${width} ${description}`]));
      return entries.map((entry) => [entry.content, entry.photos?.map((id) => known.get(id))]);
    };
    const stored = async (person: Person) =>
      (await person.request<PhotoStorageDto>('GET', '/api/photos/storage')).body.photos;

    const dora = await api.signUp({ firstName: 'Dora' });
    await open(dora);
    await page.goto('/import');
    let sent = 0;
    let isHeld: () => void;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    await page.route('**/api/photos', async (route) => {
      sent += 1;
      if (sent === 2) isHeld();
      else await route.continue();
    });
    await importFile('inner-weather.zip', zip);
    await page.getByText(/^3 photos · /).waitFor();
    await button(page, 'Start').click();
    await held;
    await page.reload();
    await page.unrouteAll();
    await page.getByText(/inner-weather\.zip.* once more/).waitFor();
    const again = (name: string, buffer: Buffer) =>
      page.getByLabel('The file of this import').setInputFiles({ name, mimeType: 'application/zip', buffer });
    await visit.lookOnBoth('your-data-file-again');
    await again('inner-weather.zip', zip.subarray(1));
    await page.getByText('That is not the file of this import.').waitFor();
    await again('inner-weather.zip', zip);
    await page.getByRole('heading', { name: '2 entries added.' }).waitFor();
    await page.getByText('3 photos were imported.').waitFor();
    expect(await photosOf(dora)).toEqual(await photosOf(cleo));
    expect(await photosOf(dora)).toEqual([
      ['Boats', ['13 ']],
      ['', ['12 ', '11 The old bridge']],
    ]);

    await button(page, 'Import another file').click();
    await importFile('inner-weather.zip', zip);
    await button(page, 'Start').click();
    await page.getByRole('heading', { name: 'No new entries were added.' }).waitFor();
    expect(await stored(dora)).toBe(3);
    expect([...visit.errors, ...visit.foreign]).toEqual([]);
    await visit.close();
  });
});
