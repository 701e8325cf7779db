import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import { type RunningProvider, startOidcProvider } from '@inner-weather/testing/fakes/oidc-provider';
import { eventually } from '@inner-weather/testing/eventually';
import { totpAt } from '@inner-weather/testing/totp';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { freePort } from '../../deploy/local/process.mjs';
import { PASSWORD, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { type FakedStack, startFakedStack } from '../support/stacks/faked-stack.js';

/** Nothing answers there. */
const OFFICE = { id: 'office', name: 'The Office', issuer: 'http://127.0.0.1:1', clientId: 'journal' };

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

// Each test takes a look on both devices.
jest.setTimeout(90_000);

let stack: FakedStack;
/** An IP address has no passkeys: the journal is at localhost. */
let journal: string;
/** A real provider at 127.0.0.1, which is another site to a browser. */
let house: RunningProvider;
let browser: Browser;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  const port = await freePort();
  journal = `http://localhost:${port}`;
  house = await startOidcProvider({ journals: [journal] });
  [stack, browser] = await Promise.all([
    startFakedStack({
      together: true,
      port,
      env: { PUBLIC_URL: journal },
      serviceEnv: { auth: { OIDC_PROVIDERS: JSON.stringify([house.settings(), OFFICE]) } },
    }),
    launch(),
  ]);
  // The first account administers, whatever its groups are.
  await stack.api.signUp();
}, 120_000);

afterAll(async () => {
  await browser.close();
  await stack.stop();
  await house.close();
});

/** On a phone, looked at on a desktop, too. */
const begin = async () => {
  visit = await Visit.start(browser, { size: 'phone', scheme: 'dark', url: journal });
  page = visit.page;
};
const end = async () => {
  expect(visit.foreign.filter((address) => !address.startsWith(house.issuer))).toEqual([]);
  expect(visit.errors).toEqual([]);
  await visit.close();
};

