import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { Api, dayFromToday, type Person } from '../support/api.js';
import { launch, Visit } from '../support/browser.js';
import { stackUrl } from '../support/config.js';

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
    for (let n = 1; n <= 120; n += 1) await ana.write({ content: `Day ${n}`, weatherData: 'Sunny' });
    await ana.finished((await ana.request<{ id: string }>('POST', '/api/insights', { body: {} })).body.id);
  }, 120_000);

  afterAll(() => browser.close());

  const open = async (who: Person, options = {}): Promise<void> => {
    visit = await Visit.start(browser, options);
    page = visit.page;
    await visit.logIn(who);
    await page.goto('/settings#section-your-data');
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
    data.entries.splice(3, 0, { content: '' });
    let parts = 0;
    await page.route('**/api/journal/import', async (route) => {
      parts += 1;
      const bar = page.getByRole('progressbar', { name: 'Import' });
      expect(await bar.getAttribute('max')).toBe('121');
      expect(await bar.getAttribute('value')).toBe(parts === 1 ? '0' : '100');
      if (parts === 2) await visit.look('your-data-import-phone-dark');
      await route.continue();
    });
    await importFile('inner-weather.json', Buffer.from(JSON.stringify(data)));
    await page.getByText(/^1 insight\. You can ask for new ones/).waitFor();
    await visit.look('your-data-preview-phone-dark');
    await button(page, 'Start').click();
    await page.getByRole('heading', { name: '120 entries added.' }).waitFor();
    await page.getByText('1 line was not imported').click();
    await page.getByText(/^Entry 4 Content must not be empty/).waitFor();
    expect(parts).toBe(2);
    await visit.look('your-data-report-phone-dark');

    await page.unrouteAll({ behavior: 'wait' });
    expect((await bea.search({ startDate: '2000-01-01' })).body).toHaveLength(120);
    expect([...visit.errors, ...visit.foreign]).toEqual([]);
    await visit.close();
  });
});
