import type { UserDto } from '@inner-weather/contracts/accounts/users.dto';
import type { NewInvitationDto } from '@inner-weather/contracts/accounts/registration.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { randomUUID } from 'node:crypto';
import type { Language } from '@inner-weather/languages/languages';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD, type Person } from '../support/api.js';
import { launch, type Scheme, type Size, Visit } from '../support/browser.js';
import { type FakedStack, startFakedStack } from '../support/faked-stack.js';
import { wordsIn } from '../support/words.js';

/** A stack of its own, with an outside model: only the first account administers. */
describe('the first run', () => {
  let stack: FakedStack;
  let browser: Browser;
  let admin: Person;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startFakedStack(), launch()]);
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await stack.stop();
  }, 60_000);

  /** A new browser, and what the tests of one person do in it. */
  async function visitIn(size: Size, scheme: Scheme, language: Language, locale: string) {
    const visit = await Visit.start(browser, { size, scheme, locale, url: stack.url });
    const { page } = visit;
    const say = wordsIn(language);
    const email = `${randomUUID()}@example.org`;
    const heading = (words: string) => page.getByRole('heading', { level: 2, name: say(words), exact: true });
    return {
      visit,
      page,
      say,
      email,
      look: (name: string) => visit.look(`first-run-${name}-${size}-${scheme}`),
      button: (name: string) => page.getByRole('button', { name: say(name), exact: true }),
      step: (number: string, count: string) =>
        page.getByText(say('Step {number} of {count}', { number, count }), { exact: true }).waitFor(),
      /** The heading of the next step takes the focus, because the button that led there is gone. */
      comeTo: async (words: string) => {
        await heading(words).waitFor();
        await page.waitForFunction((text) => document.activeElement?.textContent === text, say(words));
      },
      heading,
      signUp: async (address: string) => {
        await page.goto(address);
        for (const [label, text] of [
          ['Name', 'Ada'],
          ['Last Name', 'Lovelace'],
          ['Your location (City)', 'Porto'],
          ['Email', email],
          ['Password', PASSWORD],
          ['Retry Password', PASSWORD],
        ] as const)
          await page.getByLabel(say(label), { exact: true }).fill(text);
        await page.getByRole('button', { name: say('Sign In', {}, 'sign-up'), exact: true }).click();
        await page.waitForURL('**/journal');
      },
      profile: async () => {
        const person = await stack.api.logIn({ user: { email } });
        return { person, user: (await person.request<UserDto>('GET', '/api/user/me')).body };
      },
    };
  }

  /** Resolves when the page has asked for the account. */
  const asked = (page: Page) =>
    page.waitForResponse(
      (answer) => answer.request().method() === 'GET' && answer.url().endsWith('/api/user/me'),
      { timeout: 60_000 },
    );

  const isGone = (page: Page, words: string) =>
    page.getByRole('heading', { name: words, exact: true }).waitFor({ state: 'detached' });

  it('asks the first account where, when and what may read, and leads to the first entry', async () => {
    const walk = await visitIn('desktop', 'light', 'en', 'en-GB');
    const { visit, page, button, step, comeTo, look } = walk;
    await walk.signUp('/signup');
    await walk.heading('Where do your days take place?').waitFor();
    await step('1', '3');
    await page.getByText('You administer this journal.').waitFor();
    await eventually(async () => expect(await page.locator('main a[href="/admin"]').count()).toBe(1));
    await page.getByText('in Porto now, from WeatherAPI.com').waitFor();
    await page.getByText('Sunny, 21 °C', { exact: true }).waitFor();
    // The form of a new entry is open below.
    await page.getByPlaceholder('Tell me about your day...!').waitFor();
    await look('city');

    await page.getByLabel('Your location (City)').fill('Bergen');
    await page.getByRole('option', { name: /^Bergen, Norway/ }).click();
    await page.getByText('in Bergen, Norway now, from WeatherAPI.com').waitFor();
    await page.getByText('Light rain, 8 °C', { exact: true }).waitFor();
    // Escape closes the list of places, and nothing else.
    await page.getByLabel('Your location (City)').press('Escape');
    await button('Continue').click();
    await comeTo('When does your day end?');
    await step('2', '3');
    await page.getByRole('button', { name: /Bergen, Norway/ }).waitFor();
    await page.getByText('You administer this journal.').waitFor({ state: 'detached' });
    await look('day');

    await page.reload();
    await walk.heading('When does your day end?').waitFor();
    await page.getByLabel('My day ends at').selectOption('3');
    await page.getByText('Fahrenheit (°F)', { exact: true }).click();
    await button('Continue').click();
    await comeTo('What may read your words?');
    await step('3', '3');
    await look('words');
    await page.getByText('This server, and Google Gemini when I ask', { exact: true }).click();
    await button('Continue').click();
    await comeTo('A line is enough to begin');
    await look('entry');

    await page.locator('#main').getByRole('button', { name: 'Write your first entry' }).first().click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await page.keyboard.type('The fjord was quiet.');
    await button('Save Entry').click();
    await page.getByText('Journal entry saved successfully!').waitFor();
    await isGone(page, 'A line is enough to begin');
    const card = page.getByRole('article').filter({ hasText: 'The fjord was quiet.' });
    await card.getByText('Light rain, 46 °F').waitFor();
    await page.reload();
    await card.waitFor();
    expect(await walk.heading('A line is enough to begin').count()).toBe(0);
    expect(await page.getByText('You administer this journal.').count()).toBe(0);

    const { person, user } = await walk.profile();
    admin = person;
    expect(user).toMatchObject({
      isAdmin: true,
      location: 'Bergen, Norway',
      dayEndsAt: 3,
      aiConsent: ['gemini'],
    });
    expect([visit.errors, visit.refused, visit.foreign]).toEqual([[], [], []]);
    await visit.close();
  }, 120_000);

  it('lets an invited person skip each step, and changes nothing then', async () => {
    await admin.request('PATCH', '/api/admin/installation', { body: { registration: 'invite' } });
    const { body: invitation } = await admin.request<NewInvitationDto>('POST', '/api/invitations');
    const walk = await visitIn('phone', 'dark', 'de', 'de-DE');
    const { visit, page, say, button, step, comeTo, look } = walk;
    const profile = asked(page);
    await walk.signUp(`/signup#${invitation.token}`);
    await step('1', '3');
    await page.locator('[data-sky=clear]').waitFor();
    // The answer says who administers.
    await profile;
    await look('city');
    expect(await page.locator('main a[href="/admin"]').count()).toBe(0);
    await visit.enlarge();
    await page.reload();
    await step('1', '3');
    await button('Skip').click();
    await comeTo('When does your day end?');
    await look('day');
    await button('Skip').click();
    await comeTo('What may read your words?');
    await look('words');
    await button('Skip').click();
    await comeTo('A line is enough to begin');
    await page.getByRole('link', { name: say('Bring your diary from another app') }).waitFor();
    await look('entry');
    await visit.enlarge();
    await button('Close').click();
    await isGone(page, say('A line is enough to begin'));
    await page.reload();
    await page.getByRole('heading', { name: say("{name}'s Journal", { name: 'Ada' }) }).waitFor();
    expect(await walk.heading('Where do your days take place?').count()).toBe(0);

    const { user } = await walk.profile();
    expect(user).toMatchObject({ location: 'Porto', language: 'de', aiConsent: [] });
    expect(user.timeZone ?? null).toBeNull();
    expect(user.dayEndsAt ?? 0).toBe(0);
    expect([visit.errors, visit.refused, visit.foreign]).toEqual([[], [], []]);
    await visit.close();
  }, 120_000);

  describe("then, the administrator's page", () => {
    beforeAll(async () => {
      await admin.request('PATCH', '/api/admin/installation', { body: { registration: 'open' } });
      await stack.api.signUp({ firstName: 'Ben' });
    });

    it('leads from the journal to what has to be done, on a phone, dark, in German', async () => {
      const say = wordsIn('de');
      const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
      await admin.request('PATCH', '/api/user/me', { body: { language: 'de' } });
      const visit = await Visit.start(browser, {
        size: 'phone',
        scheme: 'dark',
        locale: 'de',
        url: stack.url,
      });
      const { page } = visit;
      await visit.logIn(admin);
      // Not the last of all: that of the navigation, which a phone hides, comes a moment before that of the notice.
      await page.locator('main a[href="/admin"]').click();
      await page.waitForURL('**/admin');
      for (const name of ['How it stands', 'Queues', 'Accounts', 'New in this version'])
        await page.getByRole('heading', { level: 2, name: say(name), exact: true }).waitFor();

      await button(page, say('I keep them elsewhere')).click();
      await button(page, say('I no longer keep them elsewhere')).click();
      await button(page, say('I keep them elsewhere')).waitFor();
      // Not `check()`: it looks at once, and the choice shows a moment after the press.
      await page.getByRole('radio', { name: say('People with an invitation') }).click();
      await page.getByText(say('People need an invitation from you.')).waitFor();
      await page.getByRole('radio', { name: say('Anyone') }).click();
      await page.getByText(say('Anyone who reaches this address can create an account.')).waitFor();
      await button(page, say('Manage {name}', { name: 'Ben Lovelace' })).click();
      await button(page, say('Link to a new password')).click();
      await visit.lookOnBoth('administration-de');
      // Only an administrator's menu has this many words.
      await visit.enlarge();
      await visit.onBoth((size, scheme) => visit.shoot(`administration-large-${size}-${scheme}-de`));
      expect([visit.errors, visit.refused, visit.foreign]).toEqual([[], [], []]);
      await visit.close();
    }, 90_000);
  });
});
