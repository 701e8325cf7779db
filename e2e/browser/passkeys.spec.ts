import { jest } from '@jest/globals';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { freePort } from '../../deploy/local/process.mjs';
import { Api, PASSWORD, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { type FakedStack, startFakedStack } from '../support/stacks/faked-stack.js';

declare global {
  interface Window {
    /** How the page has asked for a passkey: `conditional` in the field, `dialog` by a button. */
    asked: string[];
  }
}

/** Runs in the page. */
function noteRequests(): void {
  window.asked = [];
  const { credentials } = navigator;
  const get = credentials.get.bind(credentials);
  credentials.get = (options) => {
    window.asked.push(options?.mediation ?? 'dialog');
    return get(options);
  };
}

const SECTION = '#section-passkeys';

// Each test takes a look on both devices.
jest.setTimeout(90_000);

/** With Chromium's virtual authenticator, on a phone. Each step begins where the last one ended. */
describe('a passkey', () => {
  let stack: FakedStack;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let machine: CDPSession;
  let authenticatorId: string;
  let ada: Person;
  let journal: string;

  beforeAll(async () => {
    const port = await freePort();
    // An IP address has no passkeys.
    journal = `http://localhost:${port}`;
    [stack, browser] = await Promise.all([
      startFakedStack({ together: true, port, env: { PUBLIC_URL: journal } }),
      launch(),
    ]);
    ada = await new Api(stack.url).signUp();
    visit = await Visit.start(browser, { size: 'phone', scheme: 'dark', url: journal });
    page = visit.page;
    await page.addInitScript(noteRequests);
    machine = await visit.context.newCDPSession(page);
    await machine.send('WebAuthn.enable');
    ({ authenticatorId } = await machine.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: false,
      },
    }));
  });

  afterAll(async () => {
    await visit.close();
    await browser.close();
    await stack.stop();
  });

  const field = (name: string) => page.getByLabel(name, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const section = () => page.locator(SECTION);
  const look = (name: string, within?: string) => visit.lookOnBoth(`passkeys-${name}`, within);
  /** Whether the person touches the authenticator as soon as it asks. */
  const touch = (enabled: boolean) =>
    machine.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  /** Once the browser offers passkeys in the field. They are not touched there, since only a button is meant. */
  const press = async (name: string) => {
    await touch(true);
    await button(name).click();
  };
  const untilAsked = (way: string) => page.waitForFunction((asked) => window.asked.includes(asked), way);
  const credentials = async () =>
    (await machine.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  const logOut = async () => {
    await page.getByRole('button', { name: /menu/i }).click();
    await button('Logout').click();
    await page.waitForURL((url) => url.pathname === '/');
  };
  const arrive = async () => {
    await page.waitForURL('**/journal');
    await page.getByRole('heading', { name: /'s Journal$/ }).waitFor();
  };

  it('is added in the settings with the password, and named', async () => {
    await visit.logIn(ada, `/settings${SECTION}`);
    await button('Add a passkey').click();
    await field('Your password').fill(PASSWORD);
    await look('add', SECTION);
    await touch(true);
    await button('Continue').click();
    await section().getByText('Never used').waitFor();
    await touch(false);
    await page
      .locator(SECTION)
      .getByRole('button', { name: /^Rename / })
      .click();
    await section().getByLabel('Name', { exact: true }).fill('My phone');
    await section().getByRole('button', { name: 'Save', exact: true }).click();
    await section().getByText('My phone').waitFor();
    await look('list', SECTION);
    expect(await credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
  });

  it('is not added twice in one place', async () => {
    await button('Add a passkey').click();
    await field('Your password').fill(PASSWORD);
    await touch(true);
    await button('Continue').click();
    await page.getByText('This device or password manager already has a passkey for your journal.').waitFor();
    await touch(false);
    await button('Cancel').click();
    expect(await credentials()).toHaveLength(1);
  });

  it('logs in by a button', async () => {
    await logOut();
    await page.goto('/login');
    await untilAsked('conditional');
    await look('login');
    await press('Log in with a passkey');
    await untilAsked('dialog');
    await arrive();
    await touch(false);
    await page.goto(`/settings${SECTION}`);
    await page
      .locator(SECTION)
      .getByText(/^Last used/)
      .waitFor();
  });

  it('logs in from the field', async () => {
    await logOut();
    await touch(true);
    await page.goto('/login');
    await arrive();
    await touch(false);
    expect(await page.evaluate(() => window.asked)).toEqual(['conditional']);
  });

  it('takes the place of the code', async () => {
    await logOut();
    await ada.turnOnSecondFactor();
    await page.goto('/login');
    await field('Email').fill(ada.user.email);
    await field('Password').fill(PASSWORD);
    await button('Log In').click();
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await look('instead-of-a-code');
    await press('Log in with a passkey');
    await arrive();
    await touch(false);
  });

  it('is removed with the password, and logs in no more', async () => {
    await page.goto(`/settings${SECTION}`);
    await section()
      .getByRole('button', { name: /^Remove .*My phone/ })
      .click();
    await field('Your password').fill(PASSWORD);
    await look('remove', SECTION);
    await button('Remove').click();
    await section().getByText('My phone').waitFor({ state: 'detached' });
    await logOut();
    await page.goto('/login');
    await untilAsked('conditional');
    await press('Log in with a passkey');
    await page.getByText('This passkey does not work here. Please log in another way.').waitFor();
    await touch(false);
    await look('refused');
  });

  it('sent requests only to the journal, and the console shows no errors', () => {
    expect(visit.foreign).toEqual([]);
    expect(visit.errors).toEqual([]);
  });
});
