import { jest } from '@jest/globals';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Page } from 'playwright-core';
import { Api, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { BLUE } from '../support/photos.js';

/* What a phone does with the installed app. Headless browsers have no share sheet, so a form posts what it would post. */

jest.setTimeout(120_000);

interface Posted {
  title?: string;
  text?: string;
  url?: string;
  /** Names of pictures. */
  photos?: string[];
}

/** Posts a share as the system does: a form, to which the browser navigates. */
async function share(page: Page, { photos = [], ...fields }: Posted): Promise<void> {
  const navigated = page.waitForURL((url) => url.pathname !== '/share', { waitUntil: 'load' });
  await page.evaluate(
    ([values, names, picture]) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
      for (const [name, value] of Object.entries(values)) {
        const field = document.createElement('textarea');
        Object.assign(field, { name, value });
        form.append(field);
      }
      const files = new DataTransfer();
      const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
      for (const name of names) files.items.add(new File([bytes], name, { type: 'image/png' }));
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', name: 'photos', multiple: true, files: files.files });
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [fields, photos, BLUE.toString('base64')] as const,
  );
  await navigated;
}

const isControlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

describe('what other apps share', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
  });

  afterAll(() => browser.close());

  beforeEach(async () => {
    visit = await Visit.start(browser, { size: 'phone', worker: true });
    ({ page } = visit);
  });

  afterEach(() => visit.context.close());

  const text = () => page.getByLabel('Your entry');
  const shots = () => page.getByRole('list', { name: 'Photos of this entry' }).getByRole('button');
  const added = () => page.getByText('What you shared is here.').waitFor();

  /** Resolves when the worker answers for the page. */
  const arrive = async () => {
    await visit.logIn(ada);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await isControlled(page);
  };

  it('lands in the form with its photos, beside what is written there, is saved by a press only, and cut to what an entry may have', async () => {
    await arrive();
    await text().fill('Already here.');
    await page.getByText('Draft saved').waitFor();
    await share(page, { title: 'A song', url: 'https://example.org/song', photos: ['one.png', 'two.png'] });
    await added();
    expect(await text().inputValue()).toBe('Already here.\n\nA song\nhttps://example.org/song');
    await page.getByRole('button', { name: 'Photo 2 of 2', exact: true }).waitFor();
    expect((await ada.search()).body).toEqual([]);
    // It is part of the draft from now on, and added once.
    await page.reload();
    await page.getByRole('button', { name: /^Photo 2 of 2/ }).waitFor();
    expect(await text().inputValue()).toBe('Already here.\n\nA song\nhttps://example.org/song');
    expect(await page.getByText('What you shared is here.').count()).toBe(0);
    await page.getByRole('button', { name: 'Save Entry' }).click();
    await page.getByText('Journal entry saved successfully!').waitFor();
    const [entry] = (await ada.search()).body;
    expect(entry).toMatchObject({ content: expect.stringContaining('A song') });
    expect(entry?.photos).toHaveLength(2);

    await share(page, { photos: Array.from({ length: 12 }, (_, n) => `${n}.png`) });
    await page.getByText('2 files were left out').waitFor();
    await page.getByRole('button', { name: /^Photo 10 of 10/ }).waitFor();
  });

  it('is refused in words if there is nothing to add, lands there without a connection, and waits for the next login', async () => {
    await arrive();
    await share(page, {});
    await page.getByText('There was nothing to add. You can share text, links and photos.').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await share(page, { text: 'x'.repeat(200_001) });
    await page.getByText('What you shared is too large for an entry').waitFor();

    await visit.context.setOffline(true);
    await share(page, { text: 'Read on the train', photos: ['one.png'] });
    await added();
    expect(await text().inputValue()).toBe('Read on the train');
    await eventually(async () => expect(await shots().count()).toBeGreaterThan(0));
    await visit.context.setOffline(false);

    await visit.context.clearCookies();
    await page.reload();
    await page.getByRole('button', { name: 'Log In' }).waitFor();
    await share(page, { text: 'Before the login' });
    await page.getByRole('button', { name: 'Log In' }).waitFor();
    await visit.logIn(ada);
    await added();
    // Below the draft, which has the words of the train.
    await eventually(async () =>
      expect(await text().inputValue()).toBe('Read on the train\n\nBefore the login'),
    );
  });

  it('is asked for again if no worker was there', async () => {
    await visit.context.close();
    visit = await Visit.start(browser, { size: 'phone' });
    ({ page } = visit);
    await visit.logIn(ada);
    await share(page, { text: 'Lost', photos: ['one.png'] });
    await page.getByText('What you shared did not arrive, because the app was not ready yet.').waitFor();
    expect(await text().inputValue()).not.toContain('Lost');
  });
});

describe('the installed app', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    const [launched, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
    browser = launched;
    visit = await Visit.start(browser, { size: 'phone' });
    ({ page } = visit);
    await visit.logIn(ada);
  });

  afterAll(() => browser.close());

  it('has a manifest that Chromium reads without errors, whose icons and addresses exist', async () => {
    const session = await page.context().newCDPSession(page);
    const { errors, data = '{}' } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { shortcuts, share_target: target } = JSON.parse(data) as {
      shortcuts: { url: string; icons: { src: string }[] }[];
      share_target: { action: string };
    };
    expect(shortcuts).toHaveLength(3);
    expect(target.action).toBe('/share');
    for (const { icons } of shortcuts)
      for (const { src } of icons) {
        const answer = await page.request.get(src);
        expect([src, answer.headers()['content-type']]).toEqual([src, 'image/png']);
      }
  });

  it.each([
    ['/journal#how-are-you', 'how-are-you'],
    ['/journal#write', 'new-entry-text'],
  ])('opens %s at what it names', async (address, id) => {
    await page.goto('about:blank');
    await page.goto(address);
    await page.waitForFunction((named) => document.activeElement?.id === named, id);
    expect(new URL(page.url()).hash).toBe('');
  });

  describe('where I am', () => {
    const city = () => page.getByRole('combobox', { name: 'City' });
    const press = async () => {
      await page.goto('/journal');
      // The form is one line until it is touched.
      await page.getByLabel('Your entry').focus();
      await page.getByRole('button', { name: /^When and where/ }).click();
      await page.getByRole('button', { name: 'Where I am' }).click();
    };

    it('is the city of the position, which goes nowhere', async () => {
      const sent: string[] = [];
      const note = (request: { url: () => string; postData: () => string | null }) =>
        void sent.push(`${request.url()} ${request.postData() ?? ''}`);
      await visit.context.grantPermissions(['geolocation']);
      await visit.context.setGeolocation({ latitude: 60.38731, longitude: 5.33151 });
      page.on('request', note);
      await press();
      await eventually(async () => expect(await city().inputValue()).toMatch(/^Bergen/));
      page.off('request', note);
      expect(sent.join('\n')).not.toMatch(/60\.3|5\.33/);
      expect(sent.filter((one) => !one.startsWith(stackUrl()))).toEqual([]);
    });

    it('is not asked against the will of the person', async () => {
      await visit.context.clearPermissions();
      await press();
      await page.getByText('This browser is not allowed to say where you are.').waitFor();
    });
  });
});
