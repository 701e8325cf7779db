import type { RemindersDto } from '@inner-weather/contracts/reminders/reminders.dto';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { lockHeading, setLock, unlock } from '../support/pages/lock.js';
import { PushDevice } from '../support/pages/push-device.js';
import { makeDue, makeLetterDue, type RemindedStack, startRemindedStack } from '../support/reminded.js';
import { wordsIn } from '../support/pages/words.js';

const [size, scheme, language] = ['phone', 'dark', 'de'] as const;
const say = wordsIn(language);

/** A stack of its own: it knows the suite's push service. Each step begins where the last one ended. */
describe('reminders', () => {
  let stack: RemindedStack;
  let browser: Browser;
  let person: Person;
  let visit: Visit;
  let page: Page;
  let section: Locator;
  let device: PushDevice;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startRemindedStack(), launch()]);
    person = await stack.api.signUp();
    await person.request('PATCH', '/api/user/me', { body: { language } });
    visit = await Visit.start(browser, { size, scheme, locale: language, url: stack.url, worker: true });
    page = visit.page;
    await PushDevice.prepare(visit.context, stack.push);
    await visit.logIn(person, '/settings#section-reminders');
    section = page.getByRole('region', { name: say('Reminders'), exact: true });
  }, 120_000);

  afterAll(async () => {
    expect([visit.errors, visit.refused, visit.foreign]).toEqual([[], [], []]);
    await visit.close();
    await browser.close();
    await stack.stop();
  }, 60_000);

  const button = (name: string, within: Page | Locator = section) =>
    within.getByRole('button', { name: say(name), exact: true });
  const look = (name: string, within: string) =>
    visit.look(`reminders-${name}-${size}-${scheme}-${language}`, within);
  const get = async () => (await person.request<RemindersDto>('GET', '/api/reminders')).body;
  const moods = async () => (await person.search()).body.map(({ inputMood }) => inputMood);
  const arrived = () =>
    eventually(() => {
      const [delivery] = stack.push.deliveries.splice(0);
      if (!delivery) throw new Error('Nothing has arrived');
      return delivery;
    });
  const saved = (mood: string) =>
    page.getByText(say('{name} saved. Undo is available.', { name: say(mood) })).waitFor();

  it('come to this device, and a test shows how', async () => {
    await button('Remind me on this device').click();
    await section.getByText(say('This device · added {added}', { added: '' }).trim()).waitFor();
    device = await PushDevice.of(page, stack.push);
    await button('Send a test').click();
    const shown = await device.deliver(await arrived());
    expect(shown).toMatchObject({ title: say('Reminders reach this device'), lang: language, tag: 'test' });
    await section.getByText(say('Last reached {last}', { last: '' }).trim()).waitFor();
    await look('settings', '#section-reminders');
  });

  it('show two faces, of which one tap saves how it is, once', async () => {
    const now = new Date();
    await makeDue(stack.db, person.user.id, now);
    const shown = await device.deliver(await arrived());
    expect(shown).toMatchObject({
      title: say('How are you today?'),
      body: say('One tap or a few words are enough.'),
      tag: `reminder-${now.toISOString().slice(0, 10)}`,
      actions: [
        { action: 'Happy', title: `🙂 ${say('Happy')}` },
        { action: 'Sad', title: `😢 ${say('Sad')}` },
      ],
    });
    await device.tap('Sad');
    await saved('Sad');
    await page.locator('[data-weather=ready]').first().waitFor();
    await look('tapped', 'main');
    await page.reload();
    await page
      .getByRole('article')
      .filter({ hasText: say('Sad') })
      .waitFor();
    await page.goBack();
    await page.goForward();
    expect(new URL(page.url()).search).toBe('');
    // No address writes an entry.
    for (const address of ['/journal?checkin=Angry', '/journal?tapped-face=Angry']) await page.goto(address);
    await page.getByRole('article').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await moods()).toEqual(['Sad']);
  });

  it.each([
    ['while no page hears of it', true],
    ['by the next page that is opened', false],
  ])('go on when the browser replaces its subscription: it is registered %s', async (_how, tells) => {
    const [before] = (await get()).devices;
    await device.replaceSubscription({ tells });
    if (!tells) await page.goto('/settings#section-reminders');
    await eventually(async () => {
      const { devices } = await get();
      expect(devices).toHaveLength(1);
      expect(devices[0]?.id).not.toBe(before?.id);
    });
  });

  it('have a letter each week beside them, which comes to this device and is opened there', async () => {
    const line = page.getByRole('link', { name: say('Your letter of the week is here') });
    await page.goto('/settings#section-reminders');
    await section.getByLabel(say('Write me a letter each week'), { exact: true }).click();
    await section.getByText(say('It cannot come by mail, because this installation sends none.')).waitFor();
    await button('Save the letter').click();
    await section.getByText(say('Your choice has been saved.')).waitFor();
    await look('letter-settings', '#section-reminders');

    await makeLetterDue(stack.db, person.user.id);
    const shown = await device.deliver(await arrived());
    expect(shown).toMatchObject({ title: say('Your letter of the week is here'), lang: language });
    await page.goto('/journal');
    await line.waitFor();
    await look('letter-line', 'main');
    const opened = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await device.tap('', shown);
    await page.waitForURL('**/insights/*');
    await page.getByText(say('Letter of the week', {})).first().waitFor();
    await look('letter', 'main');
    expect((await opened).status()).toBe(200);
    await page.goto('/journal');
    await page.getByRole('article').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await line.count()).toBe(0);
  });

  it('say only what they said while this device is locked, and keep a tapped face until it is unlocked', async () => {
    await setLock(page, say);
    await makeDue(stack.db, person.user.id, new Date());
    const shown = await device.deliver(await arrived());
    expect(shown).toMatchObject({
      title: say('How are you today?'),
      actions: [{ action: 'Happy' }, { action: 'Sad' }],
    });
    await device.tap('Happy');
    await lockHeading(page, say).waitFor();
    expect(await moods()).toEqual(['Sad']);
    await unlock(page, say);
    await saved('Happy');
    await eventually(async () => expect(await moods()).toEqual(['Happy', 'Sad']));
    await page.reload();
    await unlock(page, say);
    await page.getByRole('article').nth(1).waitFor();
    expect(await moods()).toEqual(['Happy', 'Sad']);
  });

  it('end on this device when it is removed', async () => {
    await page.goto('/settings#section-reminders');
    await unlock(page, say);
    await section.getByRole('listitem').getByRole('button').click();
    await button('Remind me on this device').waitFor();
    expect((await get()).devices).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('test-subscription'))).toBeNull();
  });
});
