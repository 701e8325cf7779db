import { jest } from '@jest/globals';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Locator, Page } from 'playwright-core';
import { Api, type Person } from '../support/api.js';
import { launch, Visit } from '../support/browser.js';
import { stackUrl } from '../support/config.js';
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

  it('show in the month, and are found by a filter', async () => {
    await ada.write({ content: 'Only words' });
    await page.reload();
    await page.getByText('Only words').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Photos', { exact: true }).selectOption('With photos');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Only words').waitFor({ state: 'detached' });
    await eventually(async () => expect(await page.getByRole('article').count()).toBe(1));
    await page.goto('/days');
    const month = page.locator('table').first();
    await isLoaded(month.getByRole('button', { name: /2 entries.*with photos/ }).locator('img'));
    await visit.lookOnBoth('photos-month', 'main');
    await page.goto('/journal');
  });

  it('are refused with a sentence if they are none, and the words wait for them', async () => {
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') };
    await form().getByLabel('Photos to add').setInputFiles([broken]);
    await page.getByText('This file cannot be opened as a photo.').waitFor();
    await page.getByPlaceholder('Tell me about your day...!').fill('Words.');
    await page.getByRole('button', { name: 'Save Entry' }).click();
    expect(await photosOf()).toEqual([undefined, 3]);
    await page.getByRole('button', { name: 'Photo 1 of 1, not sent' }).click();
    await form().getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Save Entry' }).click();
    await page.getByText('Journal entry saved successfully!').waitFor();
    expect(await photosOf()).toEqual([undefined, undefined, 3]);
  });
});
