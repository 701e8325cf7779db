import { jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Api } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { readE2eConfig } from '../support/stacks/config.js';

// Each test takes looks on both devices.
jest.setTimeout(120_000);

// Contract: 1 landing page with its promises; footer with tagline, copyright, the author’s code profile
/** Those that no other suite looks at, on a phone and on a desktop. One browser for each person. */
describe('every screen', () => {
  let browser: Browser;
  let visit: Visit;

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(() => browser.close());

  const api = new Api(readE2eConfig().url);
  const look = (name: string) => visit.lookOnBoth(name);
  let expected: string[];

  beforeEach(async () => {
    visit = await Visit.start(browser, { size: 'phone', scheme: 'dark' });
    expected = [];
  });

  afterEach(async () => {
    // Requests on the way to a screen may fail only if a test expects it.
    expect([visit.foreign, visit.errors, visit.refused]).toEqual([[], [], expected]);
    await visit.close();
  });

  it('of a visitor', async () => {
    const { page } = visit;
    await page.goto('/');
    await page.getByRole('heading', { name: 'Start Your Journey' }).waitFor();
    await look('landing');
    await page.getByRole('button', { name: /menu/i }).click();
    await page.getByRole('link', { name: 'Login', exact: true }).waitFor();
    await visit.look('landing-menu-phone-dark');

    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await page.getByText('Invalid Credentials.').waitFor();
    expected = ['401 POST /api/login'];
    await look('login');

    await page.goto('/signup');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('combobox', { name: 'Your location (City)' }).pressSequentially('Porto');
    await page.getByRole('listbox').getByRole('option').nth(2).waitFor();
    await look('signup');

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

  it('of a person who has not written yet, and may need help', async () => {
    const { page } = visit;
    const grace = await api.signUp({ firstName: 'Grace', location: 'London', aiConsent: [] });
    await visit.logIn(grace);
    await page.getByRole('heading', { name: "Grace's Journal" }).waitFor();
    // On a phone the form is one line until it is touched.
    await visit.look('journal-empty-phone-dark');
    await page.getByPlaceholder('Tell me about your day...!').focus();
    await page.getByRole('button', { name: 'Save Entry' }).click();
    await page.getByText('Write a few words first.').waitFor();
    await look('journal-error');
    await page.goto('/insights');
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Get Insights' }).click();
    await page.getByRole('heading', { name: 'Before your entries leave this server' }).waitFor();
    await look('insights-consent');
    await page.goto('/days');
    await page.getByText('Your first entry colours the first square.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('figure').count()).toBe(0);
    await visit.lookOnBoth('days-empty', 'html', '[role=gridcell]:nth-child(n + 3)');

    await grace.write({
      content: 'Some nights I think that I do not want to live any more.',
      location: 'London',
    });
    await page.goto('/journal');
    const card = page.getByRole('region', { name: 'You do not have to be alone with this' });
    await card.getByRole('link', { name: '116 123' }).first().waitFor();
    await card.getByText('Help lines in other countries').click();
    await look('journal-help-others');
  });
});
