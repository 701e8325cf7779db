import { eventually } from '@inner-weather/testing/eventually';
import { startFakeMail } from '@inner-weather/testing/fake-mail';
import { startFakeWeatherApi } from '@inner-weather/testing/fake-weather';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD, signUpForm } from '../support/api.js';
import { launch, Visit } from '../support/browser.js';
import { startTestStack } from '../support/stack.mjs';
import { wordsIn } from '../support/words.js';

/** With vowels, as a careful writer sets them; the search has none. */
const ENTRY = 'مَشَيْتُ اليومَ على الشّاطئ مع أُمّي، وكان البحر هادئًا.';

const say = wordsIn('ar');

/** From right to left, in other letters: what a person gets, from the sign-up to the paper. */
describe('a person who reads Arabic', () => {
  const form = signUpForm({ firstName: 'ليلى', lastName: 'حدّاد' });
  let mail: Awaited<ReturnType<typeof startFakeMail>>;
  let weather: Awaited<ReturnType<typeof startFakeWeatherApi>>;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    [mail, weather] = await Promise.all([startFakeMail(), startFakeWeatherApi()]);
    [stack, browser] = await Promise.all([
      startTestStack({
        env: { SMTP_URL: mail.url, PUBLIC_URL: 'http://journal.test' },
        serviceEnv: { weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weather.url } },
      }),
      launch(),
    ]);
    visit = await Visit.start(browser, { size: 'phone', locale: 'ar-EG', url: stack.url });
    page = visit.page;
  }, 120_000);

  afterAll(async () => {
    expect(visit.errors).toEqual([]);
    await visit.close();
    await browser.close();
    await Promise.all([weather.close(), stack.stop()]);
    await mail.close();
  }, 60_000);

  const button = (name: string) => page.getByRole('button', { name: say(name), exact: true });

  it('is greeted from the right, and signs up', async () => {
    await page.goto('/');
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      'ar',
      'rtl',
    ]);
    await page.getByRole('link', { name: say('Join'), exact: true }).waitFor();
    await visit.look('arabic-landing');
    await page.goto('/signup');
    for (const [label, text] of [
      ['Name', form.firstName],
      ['Last Name', form.lastName],
      ['Your location (City)', form.location],
      ['Email', form.email],
      ['Password', PASSWORD],
      ['Retry Password', PASSWORD],
    ] as const)
      await page.getByLabel(say(label), { exact: true }).fill(text);
    await visit.look('arabic-signup');
    await button('Sign In').click();
    await page.waitForURL('**/journal');
  });

  it('gets a mail', async () => {
    await eventually(() => expect(mail.mails.filter(({ to }) => to.includes(form.email))).toHaveLength(1));
    const { text } = mail.mails.at(-1)!;
    expect(text).toContain(say('Is this your address?'));
    expect(text).toMatch(/http:\/\/journal\.test\/\S+/);
    expect(text).toContain(say('Hello.'));
  });

  it('writes, and finds a word without its vowels', async () => {
    await page.getByPlaceholder(say('Tell me about your day...!')).fill(ENTRY);
    await page
      .getByRole('group', { name: say('How do you feel?') })
      .getByText(say('Happy'), { exact: true })
      .click();
    await button('Save Entry').click();
    await page.getByText(say('Journal entry saved successfully!'), { exact: true }).waitFor();
    const card = page.getByRole('article').filter({ hasText: 'الشّاطئ' });
    await card.locator('[data-weather=ready]').waitFor();
    expect(await card.innerText()).toContain(say('Sunny'));
    await visit.look('arabic-journal');

    await page.getByRole('searchbox').fill('مشيت امي');
    await button('Search').click();
    await card.getByText('أُمّي', { exact: true }).waitFor();
    expect(await card.locator('mark').allInnerTexts()).toEqual(['مَشَيْتُ', 'أُمّي']);
    await page.getByRole('searchbox').fill('جبل');
    await button('Search').click();
    await card.waitFor({ state: 'detached' });
  });

  it('reads an insight, and prints it', async () => {
    await page.goto('/insights');
    await page.getByText(say('Last Week'), { exact: true }).click();
    await button('Get Insights').click();
    const text = page.locator('main [dir=auto]').first();
    await page.getByText('شكرًا لأنك كتبت').waitFor();
    expect(await text.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await visit.look('arabic-insight');
    await page.emulateMedia({ media: 'print' });
    await visit.shoot('arabic-insight-on-paper');
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
    await page.emulateMedia({ media: 'screen' });
  });
});
