import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { Browser } from 'playwright-core';
import { Api, type Person } from '../support/api.js';
import { launch, TWO_DEVICES, Visit } from '../support/browser.js';
import { readE2eConfig } from '../support/config.js';

const ENTRIES = [
  {
    content: 'Slept badly, and the tram was full. Tea helped a little.',
    inputMood: 'Tired',
    location: 'Bergen',
  },
  {
    content: 'Argued about nothing. I want to be quicker with a sorry.',
    inputMood: 'Angry',
    location: 'Bergen',
  },
  {
    content:
      'Market in the morning, soup in the afternoon.\n\nCalled Mum. She laughed about the hat for ten minutes, and then I did, too.',
    inputMood: 'Very Happy',
    location: 'Porto',
  },
  { content: 'A plain day, which is fine.', inputMood: 'Neutral', location: 'London' },
  { content: 'First snow! Walked home the long way round.', inputMood: 'Happy', location: 'Oslo' },
];

describe('every screen', () => {
  let browser: Browser;
  let writer: Person;
  let newcomer: Person;
  let sad: Person;

  beforeAll(async () => {
    const api = new Api(readE2eConfig().url);
    [writer, newcomer, sad, browser] = await Promise.all([
      api.signUp({ firstName: 'Ada', location: 'Porto' }),
      api.signUp({ firstName: 'Grace', location: 'London', aiConsent: [] }),
      api.signUp({ firstName: 'Emily', location: 'London' }),
      launch(),
    ]);
    for (const entry of ENTRIES) await writer.stamped((await writer.write(entry))._id);
    await sad.write({
      content: 'Some nights I think that I do not want to live any more.',
      location: 'London',
    });
    const { body } = await writer.request<InsightJobDto>('POST', '/api/insights', {
      body: { range: 'lastMonth' },
    });
    await writer.finished(body.id);
  });

  afterAll(() => browser.close());

  describe.each(TWO_DEVICES)('on a %s, %s', (size, scheme) => {
    let visit: Visit;

    const look = (name: string, within?: string) => visit.look(`${name}-${size}-${scheme}`, within);

    let expected: string[];

    beforeEach(async () => {
      visit = await Visit.start(browser, { size, scheme });
      expected = [];
    });

    afterEach(async () => {
      expect(visit.foreign).toEqual([]);
      expect(visit.errors).toEqual([]);
      // Requests on the way to a screen may fail only if a test expects it.
      expect(visit.refused).toEqual(expected);
      await visit.close();
    });

    it('lands', async () => {
      await visit.page.goto('/');
      await visit.page.getByRole('heading', { name: 'Start Your Journey' }).waitFor();
      await look('landing');
      if (size === 'phone') {
        await visit.page.getByRole('button', { name: /menu/i }).click();
        await visit.page.getByRole('link', { name: 'Login', exact: true }).waitFor();
        await look('landing-menu');
      }
    });

    it('logs in and signs up', async () => {
      const { page } = visit;
      await page.goto('/login');
      await page.getByLabel('Email', { exact: true }).fill('ada@example.org');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Log In', exact: true }).click();
      await page.getByText('Invalid Credentials.').waitFor();
      expected = ['401 POST /api/login'];
      await look('login');
      await page.goto('/signup');
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await look('signup');
    });

    it('gives a new password', async () => {
      const { page } = visit;
      await page.goto('/reset-password');
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
      await page.waitForLoadState('networkidle');
      await look('reset-password');
      await page.goto('/reset-password#a-link-that-was-used');
      await page.reload();
      await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
      await page.getByRole('button', { name: 'Save the password' }).click();
      await page.getByText('Choose a password', { exact: true }).waitFor();
      await look('reset-password-error');
    });

    it('shows the settings', async () => {
      await visit.logIn(writer);
      await visit.page.goto('/settings');
      await visit.page.getByRole('heading', { name: 'Settings' }).waitFor();
      await visit.page.waitForLoadState('networkidle');
      await look('settings');
    });

    it('shows a journal without entries', async () => {
      await visit.logIn(newcomer);
      await visit.page.getByRole('heading', { name: "Grace's Journal" }).waitFor();
      await look('journal-empty');
      // On a phone the form is one line until it is touched.
      await visit.page.getByPlaceholder('Tell me about your day...!').focus();
      await visit.page.getByRole('button', { name: 'Save Entry' }).click();
      await visit.page.getByRole('alert').first().waitFor();
      await look('journal-error');
    });

    it('shows a journal with entries, one of them open for editing', async () => {
      await visit.logIn(writer);
      await visit.page.getByRole('article').filter({ hasText: 'First snow!' }).waitFor();
      await look('journal');
      const card = visit.page.getByRole('article').nth(2);
      await card.getByRole('button', { name: 'Edit Entry' }).click();
      await card.getByRole('button', { name: 'Save Editions' }).waitFor();
      await look('journal-editing');
      await card.getByRole('button', { name: 'Cancel' }).click();
    });

    it('names people to talk to', async () => {
      const { page } = visit;
      await visit.logIn(sad);
      const card = page.getByRole('region', { name: 'You do not have to be alone with this' });
      await card.getByRole('link', { name: '116 123' }).first().waitFor();
      await look('journal-help');
      await card.getByText('Help lines in other countries').click();
      await look('journal-help-others');
      await card.getByRole('button', { name: 'Hide this' }).click();
      await card.waitFor({ state: 'detached' });
    });

    it('asks for consent', async () => {
      await visit.logIn(newcomer);
      await visit.page.goto('/insights');
      await visit.page.waitForLoadState('networkidle');
      await visit.page.getByRole('button', { name: 'Get Insights' }).click();
      await visit.page.getByRole('heading', { name: 'Before your entries leave this server' }).waitFor();
      await look('insights-consent');
    });

    it('shows insights', async () => {
      await visit.logIn(writer);
      await visit.page.goto('/insights');
      await visit.page.getByRole('button', { name: /Last Month/ }).waitFor();
      await look('insights');
      await visit.page.getByRole('button', { name: /Last Month/ }).click();
      await visit.page.getByRole('heading', { name: 'Your week, Ada' }).waitFor();
      await look('insights-read');
    });
  });
});
