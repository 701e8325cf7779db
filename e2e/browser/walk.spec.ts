import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const text = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor();

// Contract: 1 sign up, write entries with a mood, search, edit, delete, request an analysis
// Contract: 2 fields and buttons of login and signup
// Contract: 2 hero with Join, Start Your Journey with three cards
// Contract: 2 title `{firstName}'s Journal`
// Contract: 4 logout clears cookie and user and goes to `/`; a reload keeps the user
// Contract: 8 login screen: `Invalid Credentials.`
// ASVS 7.4.4
/** From the landing page to the logout. Each step begins where the last one ended. */
describe("a person's first evening", () => {
  const email = `${randomUUID()}@example.org`;
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    browser = await launch();
    visit = await Visit.start(browser, { worker: true });
    page = visit.page;
  });

  afterAll(async () => {
    await visit.close();
    await browser.close();
  });

  it('lands, and joins', async () => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Start Your Journey' }).waitFor();
    for (const name of ['Achieve goals', 'Track progress and growth', 'Reduce stress and find inspiration'])
      await page.getByRole('heading', { level: 3, name }).waitFor();
    await page.getByRole('link', { name: 'Join', exact: true }).click();
    await page.waitForURL('**/signup');
  });

  it("says when the passwords don't match, where they are typed", async () => {
    await field(page, 'Name').fill('Ada');
    await field(page, 'Last Name').fill('Lovelace');
    await field(page, 'Your location (City)').fill('Porto');
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Retry Password').fill(`${PASSWORD}!`);
    await button(page, 'Sign In').click();
    await text(page, "Passwords don't match");
    expect(new URL(page.url()).pathname).toBe('/signup');
  });

  it('signs up, and is greeted in a journal that has their name', async () => {
    await field(page, 'Retry Password').fill(PASSWORD);
    await button(page, 'Sign In').click();
    await page.waitForURL('**/journal');
    await page.getByRole('heading', { name: "Ada's Journal" }).waitFor();
    await text(page, 'Hi Ada');
  });

  it('says how it is by one tap, whose weather arrives, and takes it back', async () => {
    const faces = page.getByRole('toolbar', { name: 'How are you?' });
    await faces.getByRole('button', { name: 'Tired' }).click();
    await text(page, 'Tired saved. Undo is available.');
    await page.waitForFunction((name) => document.activeElement?.textContent === name, 'Add words');
    const card = page.getByRole('article').filter({ hasText: 'Tired' });
    await card.locator('[data-weather=ready]').waitFor();
    await button(page, 'Undo').click();
    await card.waitFor({ state: 'detached' });
    await faces.waitFor();
  });

  it('writes an entry with a mood', async () => {
    await page.getByPlaceholder('Tell me about your day...!').fill('The river was loud, and so was I.');
    await page
      .getByRole('group', { name: 'How do you feel?' })
      .getByText('Very Happy', { exact: true })
      .click();
    await button(page, 'Save Entry').click();
    await text(page, 'Journal entry saved successfully!');
    expect(await page.getByPlaceholder('Tell me about your day...!').inputValue()).toBe('');
    expect(
      await page
        .getByRole('group', { name: 'How do you feel?' })
        .getByRole('radio', { checked: true })
        .count(),
    ).toBe(0);
  });

  it('sees the weather arrive on it, without doing anything', async () => {
    const card = page.getByRole('article').filter({ hasText: 'The river was loud' });
    await card.locator('[data-weather=ready]').waitFor();
    expect(await card.innerText()).toContain('Sunny');
    expect(await card.innerText()).toContain('Very Happy');
  });

  it('searches by days', async () => {
    await field(page, 'Date From').fill('2020-01-01');
    await field(page, 'Date To').fill('2020-01-31');
    await button(page, 'Search').click();
    await page.getByRole('article').waitFor({ state: 'detached' });
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    await field(page, 'Date From').fill(today);
    await field(page, 'Date To').fill(today);
    await button(page, 'Search').click();
    await page.getByRole('article').filter({ hasText: 'The river was loud' }).waitFor();
  });

  it('edits: cancels once, then saves other words, another mood and another city', async () => {
    const card = page.getByRole('article').first();
    await card.getByRole('button', { name: 'Edit Entry' }).click();
    await card.getByLabel('Entry', { exact: true }).fill('Forget this');
    await card.getByRole('button', { name: 'Cancel' }).click();
    await card.getByText('The river was loud, and so was I.').waitFor();

    await card.getByRole('button', { name: 'Edit Entry' }).click();
    await card.getByLabel('Entry', { exact: true }).fill('The fjord was quiet.');
    await card.getByRole('group', { name: 'Mood' }).getByText('Own words', { exact: true }).click();
    await card.getByLabel('Mood in your own words').fill('Serene');
    await card.getByLabel('Location', { exact: true }).fill('Bergen');
    await card.getByRole('button', { name: 'Save Editions' }).click();
    await card.getByText('The fjord was quiet.').waitFor();
    await card.getByText('Light rain').waitFor();
    expect(await card.innerText()).toMatch(/Serene/);
    expect(await card.innerText()).toMatch(/Bergen/);
  });

  it('asks for insights, with no range chosen at first, and reads formatted text', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Insights' }).click();
    await page.getByRole('heading', { name: 'Data Insights' }).waitFor();
    await page.getByText('Last Week', { exact: true }).waitFor();
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    await page.getByText('Last Week', { exact: true }).click();
    await page.waitForLoadState('networkidle');
    await button(page, 'Get Insights').click();
    await page.getByRole('heading', { name: 'Before your entries leave this server' }).waitFor();
    await button(page, 'Agree and get insights').click();
    await page.getByRole('heading', { name: 'Your week, Ada' }).waitFor();
    expect(await page.locator('strong', { hasText: 'brightest on sunny days' }).count()).toBe(1);
  });

  it('finds the insight again after a reload, and is still signed in', async () => {
    await page.reload();
    await text(page, 'Hi Ada');
    await page.getByRole('button', { name: 'Last Week' }).click();
    await page.getByRole('heading', { name: 'Your week, Ada' }).waitFor();
  });

  it('deletes the entry at once', async () => {
    await page.goto('/journal');
    const card = page.getByRole('article').filter({ hasText: 'The fjord was quiet.' });
    await card.getByRole('button', { name: 'Delete' }).click();
    await card.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: "Ada's Journal" }).waitFor();
    await page.getByRole('heading', { name: 'Your journal begins with a line' }).waitFor();
    // Its first words stand beside the way to undo it, and in no entry.
    expect(await card.count()).toBe(0);
  });

  it('logs out to the landing page, behind which guarded pages lead to the login', async () => {
    await button(page, 'Logout').click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/insights');
    await page.waitForURL('**/login');
    await page.goto('/no/such/page');
    await page.waitForURL((url) => url.pathname === '/');
  });

  it("is told 'Invalid Credentials.' for a wrong password, and comes in with the right one", async () => {
    await page.goto('/login');
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill('not the password');
    await button(page, 'Log In').click();
    await page.getByText('Invalid Credentials.').waitFor();
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log In').click();
    await page.waitForURL('**/journal');
  });

  it('sent requests only to the journal, and the console shows no errors', () => {
    expect(visit.foreign).toEqual([]);
    expect(visit.errors).toEqual([]);
  });
});
