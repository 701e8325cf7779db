import { jest } from '@jest/globals';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Locator, Page } from 'playwright-core';
import { Api, type Person } from '../support/api.js';
import { launch, Visit } from '../support/browser.js';
import { stackUrl } from '../support/config.js';
import { keptNames } from '../support/offline.js';
import { BLUE } from '../support/photos.js';

const file = (name: string) => ({ name, mimeType: 'image/png', buffer: BLUE });

const isLoaded = (picture: Locator) =>
  eventually(async () =>
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0),
  );

// With looks on both devices.
jest.setTimeout(120_000);

describe('photos of an entry', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
    visit = await Visit.start(browser);
    page = visit.page;
    await visit.logIn(ada);
  });

  afterAll(async () => {
    await browser.close();
  });

  const card = () => page.getByRole('article').first();
  const form = () => page.getByRole('form', { name: 'New entry' });
  const shots = (of: Locator) => of.getByRole('list', { name: 'Photos of this entry' }).getByRole('button');
  const photosOf = async () => (await ada.search()).body.map(({ photos }) => photos?.length);

  it('are sent while an entry is written, need no words, and are shown', async () => {
    await form()
      .getByLabel('Photos to add')
      .setInputFiles(['one', 'two', 'three'].map((name) => file(`${name}.png`)));
    await page.getByRole('button', { name: 'Photo 3 of 3', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Photo 1 of 3', exact: true }).click();
    await page.getByLabel('What is on it?').fill('A blue square');
    await visit.lookOnBoth('photos-writing', 'form[aria-label="New entry"]');
    await page.getByRole('button', { name: 'Save Entry' }).click();
    await page.getByText('Journal entry saved successfully!').waitFor();
    expect(await photosOf()).toEqual([3]);
    await card().getByRole('button', { name: 'A blue square' }).waitFor();
    await isLoaded(card().getByRole('button', { name: 'Photo 3 of 3' }).locator('img'));
    await visit.lookOnBoth('photos-card', 'article');
  });

  it('are seen full screen, by keys', async () => {
    await card().getByRole('button', { name: 'A blue square' }).press('Enter');
    const viewer = page.getByRole('dialog', { name: 'Photos' });
    await isLoaded(viewer.getByRole('img', { name: 'A blue square' }));
    await page.keyboard.press('ArrowRight');
    await viewer.getByText('2 / 3').waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  });

  it('are added, removed and put in another order in an edit', async () => {
    await card().getByRole('button', { name: 'Edit Entry' }).click();
    const editor = page.getByRole('form', { name: 'Edit Entry' });
    await editor.getByLabel('Photos to add').setInputFiles([file('four.png')]);
    await editor.getByRole('button', { name: 'Photo 4 of 4', exact: true }).click();
    await editor.getByRole('button', { name: 'Earlier' }).click();
    await shots(editor).first().click();
    await editor.getByRole('button', { name: 'Remove' }).click();
    await editor.getByRole('button', { name: 'Save Editions' }).click();
    await editor.waitFor({ state: 'detached' });
    expect(await photosOf()).toEqual([3]);
  });

  it('are refused with a sentence if they are none, and the words wait for them', async () => {
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') };
    await form().getByLabel('Photos to add').setInputFiles([broken]);
    await page.getByText('This file cannot be opened as a photo.').waitFor();
    await page.getByPlaceholder('Tell me about your day...!').fill('Words.');
    await page.getByRole('button', { name: 'Save Entry' }).click();
    expect(await photosOf()).toEqual([3]);
    await page.getByRole('button', { name: 'Photo 1 of 1, not sent' }).click();
    await form().getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Save Entry' }).click();
    await page.getByText('Journal entry saved successfully!').waitFor();
    expect(await photosOf()).toEqual([undefined, 3]);
  });

  describe('without the journal', () => {
    const FRONT = '**/api/**';
    const newPage = async () => {
      await page.close();
      page = await visit.context.newPage();
    };
    /** Only what is drawn from the device has no address. */
    const isFromDevice = async (picture: Locator) => {
      await isLoaded(picture);
      expect(await picture.getAttribute('src')).toMatch(/^data:/);
    };

    it('wait on the device behind a proxy that answers nonsense, and arrive once after the tab was killed', async () => {
      await visit.context.route(FRONT, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
      await form()
        .getByLabel('Photos to add')
        .setInputFiles([file('away.png')]);
      const kept = () => page.getByRole('button', { name: 'Photo 1 of 1, not sent yet' });
      await kept().waitFor();
      await newPage();
      await page.goto('/journal');
      await kept().waitFor();
      await page.getByRole('button', { name: 'Save Entry' }).click();
      await page.getByText('Kept on this device. It is sent as soon as there is a connection.').waitFor();
      await isFromDevice(card().locator('img'));

      await visit.context.unroute(FRONT);
      await newPage();
      await page.goto('/journal');
      await eventually(async () => expect(await photosOf()).toEqual([1, undefined, 3]));
      await isLoaded(card().getByRole('button', { name: 'Photo 1 of 1' }).locator('img'));
      await eventually(async () => expect((await keptNames(page)).join()).not.toContain('photo.bytes.'));
    });

    it('are seen again if they were seen lately', async () => {
      const [newest] = (await ada.search()).body;
      await eventually(async () =>
        expect(await keptNames(page)).toContain(`seen-photo.${newest?.photos?.[0]}`),
      );
      await visit.context.route(FRONT, (route) => route.abort());
      await newPage();
      await page.goto('/journal');
      await isFromDevice(card().locator('img'));
      await visit.context.unroute(FRONT);
    });
  });
});
