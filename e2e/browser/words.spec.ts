import { jest } from '@jest/globals';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser } from 'playwright-core';
import { Api, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';

jest.setTimeout(90_000);

const WORDS = `## Monday

It was a **loud** day, see https://example.org/sea

- [ ] call home
- [ ] sleep

> said nobody`;

describe('words with a form', () => {
  let browser: Browser;
  let ada: Person;
  let visit: Visit;

  beforeAll(async () => {
    [ada, browser] = await Promise.all([new Api(stackUrl()).signUp(), launch()]);
  });

  afterAll(() => browser.close());

  afterEach(async () => {
    expect(visit.foreign).toEqual([]);
    expect(visit.errors).toEqual([]);
    await visit.close();
  });

  it('are written by keys and buttons, shown, found, ticked without a connection, and stay as they were written', async () => {
    visit = await Visit.start(browser, { worker: true });
    const { page } = visit;
    await visit.logIn(ada);
    const form = page.getByRole('form', { name: 'New entry' });
    const area = form.getByLabel('Your entry');
    await area.click();
    await page.keyboard.type('Monday');
    await form.getByRole('button', { name: 'Heading' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('\n\nIt was a ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('loud');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' day, see https://example.org/sea\n\n');
    await form.getByRole('button', { name: 'Checklist' }).click();
    await page.keyboard.type('call home\nsleep\n\n\n> said nobody');
    await eventually(async () => expect(await area.inputValue()).toBe(WORDS));
    // The browser's undo takes back what a button did.
    await area.press('Control+a');
    await form.getByRole('button', { name: 'Quote' }).click();
    expect(await area.inputValue()).not.toBe(WORDS);
    await page.keyboard.press('Control+z');
    await eventually(async () => expect(await area.inputValue()).toBe(WORDS));
    await visit.lookOnBoth('words-form', 'form[aria-label="New entry"]');
    await form.getByText('Happy', { exact: true }).first().click();
    await form.getByRole('button', { name: 'Save Entry' }).click();
    const card = page.getByRole('article', { name: /^Entry of/ });
    await card.getByRole('heading', { name: 'Monday' }).waitFor();
    expect(await card.locator('strong').filter({ hasText: 'loud' }).count()).toBe(1);
    const link = card.getByRole('link', { name: 'https://example.org/sea' });
    expect(await link.getAttribute('rel')).toContain('noreferrer');
    await visit.lookOnBoth('words-card', 'article');

    // Saved before the connection ends.
    await page.getByText('Journal entry saved successfully!').waitFor();
    await visit.context.setOffline(true);
    const checks = card.getByRole('checkbox');
    await checks.nth(1).click();
    await eventually(async () => expect(await checks.nth(1).isChecked()).toBe(true));
    await checks.nth(0).click();
    await eventually(async () => expect(await checks.nth(0).isChecked()).toBe(true));
    await visit.context.setOffline(false);
    const ticked = WORDS.replaceAll('[ ]', '[x]');
    await eventually(async () => expect((await ada.find({})).body[0]?.content).toBe(ticked));
    expect((await ada.find({ words: 'nobody' })).body).toHaveLength(1);
    await page.reload();
    await card.getByRole('heading', { name: 'Monday' }).waitFor();
    expect(await checks.nth(0).isChecked()).toBe(true);
    await card.getByRole('button', { name: 'Edit Entry' }).click();
    expect(await page.getByLabel('Entry', { exact: true }).inputValue()).toBe(ticked);
  });
});
