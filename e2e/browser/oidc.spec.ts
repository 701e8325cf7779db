import { randomUUID } from 'node:crypto';
import { type RunningProvider, startOidcProvider } from '@inner-weather/testing/fakes/oidc-provider';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../deploy/local/process.mjs';
import { PASSWORD } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { type FakedStack, startFakedStack } from '../support/stacks/faked-stack.js';

/** Nothing answers there. */
const OFFICE = { id: 'office', name: 'The Office', issuer: 'http://127.0.0.1:1', clientId: 'journal' };

// ASVS 7.1.3, 7.6.1, 7.6.2
/** The journal at 127.0.0.1 and a real provider at localhost: to a browser these are two sites. */
describe('signing in with what the house has', () => {
  let house: RunningProvider;
  let stack: FakedStack;
  let browser: Browser;

  beforeAll(async () => {
    const port = await freePort();
    const journal = `http://127.0.0.1:${port}`;
    house = await startOidcProvider({ journals: [journal] });
    [stack, browser] = await Promise.all([
      startFakedStack({
        together: true,
        port,
        env: { PUBLIC_URL: journal },
        serviceEnv: {
          auth: { OIDC_PROVIDERS: JSON.stringify([house.settings(), OFFICE]) },
        },
      }),
      launch(),
    ]);
    // The first account administers, whatever its groups are.
    await stack.api.signUp();
  });

  afterAll(async () => {
    await browser.close();
    await stack.stop();
    await house.close();
  });

  /* Each step begins where the last one ended. */
  describe('on a phone, looked at on a desktop, too', () => {
    const ada = `ada-${randomUUID()}`;
    const bea = `bea-${randomUUID()}`;
    let visit: Visit;
    let page: Page;

    beforeAll(async () => {
      house.people.set(ada, {
        email: `${ada}@example.org`,
        email_verified: true,
        given_name: 'Ada',
        family_name: 'Lovelace',
      });
      visit = await Visit.start(browser, { size: 'phone', scheme: 'dark', url: stack.url });
      page = visit.page;
    });

    afterAll(() => visit.close());

    const field = (name: string) => page.getByLabel(name, { exact: true });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const look = (name: string, within?: string) => visit.lookOnBoth(`oidc-${name}`, within);
    const arrive = (name = 'Ada') => page.getByRole('heading', { name: `${name}'s Journal` }).waitFor();
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
    const logOut = async () => {
      await page.getByRole('button', { name: /menu/i }).click();
      await button('Logout').click();
      await page.waitForURL((url) => url.origin === house.issuer);
      await button('Sign me out').click();
      await page.waitForURL(`${stack.url}/`);
    };

    it('offers it above the form', async () => {
      await page.goto('/login');
      await button('Sign in with The House').waitFor();
      await look('login');
    });

    it('signs up with what the provider knows, asked only for what it does not', async () => {
      await signIn(ada);
      await page.waitForURL('**/join?id=*');
      expect(await field('Name').inputValue()).toBe('Ada');
      expect(await field('Last Name').inputValue()).toBe('Lovelace');
      expect(await field('Email').inputValue()).toBe(`${ada}@example.org`);
      await look('join');
      await field('Your location (City)').fill('Porto');
      await button('Begin').click();
      await arrive();
      await page.reload();
      await arrive();
    });

    it('logs out there too, so the next person is asked who they are', async () => {
      await logOut();
      await signIn(ada);
      await arrive();
      expect(new URL(page.url()).pathname).toBe('/journal');
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

    describe('with a journal of the same address', () => {
      beforeAll(async () => {
        // The house knows Ada in this browser.
        await page.context().clearCookies();
        const person = await stack.api.signUp({ firstName: 'Bea' });
        house.people.set(bea, { email: person.user.email, email_verified: true, given_name: 'Bea' });
      });

      it('connects it only with its password', async () => {
        await signIn(bea);
        await page.getByRole('heading', { name: 'You already have a journal here' }).waitFor();
        await look('connect');
        await field('The password of your journal').fill('not the password');
        await button('Connect').click();
        await page.getByRole('alert').waitFor();
        await field('The password of your journal').fill(PASSWORD);
        await button('Connect').click();
        await arrive('Bea');
        await logOut();
        await signIn(bea);
        await arrive('Bea');
      });

      it('is logged out here when the session ends there', async () => {
        await page.goto(`${house.issuer}/session/end`);
        await button('Sign me out').click();
        // Otherwise the next page may come before the request is sent.
        await page.getByText('You are signed out.').waitFor();
        await eventually(async () => {
          await page.goto(`${stack.url}/journal`);
          await page.waitForURL('**/login', { timeout: 5_000 });
        });
        await signIn(bea);
        await arrive('Bea');
      });
    });

    it('sent requests only to the two, and the console shows no errors', () => {
      expect(visit.foreign.filter((address) => !address.startsWith(house.issuer))).toEqual([]);
      expect(visit.errors).toEqual([]);
    });
  });

  it('says that a provider does not answer, and lets people in by their password', async () => {
    const person = await stack.api.signUp({ firstName: 'Cleo' });
    const visit = await Visit.start(browser, { url: stack.url });
    const { page } = visit;
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with The Office' }).click();
    await page.getByText(/^The sign-in service does not answer right now/).waitFor();
    await page.getByLabel('Email', { exact: true }).fill(person.user.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await page.getByRole('heading', { name: "Cleo's Journal" }).waitFor();
    await visit.close();
  });
});
