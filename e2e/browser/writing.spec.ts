import { jest } from '@jest/globals';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Page } from 'playwright-core';
import { Api, dayFromToday, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { KEPT } from '../support/pages/offline.js';

const textarea = (page: Page) => page.getByPlaceholder('Tell me about your day...!');

// By keyboard alone, with looks on both devices.
jest.setTimeout(120_000);

describe('an entry, looked at on both devices', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(stackUrl()).signUp()]);
    await ada.write({ content: 'A swim.', inputMood: 'Happy', weatherData: 'Sunny', tags: ['River'] });
    visit = await Visit.start(browser);
    page = visit.page;
  });

  afterAll(async () => {
    await browser.close();
  });

  it('is written for a past day with tags, by keyboard', async () => {
    const { keyboard } = page;
    const day = dayFromToday(-10);
    await visit.logIn(ada, `/days?day=${day}`);
    await page.getByText('Nothing was written on this day.').waitFor();
    await visit.lookOnBoth('days-nothing', '[aria-labelledby=chosen-day]');
    await page.getByRole('link', { name: /^Write for \d/ }).press('Enter');

    await textarea(page).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await keyboard.type('Rain on the harbour, all day.');
    expect(await page.getByLabel('Date and time').inputValue()).toBe(`${day}T12:00`);
    await page.getByRole('radio', { name: 'Own words' }).press(' ');
    await page.getByLabel('Mood in your own words').pressSequentially('quietly proud');
    await page.getByRole('combobox', { name: 'Tags' }).pressSequentially('riv');
    // The search form lists the tags too.
    await page.getByRole('listbox').getByRole('option', { name: 'River' }).waitFor();
    await visit.lookOnBoth('writing-tags', '[role=listbox]:not([hidden])');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await visit.lookOnBoth('writing', 'form[aria-label="New entry"]');
    await keyboard.press('Control+Enter');

    await page.getByText('Journal entry saved successfully!').waitFor();
    const card = page.getByRole('article').filter({ hasText: 'Rain on the harbour, all day.' });
    await card.getByText('quietly proud').waitFor();
    await card.getByRole('list', { name: 'Tags' }).getByText('River').waitFor();
    await card.getByText('Weather is on its way').waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Edit Entry' }).press('Enter');
    await page.getByRole('article', { name: /being edited$/ }).waitFor();
    await visit.lookOnBoth('writing-edit', 'article form');
    expect([visit.errors, visit.foreign]).toEqual([[], []]);
  });

  it('is saved by a press, with the tag that is being typed, although the button moves away from the press', async () => {
    await page.goto('/journal');
    // Nothing that comes later moves the button before the press does.
    await page.getByRole('article').first().waitFor();
    await textarea(page).fill('A press.');
    await page.getByRole('combobox', { name: 'Tags' }).fill('harbour');
    const save = page.getByRole('button', { name: 'Save Entry' });
    await save.hover();
    const { y } = (await save.boundingBox())!;
    await page.mouse.down();
    await page.getByRole('button', { name: 'Remove the tag harbour' }).waitFor();
    expect((await save.boundingBox())!.y).not.toBe(y);
    await page.mouse.up();
    const card = page.getByRole('article').filter({ hasText: 'A press.' });
    await card.getByRole('list', { name: 'Tags' }).getByText('harbour').waitFor();
  });

  it('is set in the direction of each paragraph, and leaves the line around it in its own', async () => {
    const paragraphs = ['שלום, הים היה שקט.', 'Hello, the sea was calm.', 'كان البحر هادئًا.'];
    await ada.write({
      content: paragraphs.join('\n'),
      inputMood: 'רגוע 7',
      location: 'תל אביב',
      weatherData: 'Sunny',
      tags: ['ים 3'],
    });
    await page.goto('/journal');
    const card = page.getByRole('article').filter({ hasText: 'שלום' });
    const sides = await card.locator('p', { hasText: 'שלום' }).evaluate((text, lines) => {
      const { left, right } = text.getBoundingClientRect();
      const node = document.createTreeWalker(text, NodeFilter.SHOW_TEXT).nextNode();
      return lines.map((line) => {
        const range = document.createRange();
        const from = text.textContent.indexOf(line);
        range.setStart(node!, from);
        range.setEnd(node!, from + line.length);
        const box = range.getBoundingClientRect();
        return box.left - left < right - box.right ? 'left' : 'right';
      });
    }, paragraphs);
    expect(sides).toEqual(['right', 'left', 'right']);
    // The figures stay at the end of their own name: left of it, not beside the next one.
    for (const [name, element] of [
      ['רגוע', card.locator('bdi', { hasText: 'רגוע' })],
      ['ים', card.getByRole('listitem')],
    ] as const)
      expect([name, await element.evaluate((found) => getComputedStyle(found).direction)]).toEqual([
        name,
        'rtl',
      ]);
    await card.getByRole('button', { name: 'Edit Entry' }).press('Enter');
    const editor = page.getByLabel('Entry', { exact: true });
    expect(await editor.evaluate((text) => getComputedStyle(text).unicodeBidi)).toBe('plaintext');
    await page.keyboard.press('Escape');
    await page.goto(`/days?day=${dayFromToday(0)}`);
    const read = page.getByRole('article').locator('p', { hasText: 'שלום' });
    expect(await read.evaluate((text) => getComputedStyle(text).unicodeBidi)).toBe('plaintext');
    expect([visit.errors, visit.foreign]).toEqual([[], []]);
  });

  it('is a check-in with one tap, above one line of the form on a phone, and above all of it on a desktop', async () => {
    const eve = await new Api(stackUrl()).signUp();
    visit = await Visit.start(browser, { size: 'phone', scheme: 'dark' });
    page = visit.page;
    await visit.logIn(eve);
    const question = page.getByRole('region', { name: 'How are you?' });
    await question.waitFor();
    await visit.onBoth(async (size, scheme) => {
      expect(await textarea(page).isVisible()).toBe(true);
      expect(await page.getByRole('button', { name: 'Save Entry' }).isVisible()).toBe(size === 'desktop');
      await visit.look(`check-in-${size}-${scheme}`, 'main');
    });
    await question.getByRole('button', { name: 'Tired' }).click();
    await page.locator('[data-weather=ready]').first().waitFor();
    await visit.lookOnBoth('check-in-saved', 'main');
    expect([visit.errors, visit.foreign]).toEqual([[], []]);
  });

  it('closes after a save on a phone, says what became of it, and shows the entry', async () => {
    const form = page.getByRole('form', { name: 'New entry' });
    const save = async (words: string) => {
      await textarea(page).click();
      await textarea(page).fill(words);
      await form.getByRole('button', { name: 'Save Entry' }).click();
      const card = page.getByRole('article').filter({ hasText: words });
      await card.waitFor();
      await eventually(async () => {
        const { x, y, isFocused } = await card.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return { x: top, y: window.innerHeight - bottom, isFocused: element === document.activeElement };
        });
        expect([x > 0, y > 0, isFocused]).toEqual([true, true, true]);
      });
      expect(await form.getByRole('button', { name: 'Save Entry' }).isVisible()).toBe(false);
    };
    await page.reload();
    await save('A line on a phone.');
    expect(await page.getByText('Journal entry saved successfully!').isVisible()).toBe(true);
    await page.context().setOffline(true);
    await save('A line without a connection.');
    const kept = page.getByText(KEPT);
    expect(await kept.isVisible()).toBe(true);
    // What waits is told where the next line is written.
    const line = page.getByRole('status').filter({ hasText: '1 entry waits for a connection' });
    await line.waitFor();
    await textarea(page).click();
    const { y, height } = (await line.boundingBox())!;
    expect([y >= 0, y + height <= (await form.boundingBox())!.y]).toEqual([true, true]);
    await visit.look('writing-waiting-phone', 'main');
    await page.getByRole('button', { name: 'Show what waits on this device' }).click();
    await visit.lookOnBoth('waiting', '[role=dialog]');
    await page.context().setOffline(false);
    await kept.waitFor({ state: 'detached' });
    expect([visit.foreign]).toEqual([[]]);
  });
});
