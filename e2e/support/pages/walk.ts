import { randomUUID } from 'node:crypto';
import type { Language } from '@inner-weather/languages/languages';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD } from '../requests/api.js';
import { launch, Visit } from './browser.js';
import { wordsIn } from './words.js';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const text = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor();

/** The regions of browsers in which the walk is made. */
const LOCALES: Partial<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/**
 * A new person's first evening, from the landing page to the logout. Each step begins where the last one ended.
 * @param options.worker with the service worker
 */
export function walkIn(language: Language, { worker = false } = {}): void {
  const email = `${randomUUID()}@example.org`;
  const say = wordsIn(language);
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    browser = await launch();
    visit = await Visit.start(browser, { locale: LOCALES[language] ?? language, worker });
    page = visit.page;
  });

  afterAll(async () => {
    await visit.close();
    await browser.close();
  });

  it('lands, and joins', async () => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('heading', { name: say('Start Your Journey') }).waitFor();
    for (const name of [
      say('Achieve goals'),
      say('Track progress and growth'),
      say('Reduce stress and find inspiration'),
    ])
      await page.getByRole('heading', { level: 3, name }).waitFor();
    await page.getByRole('link', { name: say('Join'), exact: true }).click();
    await page.waitForURL('**/signup');
  });

  it("says when the passwords don't match, where they are typed", async () => {
    await field(page, say('Name')).fill('Ada');
    await field(page, say('Last Name')).fill('Lovelace');
    await field(page, say('Your location (City)')).fill('Porto');
    await field(page, say('Email')).fill(email);
    await field(page, say('Password')).fill(PASSWORD);
    await field(page, say('Retry Password')).fill(`${PASSWORD}!`);
    await button(page, say('Sign In')).click();
    await text(page, say("Passwords don't match"));
    expect(new URL(page.url()).pathname).toBe('/signup');
  });

  it('signs up, and is greeted in a journal that has their name', async () => {
    await field(page, say('Retry Password')).fill(PASSWORD);
    await button(page, say('Sign In')).click();
    await page.waitForURL('**/journal');
    await page.getByRole('heading', { name: say("{name}'s Journal", { name: 'Ada' }) }).waitFor();
    await text(page, say('Hi {name}', { name: 'Ada' }));
  });

  it('says how it is by one tap, whose weather arrives, and takes it back', async () => {
    const faces = page.getByRole('toolbar', { name: say('How are you?') });
    await faces.getByRole('button', { name: say('Tired') }).click();
    await text(page, say('{name} saved. Undo is available.', { name: say('Tired') }));
    await page.waitForFunction((name) => document.activeElement?.textContent === name, say('Add words'));
    const card = page.getByRole('article').filter({ hasText: say('Tired') });
    await card.locator('[data-weather=ready]').waitFor();
    await button(page, say('Undo')).click();
    await card.waitFor({ state: 'detached' });
    await faces.waitFor();
  });

  it('writes an entry with a mood', async () => {
    await page.getByPlaceholder(say('Tell me about your day...!')).fill('The river was loud, and so was I.');
    await page
      .getByRole('group', { name: say('How do you feel?') })
      .getByText(say('Very Happy'), { exact: true })
      .click();
    await button(page, say('Save Entry')).click();
    await text(page, say('Journal entry saved successfully!'));
    expect(await page.getByPlaceholder(say('Tell me about your day...!')).inputValue()).toBe('');
    expect(
      await page
        .getByRole('group', { name: say('How do you feel?') })
        .getByRole('radio', { checked: true })
        .count(),
    ).toBe(0);
  });

  it('sees the weather arrive on it, without doing anything', async () => {
    const card = page.getByRole('article').filter({ hasText: 'The river was loud' });
    await card.locator('[data-weather=ready]').waitFor();
    expect(await card.innerText()).toContain(say('Sunny'));
    expect(await card.innerText()).toContain(say('Very Happy'));
  });

  it('searches by days', async () => {
    await field(page, say('Date From')).fill('2020-01-01');
    await field(page, say('Date To')).fill('2020-01-31');
    await button(page, say('Search')).click();
    await page.getByRole('article').waitFor({ state: 'detached' });
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    await field(page, say('Date From')).fill(today);
    await field(page, say('Date To')).fill(today);
    await button(page, say('Search')).click();
    await page.getByRole('article').filter({ hasText: 'The river was loud' }).waitFor();
  });

  it('edits: cancels once, then saves other words, another mood and another city', async () => {
    const card = page.getByRole('article').first();
    await card.getByRole('button', { name: say('Edit Entry') }).click();
    await card.getByLabel(say('Entry'), { exact: true }).fill('Forget this');
    await card.getByRole('button', { name: say('Cancel') }).click();
    await card.getByText('The river was loud, and so was I.').waitFor();

    await card.getByRole('button', { name: say('Edit Entry') }).click();
    await card.getByLabel(say('Entry'), { exact: true }).fill('The fjord was quiet.');
    await card
      .getByRole('group', { name: say('Mood') })
      .getByText(say('Own words'), { exact: true })
      .click();
    await card.getByLabel(say('Mood in your own words')).fill('Serene');
    await card.getByLabel(say('Location'), { exact: true }).fill('Bergen');
    await card.getByRole('button', { name: say('Save Editions') }).click();
    await card.getByText('The fjord was quiet.').waitFor();
    await card.getByText(say('Light rain')).waitFor();
    expect(await card.innerText()).toMatch(/Serene/);
    expect(await card.innerText()).toMatch(/Bergen/);
  });

  it('asks for insights, with no range chosen at first, and reads formatted text', async () => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: say('Insights') })
      .click();
    await page.getByRole('heading', { name: say('Data Insights') }).waitFor();
    await page.getByText(say('Last Week'), { exact: true }).waitFor();
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    await page.getByText(say('Last Week'), { exact: true }).click();
    await page.waitForLoadState('networkidle');
    await button(page, say('Get Insights')).click();
    await page.getByRole('heading', { name: say('Before your entries leave this server') }).waitFor();
    await button(page, say('Agree and get insights')).click();
    await page.getByRole('heading', { name: 'Your week, Ada' }).waitFor();
    expect(await page.locator('strong', { hasText: 'brightest on sunny days' }).count()).toBe(1);
  });

  it('finds the insight again after a reload, and is still signed in', async () => {
    await page.reload();
    await text(page, say('Hi {name}', { name: 'Ada' }));
    await page.getByRole('button', { name: say('Last Week') }).click();
    await page.getByRole('heading', { name: 'Your week, Ada' }).waitFor();
  });

  it('deletes the entry at once', async () => {
    await page.goto('/journal');
    const card = page.getByRole('article').filter({ hasText: 'The fjord was quiet.' });
    await card.getByRole('button', { name: say('Delete') }).click();
    await card.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: say("{name}'s Journal", { name: 'Ada' }) }).waitFor();
    await page.getByRole('heading', { name: say('Your journal begins with a line') }).waitFor();
    // Its first words stand beside the way to undo it, and in no entry.
    expect(await card.count()).toBe(0);
  });

  it('logs out to the landing page, behind which guarded pages lead to the login', async () => {
    await button(page, say('Logout')).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/insights');
    await page.waitForURL('**/login');
    await page.goto('/no/such/page');
    await page.waitForURL((url) => url.pathname === '/');
  });

  it("is told 'Invalid Credentials.' for a wrong password, and comes in with the right one", async () => {
    await page.goto('/login');
    await field(page, say('Email')).fill(email);
    await field(page, say('Password')).fill('not the password');
    await button(page, say('Log In')).click();
    await page.getByText(say('Invalid Credentials.')).waitFor();
    await field(page, say('Password')).fill(PASSWORD);
    await button(page, say('Log In')).click();
    await page.waitForURL('**/journal');
  });

  it('sent requests only to the journal, and the console shows no errors', () => {
    expect(visit.foreign).toEqual([]);
    expect(visit.errors).toEqual([]);
  });
}