const field = (name: string) => page.getByLabel(name, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const logOut = async () => {
  await page.getByRole('button', { name: /menu/i }).click();
  await button('Logout').click();
};
const arrive = async (name = 'Ada') => {
  await page.waitForURL('**/journal');
  await page.getByRole('heading', { name: `${name}'s Journal` }).waitFor();
};

/* Each step begins where the last one ended. */
describe('a passkey and a second factor, with the virtual authenticator of Chromium', () => {
  const PASSKEYS = '#section-passkeys';
  const FACTOR = '#section-second-factor';
  let machine: CDPSession;
  let authenticatorId: string;
  let ada: Person;
  let recoveryCodes: string[];

  beforeAll(async () => {
    ada = await stack.api.signUp();
    await begin();
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

  afterAll(end);

  const section = () => page.locator(PASSKEYS);
  const look = (name: string, within?: string) => visit.lookOnBoth(`logging-in-${name}`, within);
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
  const leave = async () => {
    await logOut();
    await page.waitForURL((url) => url.pathname === '/');
  };

  it('is added in the settings with the password, and not twice in one place', async () => {
    await visit.logIn(ada, `/settings${PASSKEYS}`);
    await button('Add a passkey').click();
    await field('Your password').fill(PASSWORD);
    await look('add', PASSKEYS);
    await press('Continue');
    await section().getByText('Never used').waitFor();
    await touch(false);
    await look('list', PASSKEYS);
    await button('Add a passkey').click();
    await field('Your password').fill(PASSWORD);
    await press('Continue');
    await page.getByText('This device or password manager already has a passkey for your journal.').waitFor();
    await touch(false);
    await button('Cancel').click();
    expect(await credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
  });

  it('logs in by a button, and from the field', async () => {
    await leave();
    await page.goto('/login');
    await untilAsked('conditional');
    await look('login');
    await press('Log in with a passkey');
    await untilAsked('dialog');
    await arrive();
    await touch(false);
    await leave();
    await touch(true);
    await page.goto('/login');
    await arrive();
    await touch(false);
    expect(await page.evaluate(() => window.asked)).toEqual(['conditional']);
  });

  it('is joined by a second factor, by the keyboard alone, with recovery codes that are downloaded', async () => {
    await page.goto(`/settings${FACTOR}`);
    await button('Turn it on').focus();
    // On a slow machine, too, the field has the focus before the first letter is typed.
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.keyboard.press('Enter');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const key = field('Or type this key into the app');
    // All of it must be visible, even on a narrow screen.
    const cut = await key.evaluate(
      (shown) => shown.scrollWidth > shown.clientWidth || shown.getBoundingClientRect().right > innerWidth,
    );
    expect(cut).toBe(false);
    await look('set-up', FACTOR);
    await page.keyboard.type(totpAt((await key.innerText()).replaceAll(' ', ''), Date.now()));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await look('recovery-codes', FACTOR);

    recoveryCodes = await page.locator('li code').allInnerTexts();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download').click()]);
    expect(download.suggestedFilename()).toBe('inner-weather-recovery-codes.txt');
    expect(await readFile(await download.path(), 'utf8')).toBe(`${recoveryCodes.join('\n')}\n`);
    await button('I have saved them').click();
    // The focused element disappears with the codes: the focus stays in the second factor's section.
    const words = page.locator('p:focus', { hasText: 'You have 10 recovery codes left' });
    await words.waitFor();
    const top = await words.evaluate((shown) => shown.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(page.viewportSize()?.height ?? 0);
  });

  it('takes the place of the code, which is turned off by the password and a recovery code', async () => {
    await leave();
    await page.goto('/login');
    await field('Email').fill(ada.user.email);
    await field('Password').fill(PASSWORD);
    await button('Log In').click();
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await look('one-more-step');
    await press('Log in with a passkey');
    await arrive();
    await touch(false);
    await page.goto(`/settings${FACTOR}`);
    await button('Turn it off').click();
    await field('Your password').fill(PASSWORD);
    await field('A code from your app, or a recovery code').fill(recoveryCodes[0] ?? '');
    await look('off', FACTOR);
    await button('Turn it off').click();
    await button('Turn it on').waitFor();
  });

  it('is removed with the password, and logs in no more', async () => {
    await page.goto(`/settings${PASSKEYS}`);
    await section()
      .getByRole('button', { name: /^Remove / })
      .click();
    await field('Your password').fill(PASSWORD);
    await look('remove', PASSKEYS);
    await button('Remove').click();
    await section().getByRole('listitem').waitFor({ state: 'detached' });
    await leave();
    await page.goto('/login');
    await untilAsked('conditional');
    await press('Log in with a passkey');
    await page.getByText('This passkey does not work here. Please log in another way.').waitFor();
    await touch(false);
    await look('refused');
  });
});

// ASVS 7.1.3, 7.6.1, 7.6.2
/* Each step begins where the last one ended. */
describe('signing in with what the house has', () => {
  const ada = `ada-${randomUUID()}`;
  const bea = `bea-${randomUUID()}`;

  beforeAll(async () => {
    house.people.set(ada, {
      email: `${ada}@example.org`,
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Lovelace',
    });
    await begin();
  });

  afterAll(end);

  const look = (name: string, within?: string) => visit.lookOnBoth(`oidc-${name}`, within);
  const signInThere = async (person: string) => {
    await page.waitForURL((url) => url.origin === house.issuer);
    await field('Account').fill(person);
    await button('Continue').click();
  };
  const signIn = async (person: string) => {
    await page.goto('/login');
    await button('Sign in with The House').click();
    await signInThere(person);
  };
  const leave = async () => {
    await logOut();
    await page.waitForURL((url) => url.origin === house.issuer);
    await button('Sign me out').click();
    await page.waitForURL(`${journal}/`);
  };

  it('says that a provider does not answer', async () => {
    await page.goto('/login');
    await button('Sign in with The Office').click();
    await page.getByText(/^The sign-in service does not answer right now/).waitFor();
  });

  it('signs up with what the provider knows, asked only for what it does not', async () => {
    await signIn(ada);
    await page.waitForURL('**/join?id=*');
    expect(await field('Name').inputValue()).toBe('Ada');
    expect(await field('Email').inputValue()).toBe(`${ada}@example.org`);
    await look('join');
    await field('Your location (City)').fill('Porto');
    await button('Begin').click();
    await arrive();
    await page.reload();
    await arrive();
  });

  it('logs out there too, so the next person is asked who they are', async () => {
    await leave();
    await signIn(ada);
    await arrive();
  });

  it('has no password, and is confirmed at the provider before the account is deleted', async () => {
    await page.goto('/settings#section-sign-in');
    await page.getByRole('heading', { name: 'Sign in with' }).waitFor();
    await look('settings', '#section-sign-in');
    // It is open again after the way to the provider and back.
    await page.getByRole('heading', { name: 'Your data' }).click();
    await button('Delete my account').click();
    await button('Confirm with The House').click();
    await signInThere(ada);
    await page.waitForURL('**/settings');
    await button('Delete my account').click();
    await page.getByRole('alertdialog').getByText('You have confirmed that it is you.').waitFor();
    await button('Delete everything').click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  it('connects a journal of the same address with its password, and logs out here when the session ends there', async () => {
    // The house knows Ada in this browser.
    await page.context().clearCookies();
    const person = await stack.api.signUp({ firstName: 'Bea' });
    house.people.set(bea, { email: person.user.email, email_verified: true, given_name: 'Bea' });
    await signIn(bea);
    await page.getByRole('heading', { name: 'You already have a journal here' }).waitFor();
    await look('connect');
    await field('The password of your journal').fill('not the password');
    await button('Connect').click();
    await page.getByRole('alert').waitFor();
    await field('The password of your journal').fill(PASSWORD);
    await button('Connect').click();
    await arrive('Bea');

    await page.goto(`${house.issuer}/session/end`);
    await button('Sign me out').click();
    // Otherwise the next page may come before the request is sent.
    await page.getByText('You are signed out.').waitFor();
    await eventually(async () => {
      await page.goto(`${journal}/journal`);
      await page.waitForURL('**/login', { timeout: 5_000 });
    });
    await signIn(bea);
    await arrive('Bea');
  });
});
