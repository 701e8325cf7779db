import type { UserDto } from '@inner-weather/contracts/accounts/users.dto';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Page } from 'playwright-core';
import { type Person, signUpForm } from '../support/requests/api.js';
import { fillSignUp, launch, Visit } from '../support/pages/browser.js';
import { type FakedStack, startFakedStack } from '../support/stacks/faked-stack.js';
import { wordsIn } from '../support/pages/words.js';

/** A stack of its own, with an outside model: only the first account administers. */
describe('the first run', () => {
  let stack: FakedStack;
  let browser: Browser;
  let admin: Person;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startFakedStack({ together: true }), launch()]);
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await stack.stop();
  }, 60_000);

  it('asks the first account where, when and what may read, and leads to the first entry', async () => {
    const visit = await Visit.start(browser, { locale: 'en-GB', url: stack.url });
    const { page } = visit;
    const form = signUpForm();
    const look = (name: string) => visit.look(`first-run-${name}-desktop-light`);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const step = (number: number) => page.getByText(`Step ${number} of 3`, { exact: true }).waitFor();
    const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
    /** The heading of the next step takes the focus, because the button that led there is gone. */
    const comeTo = async (words: string) => {
      await heading(words).waitFor();
      await page.waitForFunction((text) => document.activeElement?.textContent === text, words);
    };
    await page.goto('/signup');
    await fillSignUp(page, form);
    await button('Sign In').click();
    await page.waitForURL('**/journal');
    await heading('Where do your days take place?').waitFor();
    await step(1);
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
    await step(2);
    await page.getByRole('button', { name: /Bergen, Norway/ }).waitFor();
    await page.getByText('You administer this journal.').waitFor({ state: 'detached' });
    await look('day');

    await page.reload();
    await heading('When does your day end?').waitFor();
    await page.getByLabel('My day ends at').selectOption('3');
    await page.getByText('Fahrenheit (°F)', { exact: true }).click();
    await button('Continue').click();
    await comeTo('Who can read your entries?');
    await step(3);
    await look('words');
    await page.getByText('This server, and Google Gemini when I ask', { exact: true }).click();
    await button('Continue').click();
    const last = page.getByRole('heading', { level: 1, name: 'A line is enough to begin', exact: true });
    await last.waitFor();
    // It stands alone: the journal with its forms waits until its one button is pressed.
    await page
      .locator('#main')
      .getByRole('button')
      .filter({ visible: true })
      .nth(1)
      .waitFor({ state: 'detached' });
    expect(await page.getByPlaceholder('Tell me about your day...!').isVisible()).toBe(false);
    await look('entry');
    // On a phone it is above the bar, without scrolling.
    const first = button('Write your first entry');
    await visit.onBoth(async (size) => {
      await page.evaluate(() => window.scrollTo(0, 0));
      const { x, y, height } = (await first.boundingBox())!;
      const at = { x: x + 20, y: y + height - 4 };
      const shown = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.textContent, at);
      expect([size, shown]).toEqual([size, 'Write your first entry']);
    });

    await first.click();
    await last.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await page.keyboard.type('The fjord was quiet.');
    await button('Save Entry').click();
    await page.getByText('Journal entry saved successfully!').waitFor();
    const card = page.getByRole('article').filter({ hasText: 'The fjord was quiet.' });
    await card.getByText('Light rain, 46 °F').waitFor();
    await page.reload();
    await card.waitFor();
    expect(await last.count()).toBe(0);
    expect(await page.getByText('You administer this journal.').count()).toBe(0);

    admin = await stack.api.logIn({ user: { email: form.email } });
    const { body: user } = await admin.request<UserDto>('GET', '/api/user/me');
    expect(user).toMatchObject({
      isAdmin: true,
      location: 'Bergen, Norway',
      dayEndsAt: 3,
      aiConsent: ['gemini'],
    });
    expect([visit.errors, visit.refused, visit.foreign]).toEqual([[], [], []]);
    await visit.close();
  }, 120_000);

  describe("then, the administrator's page", () => {
    beforeAll(async () => {
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
      for (const name of ['System status', 'Queues', 'Accounts', 'New in this version'])
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
      await button(page, say('Password reset link')).click();
      await visit.lookOnBoth('administration-de');
      // Only an administrator's menu has this many words.
      await visit.enlarge();
      await visit.onBoth((size, scheme) => visit.shoot(`administration-large-${size}-${scheme}-de`));
      expect([visit.errors, visit.refused, visit.foreign]).toEqual([[], [], []]);
      await visit.close();
    }, 90_000);
  });
});
