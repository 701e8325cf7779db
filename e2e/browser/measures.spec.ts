import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { randomOf } from '@inner-weather/domain/statistics/random-of';
import type { Browser } from 'playwright-core';
import { Api, dayFromToday, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { importAll } from '../support/requests/export.js';

const DAYS = 120;

const measureOf = (name: string, kind: string, picture: string) => ({
  name,
  kind,
  picture,
  unit: '',
  daySum: 'last',
  askedOn: 'always',
  archived: false,
});

jest.setTimeout(90_000);

describe('measures', () => {
  let browser: Browser;
  let ada: Person;
  let newcomer: Person;

  beforeAll(async () => {
    const api = new Api(stackUrl());
    [ada, newcomer, browser] = await Promise.all([api.signUp(), api.signUp(), launch()]);
    const [sleep, coffee] = [randomUUID(), randomUUID()];
    for (const [id, body] of [
      [sleep, measureOf('Sleep', 'duration', 'moon')],
      [coffee, measureOf('Coffee', 'number', 'cup')],
    ] as const)
      expect(await ada.request('PUT', `/api/measures/${id}`, { body })).toMatchObject({ status: 200 });
    const random = randomOf(3);
    const entries = Array.from({ length: DAYS }, (_, index) => {
      const night = 285 + 15 * Math.floor(random() * 17);
      const isBright = night >= 405 ? random() < 0.85 : random() < 0.25;
      return {
        content: 'A day like others.',
        location: 'Porto',
        inputMood: isBright ? 'Happy' : 'Sad',
        createdAt: `${dayFromToday(index - DAYS)}T20:00:00Z`,
        measures: { [sleep]: night, [coffee]: Math.floor(random() * 5) },
      };
    });
    await importAll(ada, entries);
  });

  afterAll(() => browser.close());

  let visit: Visit;

  afterEach(async () => {
    expect(visit.foreign).toEqual([]);
    expect(visit.errors).toEqual([]);
    await visit.close();
  });

  it('are defined in the settings, answered by a tap after a check-in, and shown with the entry', async () => {
    visit = await Visit.start(browser, { size: 'phone' });
    const { page } = visit;
    await visit.logIn(newcomer, '/settings#section-measures');
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

  it('stand beside the mood, and say what goes together and what does not', async () => {
    visit = await Visit.start(browser);
    const { page } = visit;
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
});
