import { jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Api, dayFromToday, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { importAll } from '../support/requests/export.js';

/** Days on which somebody was restless, before that was a mood. */
const DAYS = 9;

jest.setTimeout(90_000);

describe('moods of one’s own', () => {
  let browser: Browser;
  let ada: Person;
  let visit: Visit;

  beforeAll(async () => {
    [ada, browser] = await Promise.all([new Api(stackUrl()).signUp(), launch()]);
    await importAll(
      ada,
      Array.from({ length: DAYS }, (_, index) => ({
        content: 'A day like others.',
        location: 'Porto',
        inputMood: index % 2 ? 'Restless' : 'restless',
        createdAt: `${dayFromToday(index - DAYS - 1)}T20:00:00Z`,
      })),
    );
  });

  afterAll(() => browser.close());

  afterEach(async () => {
    expect(visit.foreign).toEqual([]);
    expect(visit.errors).toEqual([]);
    await visit.close();
  });

  it('are made of own words, offered, counted, renamed and there without a connection', async () => {
    visit = await Visit.start(browser, { size: 'phone', worker: true });
    const { page } = visit;
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
});
