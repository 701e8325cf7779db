import { randomUUID } from 'node:crypto';
import { BEGINNING_LIMITS, OUR_TEMPLATES } from '@inner-weather/domain/beginnings/beginnings';
import { randomOf } from '@inner-weather/domain/statistics/random-of';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Api, dayFromToday, PASSWORD, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { importAll } from '../support/requests/export.js';

const WORDS = `## Monday

It was a **loud** day, see https://example.org/sea

- [ ] call home
- [ ] sleep

> said nobody`;

/** Days on which their writer was restless, before that was a mood. */
const RESTLESS_DAYS = 9;

/** Days with measures. */
const MEASURED_DAYS = 120;

const measureOf = (name: string, kind: string, picture: string) => ({
  name,
  kind,
  picture,
  unit: '',
  daySum: 'last',
  askedOn: 'always',
  archived: false,
});

// With looks on both devices.
jest.setTimeout(120_000);

describe('what is one’s own', () => {
  let browser: Browser;
  let ada: Person;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(() => browser.close());

  const begin = async (options: Parameters<typeof Visit.start>[1] = {}) => {
    ada = await new Api(stackUrl()).signUp();
    visit = await Visit.start(browser, options);
    page = visit.page;
  };

  afterEach(() => visit.end());

  it('words with a form are written by keys and buttons, shown, found, ticked without a connection, and stay as they were written', async () => {
    await begin({ worker: true });
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

  it('moods of one’s own are made of own words, offered, counted, renamed and there without a connection', async () => {
    await begin({ size: 'phone', worker: true });
    await importAll(
      ada,
      Array.from({ length: RESTLESS_DAYS }, (_, index) => ({
        content: 'A day like others.',
        location: 'Porto',
        inputMood: index % 2 ? 'Restless' : 'restless',
        createdAt: `${dayFromToday(index - RESTLESS_DAYS - 1)}T20:00:00Z`,
      })),
    );
    await visit.logIn(ada, '/settings#section-moods');
    const section = page.getByRole('region', { name: 'Moods', exact: true });
    await section.getByRole('button', { name: 'Make “restless” a mood' }).click();
    await section.getByLabel('Name', { exact: true }).fill('Restless');
    await section.getByRole('radio', { name: 'Lagoon' }).check();
    await section.getByRole('group', { name: 'Eyes' }).getByRole('radio', { name: 'Worried' }).check();
    await section.getByRole('group', { name: 'Mouth' }).getByRole('radio', { name: 'Wavy' }).check();
    await section.getByRole('radio', { name: 'Heavy', exact: true }).check();
    await visit.lookOnBoth('moods-form');
    await section.getByRole('button', { name: 'Save', exact: true }).click();
    await section.getByText('A heavy day, 9 entries').waitFor();
    await section.getByRole('button', { name: 'Angry' }).click();
    await section.getByRole('button', { name: 'Angry', pressed: false }).waitFor();
    await visit.lookOnBoth('moods-settings');

    await page.goto('/journal');
    const faces = page.getByRole('toolbar', { name: 'How are you?' });
    await faces.getByRole('button', { name: 'Restless' }).waitFor();
    expect(await faces.getByRole('button', { name: 'Angry' }).count()).toBe(0);
    await visit.lookOnBoth('moods-check-in');
    await faces.getByRole('button', { name: 'Restless' }).click();
    await page.getByText('Restless saved. Undo is available.').waitFor();
    await page.getByRole('article').filter({ hasText: 'Restless' }).first().waitFor();

    await page.goto('/settings#section-moods');
    await section.getByText('A heavy day, 10 entries').waitFor();
    await section.getByRole('button', { name: 'Change Restless' }).click();
    await section.getByLabel('Name', { exact: true }).fill('On edge');
    await section.getByRole('button', { name: 'Save', exact: true }).click();
    // With all entries of its former name.
    await section.getByText('A heavy day, 10 entries').waitFor();

    await page.goto('/days');
    await page.getByText('Most chosen: On edge, on 10 days.').waitFor();
    await visit.lookOnBoth('moods-days', 'html', '[role=gridcell]:nth-child(n + 3)');

    await page.goto('/journal');
    await page.getByRole('article').filter({ hasText: 'On edge' }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await visit.context.setOffline(true);
    await page.reload();
    await page.getByRole('article').filter({ hasText: 'On edge' }).first().waitFor();
    await page.getByRole('button', { name: 'On edge' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Angry' }).count()).toBe(0);
    await visit.context.setOffline(false);
  });

  it('measures are defined in the settings, answered by a tap after a check-in, and shown with the entry', async () => {
    await begin({ size: 'phone' });
    await visit.logIn(ada, '/settings#section-measures');
    const section = page.getByRole('region', { name: 'What you measure' });
    await section.getByRole('button', { name: 'Energy', exact: true }).click();
    await page.getByText('A scale from 1 to 5').waitFor();
    await page.getByRole('button', { name: 'Measure something' }).click();
    await section.getByLabel('Name', { exact: true }).fill('Naps');
    await page.getByLabel('What it counts').selectOption('A number');
    await visit.look('measures-form');
    await section.getByRole('button', { name: 'Save', exact: true }).click();
    await section.getByText('Naps').waitFor();
    await visit.look('measures-settings');
    await page.goto('/journal');
    await page
      .getByRole('group', { name: 'How are you?' })
      .or(page.getByRole('button', { name: 'Happy' }))
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Happy', exact: true }).first().click();
    const energy = page.getByRole('group', { name: 'Energy' });
    await energy.getByRole('button', { name: '3' }).click();
    await visit.expectOneStandsOut(energy.getByRole('button'), 'borderTopWidth');
    await page.getByRole('button', { name: /^More: / }).click();
    await visit.look('measures-check-in');
    const card = page.getByRole('article', { name: /^Entry of/ });
    await card.getByText('3 of 5').waitFor();
    await card.getByText('Naps').waitFor();
    await visit.look('measures-card');
    // The same tap takes it back.
    await energy.getByRole('button', { name: '3' }).click();
    await card.getByText('3 of 5').waitFor({ state: 'detached' });
  });

  it('measures stand beside the mood, and say what goes together and what does not', async () => {
    await begin();
    const [sleep, coffee] = [randomUUID(), randomUUID()];
    for (const [id, body] of [
      [sleep, measureOf('Sleep', 'duration', 'moon')],
      [coffee, measureOf('Coffee', 'number', 'cup')],
    ] as const)
      expect(await ada.request('PUT', `/api/measures/${id}`, { body })).toMatchObject({ status: 200 });
    const random = randomOf(3);
    const entries = Array.from({ length: MEASURED_DAYS }, (_, index) => {
      const night = 285 + 15 * Math.floor(random() * 17);
      const isBright = night >= 405 ? random() < 0.85 : random() < 0.25;
      return {
        content: 'A day like others.',
        location: 'Porto',
        inputMood: isBright ? 'Happy' : 'Sad',
        createdAt: `${dayFromToday(index - MEASURED_DAYS)}T20:00:00Z`,
        measures: { [sleep]: night, [coffee]: Math.floor(random() * 5) },
      };
    });
    await importAll(ada, entries);
    await visit.logIn(ada, '/days');
    const measures = page.getByRole('region', { name: 'Mood and what you measure' });
    await measures.getByText(/^On days with .?Sleep.? under .* were heavier than even\./).waitFor();
    await measures.getByText('No more than chance alone explains').waitFor();
    await visit.lookOnBoth('measures-days', '[aria-labelledby=mood-and]');
    await measures.getByLabel('Beside the mood').selectOption('Coffee');
    await measures.getByText(/Coffee.*: nothing here is more than chance alone explains\./).waitFor();
    await measures.getByText('Rose and fell with the mood').waitFor();
    await page.getByLabel('In the colour of').selectOption('Sleep');
    await page
      .getByRole('gridcell', { name: /: .?Sleep.? \d+h/ })
      .first()
      .waitFor();
    await visit.lookOnBoth('measures-year', `[aria-label^='The year']`, '[role=gridcell]:nth-child(n + 3)');
    await measures.getByRole('button', { name: 'Sleep' }).click();
    await measures.getByRole('link', { name: /^See these entries: .?Sleep.? under/ }).click();
    await page
      .getByRole('article', { name: /^Entry of/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Under').waitFor();
    await visit.lookOnBoth('measures-filter', 'form:has(#search-filters)');
  });

  it('questions and templates may be as many and as long as the limits say', async () => {
    const { questionsMax, questionMax, templatesMax, templateNameMax, templateTextMax } = BEGINNING_LIMITS;
    const questions = Array.from({ length: questionsMax }, () => ({
      ...{ _id: randomUUID(), text: '🌊'.repeat(questionMax) },
      ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], archived: false },
    }));
    const templates = Array.from({ length: templatesMax }, () => ({
      ...{ _id: randomUUID(), name: '🌊'.repeat(templateNameMax), text: '🌊'.repeat(templateTextMax) },
    }));
    await begin();
    const body = { version: 0, questions, templates, onlyOwn: true, hidden: [...OUR_TEMPLATES] };
    expect(await ada.request('PUT', '/api/beginnings', { body })).toMatchObject({ status: 200 });
    const answer = await ada.request('GET', '/api/beginnings');
    expect(answer.body).toEqual({ ...body, version: 1 });
  });

  it('questions and templates are made in the settings, and a link opens the form with one, also signed out and without a connection', async () => {
    await begin({ size: 'phone', worker: true });
    await visit.logIn(ada, '/settings#section-beginnings');
    const section = page.getByRole('region', { name: 'Questions and templates' });
    await section.getByRole('button', { name: 'Add a question' }).click();
    await section.getByLabel('Your question').fill('Did the herons come?');
    await section.getByRole('button', { name: 'Save', exact: true }).click();
    await section.getByRole('button', { name: 'Add a template' }).click();
    await section.getByLabel('Name', { exact: true }).fill('After therapy');
    await section.getByLabel('What the form begins with').fill('What stayed:\n\n\nWhat I want to try:');
    await visit.look('beginnings-template-form', '[id=section-beginnings]');
    await section.getByRole('button', { name: 'Save', exact: true }).click();
    await section.getByRole('button', { name: /^Link to .?After therapy/ }).click();
    const link = (await section.getByRole('group', { name: /^Opens the form with/ }).textContent()) ?? '';
    await visit.lookOnBoth('beginnings-settings', '[id=section-beginnings]');

    await page.goto('/journal');
    const form = page.getByRole('form', { name: 'New entry' });
    const text = form.getByLabel('Your entry');
    await text.click();
    await form.getByRole('button', { name: 'Templates' }).click();
    await visit.lookOnBoth('beginnings-templates', '[aria-label="New entry"]');
    await form.getByRole('button', { name: 'Three good things' }).click();
    await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
    // The browser's own undo takes it back.
    await page.keyboard.press('Control+z');
    expect(await text.inputValue()).toBe('');

    await page.evaluate(() => fetch('/api/logout', { method: 'POST' }));
    await page.goto(link);
    await page.getByLabel('Email').fill(ada.user.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In' }).click();
    const filled = () =>
      page.waitForFunction(() =>
        document.querySelector<HTMLTextAreaElement>('#new-entry-text')?.value.startsWith('What stayed:'),
      );
    await filled();
    expect(new URL(page.url()).search).toBe('');
    // Below the first question.
    await page.keyboard.type('A calm hour.');
    await form.getByRole('button', { name: 'Save Entry' }).click();
    await page.getByText('Journal entry saved successfully!').waitFor();
    await page.reload();
    await page.getByText(/What stayed:\s+A calm hour\./).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await visit.context.setOffline(true);
    await page.goto(link);
    await filled();
    await visit.context.setOffline(false);
  });
});
