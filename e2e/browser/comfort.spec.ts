import { jest } from '@jest/globals';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Locator, Page } from 'playwright-core';
import { Api, dayFromToday, type Person } from '../support/requests/api.js';
import { brokenWords } from '../support/pages/broken-words.js';
import { behindWords } from '../support/pages/behind-words.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { textField } from '../support/pages/offline.js';
import { importAll } from '../support/requests/export.js';
import { sampleEntries } from '../../scripts/demo/sample-entries.mjs';

const today = dayFromToday(0);
/** 29 February exists only in leap years, so on that day there may be nothing to look back on. */
const A_YEAR_AGO = `${Number(today.slice(0, 4)) - 1}${today.slice(4).replace('02-29', '02-28')}`;

/** How many animations run. */
const moving = (page: Page): Promise<number> =>
  page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);

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

/** What only a browser has: layout, colours, the focus as it is drawn, what moves. Each step begins where the last one ended. */
describe('comfort', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
    await ada.write({ content: 'One walk.', weatherData: 'Light rain' });
    await ada.write({ content: 'The first fire of the year.', date: `${A_YEAR_AGO}T20:15:00Z` });
  });

  afterAll(() => browser.close());

  const begin = (size: 'phone' | 'desktop') => async () => {
    visit = await Visit.start(browser, { size, scheme: size === 'phone' ? 'dark' : 'light' });
    page = visit.page;
  };
  const end = async () => {
    expect(visit.errors).toEqual([]);
    await visit.close();
  };

  describe('on a phone, dark', () => {
    beforeAll(begin('phone'));
    afterAll(end);

    it('the text, the moods and the button are on one screen, however long the text is', async () => {
      const isInSight = async () => {
        const { height } = page.viewportSize()!;
        const form = page.getByRole('form', { name: 'New entry' });
        const labels = form.getByRole('group', { name: 'How do you feel?' }).locator('label');
        const save = form.getByRole('button', { name: 'Save Entry' });
        const parts = [textField(page), labels.first(), labels.last(), save];
        const boxes = await Promise.all(parts.map((one) => one.boundingBox()));
        const [text, first, last, button] = boxes.map((box) => box!);
        expect(first!.y).toBeGreaterThanOrEqual(text!.y);
        // In one row, and not behind the button.
        expect(Math.abs(last!.y - first!.y)).toBeLessThan(2);
        expect(first!.y + first!.height).toBeLessThanOrEqual(button!.y);
        expect(button!.y + button!.height).toBeLessThanOrEqual(height);
      };
      await visit.logIn(ada);
      await textField(page).waitFor();
      // Until it is touched, it is one line.
      await textField(page).focus();
      await eventually(isInSight);
      await textField(page).fill('A long walk by the river.\n'.repeat(60));
      await eventually(isInSight);
      await visit.shoot('comfort-long-text-phone-dark');
      await textField(page).fill('');
    });

    it('the bar at the bottom covers nothing, and is gone while its user types', async () => {
      const bar = page.getByRole('navigation', { name: 'Pages' });
      const isUncovered = (locator: Locator) =>
        eventually(async () =>
          expect(
            await locator.evaluate((element) => {
              const { left, top, width, height } = element.getBoundingClientRect();
              return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            }),
          ).toBe(true),
        );
      await textField(page).focus();
      await bar.waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1 }).click();
      await bar.waitFor();
      for (const target of await bar.locator('a, button').all()) {
        const { width, height } = (await target.boundingBox())!;
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      }
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await isUncovered(page.locator('footer a').last());
      await page.getByRole('article').last().getByRole('button', { name: 'Delete' }).click();
      await isUncovered(page.getByRole('button', { name: 'Undo' }));
      await page.getByRole('button', { name: 'Undo' }).click();
      await bar.getByRole('button', { name: 'More' }).click();
      await isUncovered(page.getByRole('button', { name: 'Logout' }));
      await visit.look('comfort-menu-below-phone-dark');
      await page.keyboard.press('Escape');
    });

    it('what differs in an entry that was changed in two places is underlined, not only coloured', async () => {
      const { _id: id } = await ada.write({ content: 'Too many meetings; one walk at noon.' });
      await page.reload();
      const card = page.getByRole('article').filter({ hasText: 'Too many meetings' });
      await card.getByRole('button', { name: 'Edit Entry' }).click();
      await page.getByLabel('Entry', { exact: true }).fill('Too many meetings; one walk. Home at ten.');
      await ada.request('PUT', `/api/journal/update/${id}`, {
        body: { content: 'Too many meetings, none of them mine.', inputMood: 'Tired', location: 'Porto' },
      });
      await page.getByRole('button', { name: 'Save Editions' }).click();
      await page.getByRole('region', { name: 'On this device' }).waitFor();
      const lines = await page
        .locator('ins')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).textDecorationLine));
      expect(new Set(lines)).toEqual(new Set(['underline']));
      await visit.lookOnBoth('comfort-conflict', '[aria-label="One entry, two versions"]');
      await page.getByRole('button', { name: 'Keep my version: on this device' }).click();
      await card.getByText('Home at ten.').waitFor();
    });
  });

  describe('on a desktop, light, before a login', () => {
    beforeAll(begin('desktop'));
    afterAll(end);

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
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });

    it('text of twice the size does not overflow any screen sideways, and leaves words whole', async () => {
      const isWithin = async (address: string) => {
        await page.goto(address);
        await page.getByRole('heading').first().waitFor();
        if (address === '/journal') {
          await textField(page).click();
          await page.getByRole('button', { name: 'Filters' }).click();
        }
        await visit.enlarge();
        // Waits until it fits in the other size, too.
        await visit.onBoth(async (size, scheme) => {
          await visit.shoot(`comfort-large${address.replaceAll('/', '-')}-${size}-${scheme}`);
          expect([address, size, await brokenWords(page)]).toEqual([address, size, []]);
        });
      };
      for (const address of ['/', '/login', '/signup', '/reset-password']) await isWithin(address);
      await visit.logIn(ada);
      for (const address of ['/journal', '/insights']) await isWithin(address);
      await visit.context.clearCookies();
      // With charts, another session, and longer words.
      const bea = await new Api(stackUrl()).signUp();
      await bea.request('PATCH', '/api/user/me', { body: { language: 'de' } });
      await importAll(bea, sampleEntries({ until: today, years: 0.2 }));
      await visit.logIn(bea);
      // The page loads again in her language.
      await page.locator('html[lang=de]').waitFor();
      for (const address of ['/days', '/days/report', '/settings']) await isWithin(address);
      await visit.context.clearCookies();
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
  });

  describe('on a desktop, light, in the journal', () => {
    beforeAll(begin('desktop'));
    afterAll(end);

    it('the writing area shows that it has the focus, by the keyboard and by a press', async () => {
      await visit.logIn(ada);
      const outline = () =>
        textField(page).evaluate((area) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(area.closest('form') as Element);
          return { outlineStyle, outlineWidth };
        });
      expect((await outline()).outlineStyle).toBe('none');
      await page.getByRole('button', { name: 'Give me a question to start with' }).press('Enter');
      await page.getByRole('button', { name: 'Another question' }).waitFor();
      const isDrawn = async () =>
        expect(await outline()).toEqual({ outlineStyle: 'solid', outlineWidth: '2px' });
      await eventually(isDrawn);
      await page.getByRole('heading', { level: 1 }).click();
      await eventually(async () => expect((await outline()).outlineStyle).toBe('none'));
      await textField(page).click();
      await eventually(isDrawn);
      // With a question, and with what was written a year ago.
      if (!today.endsWith('02-29')) await page.getByRole('region', { name: 'On this day' }).waitFor();
      await visit.lookOnBoth('comfort-focus');
    });

    it('the buttons of an entry are quiet until it is hovered or focused', async () => {
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
    });

    it('the chosen mood shows in forced colours', async () => {
      await page.getByRole('radio', { name: 'Sad', exact: true }).check({ force: true });
      const moods = page.getByRole('group', { name: 'How do you feel?' }).locator('label');
      await visit.expectOneStandsOut(moods, 'borderTopColor');
    });

    it('a page that cannot be fetched keeps the navigation, and opens once it is available', async () => {
      const goTo = (name: string) =>
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
      await page.reload();
      await page.route(/\/assets\/days-page-.*\.js$/, (route) => route.abort());
      await goTo('Your days');
      await page.getByRole('heading', { name: 'This page did not open' }).waitFor();
      await visit.look('comfort-not-fetched-desktop-light');
      await goTo('Journal');
      await textField(page).waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await goTo('Your days');
      await page.getByRole('heading', { name: 'Your days' }).waitFor();
      // The browser logs the refused request, and React logs the error.
      expect(visit.errors.splice(0).join()).toContain('days-page');
    });

    it('a page whose texts cannot be fetched says so, and opens once they are available', async () => {
      const texts = /\/assets\/en-.*\.js$/;
      await page.route(texts, (route) => route.fulfill({ status: 502 }));
      await page.goto('/journal');
      await page.getByRole('heading', { name: 'Inner Weather could not be loaded' }).waitFor();
      await visit.look('comfort-no-texts-desktop-light');
      await page.unrouteAll({ behavior: 'wait' });
      await page.getByRole('button', { name: 'Reload' }).click();
      await textField(page).waitFor();
      // The page logs what it could not fetch.
      expect(visit.errors.splice(0).join()).toContain('/en-');
    });

    it('a page that is opened by its address starts at the top', async () => {
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Delete my account' }).scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
      await page.goto('/');
      await page.getByRole('link', { name: 'Open your journal' }).waitFor();
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await visit.look('comfort-landing-signed-in-desktop-light');
    });
  });
});
