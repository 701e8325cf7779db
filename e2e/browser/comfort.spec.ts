import { jest } from '@jest/globals';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Page } from 'playwright-core';
import { Api, dayFromToday, type Person } from '../support/api.js';
import { behindWords } from '../support/behind-words.js';
import { launch, type Scheme, type Size, Visit } from '../support/browser.js';
import { stackUrl } from '../support/config.js';

const today = dayFromToday(0);
/** 29 February exists only in leap years, so on that day there may be nothing to look back on. */
const A_YEAR_AGO = `${Number(today.slice(0, 4)) - 1}${today.slice(4).replace('02-29', '02-28')}`;

const textarea = (page: Page) => page.getByPlaceholder('Tell me about your day...!');

/** How many animations run. */
const moving = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document.getAnimations().filter(({ playState }) => {
        return playState === 'running';
      }).length,
  );

/** A night, a morning, a day and an evening, on pages whose heads differ. */
const NIGHTS_AND_DAYS: [hour: string, address: string][] = [
  ['23', '/'],
  ['23', '/login'],
  ['07', '/signup'],
  ['12', '/'],
  ['19', '/reset-password'],
];

// Each test takes a look on both devices.
jest.setTimeout(120_000);

describe('comfort', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
    for (const content of ['One walk.', 'Another walk.', 'A third.'])
      await ada.write({ content, weatherData: 'Light rain' });
    await ada.write({ content: 'The first fire of the year.', date: `${A_YEAR_AGO}T20:15:00Z` });
  });

  afterAll(() => browser.close());

  const open = async (size: Size, scheme: Scheme) => {
    visit = await Visit.start(browser, { size, scheme });
    page = visit.page;
  };

  afterEach(async () => {
    expect(visit.errors).toEqual([]);
    await visit.close();
  });

  describe('on a phone, dark', () => {
    beforeEach(() => open('phone', 'dark'));

    it('the text, the moods and the button are on one screen, however long the text is', async () => {
      const isInSight = async () => {
        const { height } = page.viewportSize()!;
        const form = page.getByRole('form', { name: 'New entry' });
        const labels = form.getByRole('group', { name: 'How do you feel?' }).locator('label');
        const boxes = await Promise.all(
          [
            textarea(page),
            labels.first(),
            labels.last(),
            form.getByRole('button', { name: 'Save Entry' }),
          ].map((one) => one.boundingBox()),
        );
        const [text, first, last, save] = boxes.map((box) => box!);
        expect(first!.y).toBeGreaterThanOrEqual(text!.y);
        // In one row, and not behind the button.
        expect(Math.abs(last!.y - first!.y)).toBeLessThan(2);
        expect(first!.y + first!.height).toBeLessThanOrEqual(save!.y);
        expect(save!.y + save!.height).toBeLessThanOrEqual(height);
      };
      await visit.logIn(ada);
      await textarea(page).waitFor();
      // Until it is touched, it is one line.
      await textarea(page).focus();
      await eventually(isInSight);
      await textarea(page).fill('A long walk by the river.\n'.repeat(60));
      await eventually(isInSight);
      await visit.shoot('comfort-long-text-phone-dark');
      await textarea(page).fill('');
    });

    it('an unsaved change survives, and logging out asks first', async () => {
      await visit.logIn(ada);
      const card = page.getByRole('article').filter({ hasText: 'One walk.' });
      await card.getByRole('button', { name: 'Edit Entry' }).click();
      await page.getByLabel('Entry', { exact: true }).fill('One long walk.');
      await page.goto('/insights');
      await page.getByRole('heading', { name: 'Data Insights' }).waitFor();
      await page.goto('/journal');
      await page.getByText('You have not saved these changes yet.').waitFor();
      expect(await page.getByLabel('Entry', { exact: true }).inputValue()).toBe('One long walk.');
      await visit.lookOnBoth('comfort-editing', 'article form');
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel('Date To').fill('2020-01-31');
      await page.getByLabel('Date From').fill('2020-01-01');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText(/You have unsaved changes to your entry/).waitFor();
      await visit.lookOnBoth('comfort-unsaved');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Logout', exact: true }).click();
      await page.getByRole('alertdialog').waitFor();
      await visit.lookOnBoth('comfort-leaving', '[role=alertdialog]');
      await page.getByRole('button', { name: 'Stay' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
    });

    it('an entry that was changed in two places shows what differs, by more than colour', async () => {
      const { _id: id } = await ada.write({ content: 'Too many meetings; one walk at noon.' });
      await visit.logIn(ada);
      const card = page.getByRole('article').filter({ hasText: 'Too many meetings' });
      await card.getByRole('button', { name: 'Edit Entry' }).click();
      await page
        .getByLabel('Entry', { exact: true })
        .fill('Too many meetings; one walk at noon. Home at ten.');
      await ada.request('PUT', `/api/journal/update/${id}`, {
        body: {
          content: 'Too many meetings, none of them mine; one walk at noon.',
          inputMood: 'Tired',
          location: 'Porto',
        },
      });
      const form = page.getByRole('form', { name: 'Edit Entry' });
      await form.getByRole('radio', { name: 'Neutral', exact: true }).check({ force: true });
      await form.getByRole('button', { name: 'Save Editions' }).click();
      const here = page.getByRole('region', { name: 'On this device' });
      await here.waitFor();
      expect(await here.locator('ins').allTextContents()).toEqual([
        'only on this device: Neutral',
        'only on this device:  Home at ten.',
      ]);
      const saved = page.getByRole('region', { name: 'Saved elsewhere' });
      expect(await saved.locator('ins').last().textContent()).toBe(
        'only in the saved one: , none of them mine',
      );
      const lines = await page
        .locator('ins')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).textDecorationLine));
      expect(new Set(lines)).toEqual(new Set(['underline']));
      await visit.lookOnBoth('comfort-conflict', '[aria-label="One entry, two versions"]');
      await page.getByRole('button', { name: 'Keep this: on this device' }).click();
      await card.getByText('Home at ten.').waitFor();
    });
  });

  describe('on a desktop, light', () => {
    beforeEach(() => open('desktop', 'light'));

    it('the writing area shows that it has the focus, by the keyboard and by a press', async () => {
      await visit.logIn(ada);
      const outline = () =>
        textarea(page).evaluate((area) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(area.closest('form') as Element);
          return { outlineStyle, outlineWidth };
        });
      expect((await outline()).outlineStyle).toBe('none');
      await textarea(page).click();
      await eventually(async () =>
        expect(await outline()).toEqual({ outlineStyle: 'solid', outlineWidth: '2px' }),
      );
      await visit.lookOnBoth('comfort-focus', 'form[aria-label="New entry"]');
    });

    it('sun, moon and stars are never behind words', async () => {
      for (const [hour, address] of NIGHTS_AND_DAYS) {
        await page.clock.setFixedTime(new Date(`2026-03-02T${hour}:00:00Z`));
        await page.goto(address);
        await page.getByRole('heading').first().waitFor();
        // Words take their places when their fonts are there.
        await visit.onBoth(() => eventually(async () => expect(await behindWords(page)).toEqual([])));
      }
    });

    it('text of twice the size does not overflow any screen sideways', async () => {
      const isWithin = async (address: string) => {
        await page.goto(address);
        await page.getByRole('heading').first().waitFor();
        await visit.enlarge();
        // Waits until it fits in the other size, too.
        await visit.onBoth((size, scheme) =>
          visit.shoot(`comfort-large${address.replaceAll('/', '-')}-${size}-${scheme}`),
        );
      };
      for (const address of ['/', '/login', '/signup', '/reset-password']) await isWithin(address);
      await visit.logIn(ada);
      for (const address of ['/journal', '/days', '/insights', '/settings']) await isWithin(address);
    });

    it('entries of this day in earlier years are shown above the list', async () => {
      await visit.logIn(ada);
      await page.getByRole('article').filter({ hasText: 'The first fire of the year.' }).waitFor();
      if (today.endsWith('02-29')) return;
      const before = page.getByRole('region', { name: 'On this day' });
      await before.getByText('The first fire of the year.').waitFor();
      await visit.onBoth(async (size, scheme) => {
        const [box, list] = [
          await before.boundingBox(),
          await page.getByRole('article').first().boundingBox(),
        ];
        expect(box!.y).toBeLessThan(list!.y);
        await visit.look(`comfort-on-this-day-${size}-${scheme}`, '[aria-labelledby=on-this-day]');
      });
      await before.getByRole('link', { name: /one year ago$/ }).click();
      await page.waitForURL(`**/days?day=${A_YEAR_AGO}&entry=*`);
    });

    it('a question helps with the empty page', async () => {
      await visit.logIn(ada);
      await textarea(page).focus();
      await page.getByRole('button', { name: 'Give me a question to start with' }).press('Enter');
      await page.getByRole('button', { name: 'Another question' }).waitFor();
      // The form gives the focus in a task of its own.
      await eventually(async () =>
        expect(await textarea(page).evaluate((area) => area === document.activeElement)).toBe(true),
      );
      await visit.lookOnBoth('comfort-question', 'form[aria-label="New entry"]');
    });

    it('a page that cannot be fetched keeps the navigation, and opens once it is available', async () => {
      await visit.logIn(ada);
      const goTo = (name: string) =>
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
      await page.route(/\/assets\/days-page-.*\.js$/, (route) => route.abort());
      await goTo('Your days');
      await page.getByRole('heading', { name: 'This page did not open' }).waitFor();
      await visit.look('comfort-not-fetched-desktop-light');
      await goTo('Journal');
      await textarea(page).waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await goTo('Your days');
      await page.getByRole('heading', { name: 'Your days' }).waitFor();
      // The browser logs the refused request, and React logs the error.
      expect(visit.errors.splice(0).join()).toContain('days-page');
    });

    it('the chosen mood shows in forced colours', async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      await visit.logIn(ada);
      const frames = () =>
        page
          .getByRole('group', { name: 'How do you feel?' })
          .locator('label')
          .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).borderTopColor));
      await textarea(page).waitFor();
      expect(new Set(await frames()).size).toBe(1);
      await page.getByRole('radio', { name: 'Sad', exact: true }).check({ force: true });
      // A change of colours takes a frame.
      await eventually(async () => {
        const colors = await frames();
        expect(new Set(colors).size).toBe(2);
        expect(colors.filter((color) => color !== colors[0])).toHaveLength(1);
      });
    });

    it('animations can be paused, and stay paused', async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.goto('/login');
      await page.getByRole('button', { name: 'Log In', exact: true }).waitFor();
      await eventually(async () => expect(await moving(page)).toBeGreaterThan(0));
      await page.getByRole('button', { name: 'Pause the sky' }).click();
      await eventually(async () => expect(await moving(page)).toBe(0));
      await page.reload();
      await page.getByRole('button', { name: 'Let the sky move' }).waitFor();
      // What moves ends within its first frame.
      await eventually(async () => expect(await moving(page)).toBe(0));
    });

    it('a page that is opened by its address starts at the top', async () => {
      await visit.logIn(ada);
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Delete my account' }).scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
      await page.goto('/');
      await page.getByRole('link', { name: 'Open your journal' }).waitFor();
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await visit.look('comfort-landing-signed-in-desktop-light');
    });

    it('an entry can be deleted, restored, edited and cancelled with the keyboard alone', async () => {
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      const { keyboard } = page;
      await visit.logIn(ada);
      const card = page.getByRole('article').filter({ hasText: 'Another walk.' });
      await card.getByRole('button', { name: 'Delete' }).press('Enter');
      await card.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement?.textContent === 'Look back');
      await keyboard.press('Tab');
      expect(await focused()).toBe('Undo');
      await keyboard.press('Enter');
      await card.waitFor();
      await keyboard.press('Tab');
      expect(await focused()).toBe('Edit Entry');
      await keyboard.press('Enter');
      await page.getByLabel('Entry', { exact: true }).waitFor();
      await keyboard.press('Control+End');
      await keyboard.type(' Longer.');
      await page.getByText('Draft saved').waitFor();
      await keyboard.press('Escape');
      await page.getByRole('alertdialog', { name: 'Discard your changes?' }).waitFor();
      await visit.look('comfort-discard-desktop-light', '[role=alertdialog]');
      await keyboard.press('Enter');
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      // The question gives the focus back in a task of its own.
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
      await keyboard.type(' Much longer.');
      await visit.look('comfort-editor-desktop-light', 'article form');
      await keyboard.press('Control+Enter');
      await card.getByText('Another walk. Longer. Much longer.').waitFor();
      expect(await focused()).toBe('Edit Entry');
    });

    it('the buttons of an entry are quiet until it is hovered or focused', async () => {
      await visit.logIn(ada);
      const card = page.getByRole('article').first();
      const colour = (name: string) =>
        card.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).color);
      await card.waitFor();
      const [edit, remove] = [await colour('Edit Entry'), await colour('Delete')];
      expect(remove).toBe(edit);
      await card.getByRole('button', { name: 'Edit Entry' }).focus();
      await page.keyboard.press('Tab');
      await eventually(async () => expect(await colour('Delete')).not.toBe(remove));
      await page.getByRole('heading', { level: 1 }).click();
      await eventually(async () => expect(await colour('Delete')).toBe(remove));
      await card.getByRole('button', { name: 'Delete' }).hover();
      await eventually(async () => expect(await colour('Delete')).not.toBe(remove));
      expect(await card.locator('time').innerText()).toMatch(/\d\d:\d\d/);
    });

    it('a deletion can be undone after a reload, and is final after ten seconds', async () => {
      await visit.logIn(ada);
      const card = page.getByRole('article').filter({ hasText: 'A third.' });
      await card.getByRole('button', { name: 'Delete' }).click();
      await page.getByText(/^Entry deleted/).waitFor();
      const contents = async () => (await ada.search()).body.map(({ content }) => content);
      expect(await contents()).toContain('A third.');
      await page.reload();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      // Not where it is undone: the look may take longer than the ten seconds.
      await visit.look('comfort-undo-desktop-light', 'section[aria-labelledby=look-back]');
      await eventually(async () => expect(await contents()).not.toContain('A third.'));
    });
  });
});
