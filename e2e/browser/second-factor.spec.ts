import { jest } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { totpAt } from '@inner-weather/testing/totp';
import type { Browser, Page } from 'playwright-core';
import { Api, PASSWORD, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { readE2eConfig } from '../support/stacks/config.js';

const STEP_MS = 30_000;

const SECTION = '#section-second-factor';

// Each test takes a look on both devices.
jest.setTimeout(90_000);

/** On a phone, and looked at on a desktop, too. Each step begins where the last one ended. */
describe('a second factor', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ada: Person;
  let secret: string;
  let recoveryCodes: string[];

  beforeAll(async () => {
    [browser, ada] = await Promise.all([launch(), new Api(readE2eConfig().url).signUp()]);
    visit = await Visit.start(browser, { size: 'phone', scheme: 'dark' });
    page = visit.page;
  });

  afterAll(async () => {
    await visit.close();
    await browser.close();
  });

  const field = (name: string) => page.getByLabel(name, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const look = (name: string, within?: string) => visit.lookOnBoth(`second-factor-${name}`, within);
  const logOut = async () => {
    await page.getByRole('button', { name: /menu/i }).click();
    await button('Logout').click();
    await page.waitForURL((url) => url.pathname === '/');
  };
  // The address changes before the page, and a new page closes the menu.
  const arrive = async () => {
    await page.waitForURL('**/journal');
    await page.getByRole('heading', { name: /'s Journal$/ }).waitFor();
  };

  it('is turned on in the settings, by the keyboard alone', async () => {
    await visit.logIn(ada, `/settings${SECTION}`);
    await button('Turn it on').focus();
    // On a slow machine, too, the field has the focus before the first letter is typed.
    const machine = await visit.context.newCDPSession(page);
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.keyboard.press('Enter');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    secret = (await field('Or type this key into the app').innerText()).replaceAll(' ', '');
    expect(secret).toHaveLength(32);
    // All of it must be visible, even on a narrow screen.
    const cut = await field('Or type this key into the app').evaluate(
      (key) => key.scrollWidth > key.clientWidth || key.getBoundingClientRect().right > window.innerWidth,
    );
    expect(cut).toBe(false);
    await look('set-up', SECTION);
    await page.keyboard.type(totpAt(secret, Date.now()));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await look('recovery-codes', SECTION);
  });

  it('has recovery codes that are downloaded, and shown no more', async () => {
    recoveryCodes = await page.locator('li code').allInnerTexts();
    expect(recoveryCodes).toHaveLength(10);
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download').click()]);
    expect(download.suggestedFilename()).toBe('inner-weather-recovery-codes.txt');
    expect(await readFile(await download.path(), 'utf8')).toBe(`${recoveryCodes.join('\n')}\n`);
    await button('I have saved them').click();
    await page.getByText(/You have 10 recovery codes left/).waitFor();
    // The focused element disappears with the codes: the focus stays in the second factor's section.
    await page.locator('p:focus', { hasText: 'You have 10 recovery codes left' }).waitFor();
    const top = await page.locator('p:focus').evaluate((words) => words.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(page.viewportSize()?.height ?? 0);
    expect(await page.locator('li code').count()).toBe(0);
  });

  it('is asked for at the login, and turned off by password and recovery code', async () => {
    await logOut();
    await page.goto('/login');
    await field('Email').fill(ada.user.email);
    await field('Password').fill(PASSWORD);
    await button('Log In').click();
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await look('login');
    // The current code was used to turn it on; that of the next step is already accepted.
    await field('Code from your app').fill(totpAt(secret, Date.now() + STEP_MS));
    await button('Log In').click();
    await arrive();
    await page.goto(`/settings${SECTION}`);
    await button('Turn it off').click();
    await field('Your password').fill(PASSWORD);
    await field('A code from your app, or a recovery code').fill(recoveryCodes[0] ?? '');
    await look('off', SECTION);
    await button('Turn it off').click();
    await button('Turn it on').waitFor();
    await logOut();
    await visit.logIn(ada);
  });

  it('sent requests only to the journal, and the console shows no errors', () => {
    expect(visit.foreign).toEqual([]);
    expect(visit.errors).toEqual([]);
  });
});
