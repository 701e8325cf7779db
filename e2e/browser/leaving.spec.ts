import { eventually } from '@inner-weather/testing/eventually';
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { Api, PASSWORD, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { textField } from '../support/pages/offline.js';
import { stackUrl } from '../support/stacks/config.js';

const api = new Api(stackUrl());

/** Everything that a browser keeps for a page, as text. */
const storage = (page: Page): Promise<string> =>
  page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
      (await indexedDB.databases()).map(({ name }) => name),
      await caches.keys(),
    ]),
  );

// ASVS 14.3.1
describe('a browser that two people use', () => {
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ana: Person;
  let written: string;
  let draft: string;

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(() => browser.close());

  // Ana is editing one entry and has a draft of another.
  const open = async ({ worker = false } = {}): Promise<void> => {
    ana = await api.signUp({ firstName: 'Ana' });
    [written, draft] = [`written-${randomUUID()}`, `draft-${randomUUID()}`];
    await ana.write({ content: written });
    visit = await Visit.start(browser, { worker });
    page = visit.page;
    await visit.logIn(ana);
    await page.getByText(written).waitFor();
    await begin();
    // It is kept, and sealed.
    expect(await storage(page)).not.toContain(draft);
  };

  afterEach(async () => {
    expect(visit.errors).toEqual([]);
    await visit.close();
  });

  const begin = async (): Promise<void> => {
    await textField(page).fill(draft);
    await page.getByText('Draft saved').waitFor();
  };
  /** Changes the text of the entry on the screen, and does not save it. */
  const change = async (): Promise<void> => {
    const card = page.getByRole('article').filter({ hasText: written });
    await card.getByRole('button', { name: 'Edit Entry' }).click();
    await page.getByLabel('Entry', { exact: true }).fill(`${written} changed`);
    await card.or(page.getByRole('article')).getByText('Draft saved').first().waitFor();
  };
  const expectNothingOfAna = async (): Promise<void> => {
    const all = `${await page.content()} ${await storage(page)}`;
    for (const own of [written, draft, ana.user.email, ana.user.id]) expect(all).not.toContain(own);
  };
  /** Her draft stays on the device until she logs in again, and no page shows it. */
  const expectNothingShownOfAna = async (): Promise<void> => {
    for (const own of [written, draft, ana.user.email]) expect(await page.content()).not.toContain(own);
    expect(await storage(page)).not.toContain(written);
  };
  /** The session of the page; the first one is that of the sign-up. */
  const endSessionElsewhere = async (): Promise<void> => {
    const { token } = (await (await visit.context.request.get('/api/session')).json()) as { token: string };
    const { status } = await ana.request('DELETE', '/api/user/me/sessions');
    expect(status).toBe(204);
    // The gateway hears of it by an event.
    await eventually(async () =>
      expect((await api.request('GET', '/api/user/me', { token })).status).toBe(401),
    );
  };
  const expectBeaToSeeNothing = async (): Promise<void> => {
    const bea = await api.signUp({ firstName: 'Bea' });
    await visit.logIn(bea);
    await page.getByRole('heading', { name: "Bea's Journal" }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await textField(page).inputValue()).toBe('');
    await expectNothingOfAna();
  };

  it('keeps nothing after a logout, and shows nothing on the way back or to the next user', async () => {
    await open({ worker: true });
    const address = page.url();
    const menu = page.getByRole('navigation');
    await menu.getByRole('link', { name: 'Insights' }).click();
    await page.getByRole('heading', { name: 'Data Insights' }).waitFor();
    await menu.getByRole('link', { name: 'Journal' }).click();
    await page.getByText(written).waitFor();
    await change();
    await page.getByRole('button', { name: 'Logout', exact: true }).click();
    // The draft and the change would be lost, so the page asks.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    expect(await textField(page).inputValue()).toBe(draft);
    await page.getByRole('button', { name: 'Logout', exact: true }).click();
    await page.getByRole('button', { name: 'Log out and delete', exact: true }).click();
    await page.getByRole('link', { name: 'Join', exact: true }).waitFor();
    await expectNothingOfAna();
    await page.goBack();
    await page.waitForLoadState('networkidle');
    await expectNothingOfAna();
    await page.goto(address);
    await page.waitForURL('**/login');
    await expectNothingOfAna();
    await expectBeaToSeeNothing();
  });

  it('has words for their writer from a tab that was open when the session ended and another tab began one', async () => {
    ana = await api.signUp({ firstName: 'Ana' });
    [written, draft] = [`written-${randomUUID()}`, `draft-${randomUUID()}`];
    visit = await Visit.start(browser);
    page = visit.page;
    await visit.logIn(ana);
    await textField(page).waitFor();
    const other = await visit.context.newPage();
    await other.goto('/journal');
    await textField(other).waitFor();
    await endSessionElsewhere();
    await other.reload();
    await other.waitForURL('**/login');
    await other.getByLabel('Email').fill(ana.user.email);
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Log In' }).click();
    await textField(other).waitFor();
    await begin();
    await page.close();
    await other.reload();
    await eventually(async () => expect(await textField(other).inputValue()).toBe(draft));
  });

  it('shows nothing when it is opened again after its session was ended, and nothing from the back/forward cache after a log-out in another tab', async () => {
    await open();
    await page.goto('about:blank');
    await endSessionElsewhere();
    await page.goto('/');
    await page.getByRole('link', { name: 'Join', exact: true }).waitFor();
    await expectNothingShownOfAna();

    await visit.logIn(ana);
    await page.getByText(written).waitFor();
    // A page in the back/forward cache gets no message from another tab. It only finds that the cookie is gone.
    await visit.context.clearCookies();
    const reloaded = page.waitForEvent('load');
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await reloaded;
    await page.waitForURL('**/login');
    await expectNothingShownOfAna();
  });
});
