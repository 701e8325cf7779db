import { jest } from '@jest/globals';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Locator, Page } from 'playwright-core';
import { drawnPhoto } from '../../scripts/demo/drawn-photo.mjs';
import { Api, dayFromToday, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { importAll } from '../support/requests/export.js';
import { keptNames } from '../support/pages/offline.js';
import { BLUE, sendPhoto } from '../support/photos.js';
import { sample } from '../support/samples.js';
import { wordsIn } from '../support/pages/words.js';

const file = (name: string) => ({ name, mimeType: 'image/png', buffer: BLUE });

const isLoaded = (picture: Locator) =>
  eventually(async () =>
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0),
  );

/** Moves a finger to the right, as far as a thumb does. */
async function swipeRight(page: Page): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const at = async (type: 'touchStart' | 'touchMove', x: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: 400 }] });
  await at('touchStart', 60);
  for (let x = 80; x <= 340; x += 20) await at('touchMove', x);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}

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
    // The card is drawn again, as when its weather arrives.
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.keyboard.press('ArrowRight');
    await viewer.getByText('3 / 3').waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  });

  it('are added, removed and put in another order in an edit', async () => {
    await card().getByRole('button', { name: 'Edit Entry' }).click();
    const editor = page.getByRole('form', { name: 'Edit Entry' });
    await editor.getByLabel('Photos to add').setInputFiles([file('four.png')]);
    await editor.getByRole('button', { name: 'Photo 4 of 4', exact: true }).click();
    await editor.getByRole('button', { name: 'Move earlier' }).click();
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
    await visit.lookOnBoth('photos-month', 'main', '[role=gridcell]:nth-child(n + 3)');
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

  it('are dropped on the form, and pasted into it', async () => {
    const give = (kind: 'drop' | 'paste') =>
      form().evaluate(
        (element, [how, base64]) => {
          const data = new DataTransfer();
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          data.items.add(new File([bytes], 'shot.png', { type: 'image/png' }));
          const init = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
          const event = how === 'drop' ? new DragEvent(how, init) : new ClipboardEvent(how, init);
          element.querySelector('textarea')?.dispatchEvent(event);
        },
        [kind, BLUE.toString('base64')] as const,
      );
    await give('drop');
    await page.getByRole('button', { name: 'Photo 1 of 1', exact: true }).waitFor();
    await give('paste');
    await page.getByRole('button', { name: 'Photo 2 of 2', exact: true }).click();
    for (const name of ['Photo 2', 'Photo 1']) {
      const details = form().getByRole('group', { name });
      await details.getByRole('button', { name: 'Remove' }).click();
      if (name === 'Photo 2') await shots(form()).first().click();
    }
  });

  it('as iPhones take them are opened, offer their time, and are sent without what the camera wrote', async () => {
    await page.evaluate(() => {
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function (body) {
        if (body instanceof Blob) Object.assign(window, { sentPhoto: body });
        send.call(this, body);
      };
    });
    await form()
      .getByLabel('Photos to add')
      .setInputFiles([
        { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: sample('photo.heic') },
        { name: 'IMG_0002.jpg', mimeType: 'image/jpeg', buffer: sample('photo.jpg') },
      ]);
    const first = page.getByRole('button', { name: 'Photo 1 of 2', exact: true });
    await isLoaded(first.locator('img'));
    await page.getByRole('button', { name: 'Photo 2 of 2', exact: true }).waitFor();
    await page.getByText('Taken on 14 Jun 2024, 18:05. Use it?').waitFor();
    await visit.lookOnBoth('photos-taken', 'form[aria-label="New entry"]');
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.getByRole('button', { name: 'When and where: 14 Jun 2024, 18:05 · Porto' }).waitFor();
    await page.getByRole('button', { name: 'Save Entry' }).click();
    await page.getByText('Journal entry saved successfully!').waitFor();
    const [saved] = (await ada.search({ startDate: '2024-06-14', endDate: '2024-06-14' })).body;
    expect(saved).toMatchObject({ createdAt: '2024-06-14T18:05:00.000+01:00', location: 'Porto' });
    const sent = await page.evaluate(async () => {
      const { sentPhoto } = window as unknown as { sentPhoto: Blob };
      return [...new Uint8Array(await sentPhoto.arrayBuffer())];
    });
    const bytes = Buffer.from(sent);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
    expect(sample('photo.jpg').includes('Secretcam')).toBe(true);
    for (const words of ['Exif', 'Secretcam', '2024']) expect(bytes.includes(words)).toBe(false);
  });

  it('are on paper, those that are out of sight too', async () => {
    const cara = await new Api(stackUrl()).signUp();
    const [{ body: below }, { body: above }] = [
      await sendPhoto(cara, drawnPhoto('below')),
      await sendPhoto(cara, drawnPhoto('above')),
    ];
    // A browser with a slow connection loads what is up to 2,500 pixels below the screen.
    const content = Array.from({ length: 8 }, (_, n) => `Line ${n} of a long day.`).join('\n');
    await importAll(
      cara,
      Array.from({ length: 18 }, (_, ago) => ({
        content,
        inputMood: 'Happy',
        location: 'Porto',
        weatherData: 'Sunny',
        weatherStatus: 'ready',
        createdAt: `${dayFromToday(-ago)}T00:30:00Z`,
        photos: [ago === 17 ? below._id : above._id],
      })),
    );
    const office = await Visit.start(browser);
    // The photo of the oldest entry, at the end of the page, arrives once the test lets it.
    let arrive: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    let isAsked = false;
    await office.page.route(
      (url) => url.pathname === `/api/photos/${below._id}`,
      async (route) => {
        isAsked = true;
        await arrival;
        await route.continue();
      },
    );
    await office.logIn(cara);
    await eventually(async () => expect(await office.page.locator('article img').count()).toBe(18));
    const unloaded = () =>
      // One whose source is not known yet is complete, too.
      [...document.querySelectorAll<HTMLImageElement>('article img')].filter((one) => one.naturalWidth === 0)
        .length;
    await office.page.evaluate(`window.print = () => { window.unloaded = (${unloaded.toString()})(); }`);
    await office.page.getByRole('button', { name: 'Print' }).click();
    await eventually(() => expect(isAsked).toBe(true));
    expect(await office.page.evaluate(() => 'unloaded' in window)).toBe(false);
    arrive();
    expect(
      await (await office.page.waitForFunction(() => 'unloaded' in window && [window.unloaded])).jsonValue(),
    ).toEqual([0]);
    await office.page.emulateMedia({ media: 'print' });
    await office.shoot('photos-paper');
    await office.close();
  });

  it('are swiped through and enlarged on a phone, from right to left', async () => {
    const say = wordsIn('ar');
    const bea = await new Api(stackUrl()).signUp();
    await bea.request('PATCH', '/api/user/me', { body: { language: 'ar' } });
    const photos = [];
    for (let n = 1; n <= 5; n += 1) photos.push((await sendPhoto(bea, drawnPhoto(`photo ${n}`))).body._id);
    await bea.write({ content: 'A walk with a camera.', photos });
    const phone = await Visit.start(browser, { size: 'phone', locale: 'ar' });
    await phone.logIn(bea);
    const shown = phone.page
      .getByRole('article')
      .getByRole('button')
      .filter({ has: phone.page.locator('img') });
    await shown.nth(3).scrollIntoViewIfNeeded();
    expect(await shown.count()).toBe(4);
    for (const one of await shown.all()) await isLoaded(one.locator('img'));
    await phone.look('photos-arabic', 'article');
    await shown.first().tap();
    const viewer = phone.page.getByRole('dialog', { name: say('Photos') });
    await viewer.getByText('1 / 5').waitFor();
    await phone.look('photos-viewer-arabic', '[role=dialog]');
    // The next photo is on the left, and comes in with the finger.
    await swipeRight(phone.page);
    await viewer.getByText('2 / 5').waitFor();
    await phone.page.keyboard.press('ArrowLeft');
    await viewer.getByText('3 / 5').waitFor();
    await viewer.getByRole('button', { name: say('Zoom in') }).tap();
    await viewer
      .getByRole('button', { name: say('Zoom out') })
      .and(viewer.locator(':enabled'))
      .waitFor();
    await viewer.getByRole('button', { name: say('Close') }).tap();
    await viewer.waitFor({ state: 'detached' });
    await phone.close();
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
      await eventually(async () => expect(await photosOf()).toEqual([1, undefined, undefined, 3]));
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
