import { eventually } from '@inner-weather/testing/eventually';
import { startFakeMail } from '@inner-weather/testing/fakes/mail';
import type { Browser, Page } from 'playwright-core';
import { signUpForm } from '../support/requests/api.js';
import { fillSignUp, launch, Visit } from '../support/pages/browser.js';
import { type FakedStack, startFakedStack } from '../support/stacks/faked-stack.js';
import { wordsIn } from '../support/pages/words.js';

/** With vowels, as a careful writer sets them; the search has none. */
const ENTRY = 'مَشَيْتُ اليومَ على الشّاطئ مع أُمّي، وكان البحر هادئًا.';

const say = wordsIn('ar');

let mail: Awaited<ReturnType<typeof startFakeMail>>;
let stack: FakedStack;
let browser: Browser;

/** A stack of its own, which sends mail. */
beforeAll(async () => {
  mail = await startFakeMail();
  [stack, browser] = await Promise.all([
    startFakedStack({
      together: true,
      env: { SMTP_URL: mail.url, MAIL_FROM: 'journal@journal.test', PUBLIC_URL: 'http://journal.test' },
      // Insights are worked out on the server.
      serviceEnv: { insights: { GEMINI_API_KEY: undefined } },
    }),
    launch(),
  ]);
}, 120_000);

afterAll(async () => {
  await browser.close();
  await stack.stop();
  await mail.close();
}, 60_000);

describe('an unconfirmed address', () => {
  /** Page and token of the link in the mail to this address. */
  const linkIn = async (email: string): Promise<string> => {
    const mailsTo = () => mail.mails.filter(({ to }) => to.includes(email));
    await eventually(() => expect(mailsTo()).toHaveLength(1));
    return /http:\/\/journal\.test(\/\S+)/.exec(mailsTo()[0]?.text ?? '')?.[1] ?? '';
  };

  it('is asked for after the sign-up, and confirmed by a button', async () => {
    const phone = { size: 'phone', scheme: 'dark', url: stack.url } as const;
    const visit = await Visit.start(browser, phone);
    const { page } = visit;
    const look = (name: string, within?: string) => visit.lookOnBoth(`proved-address-${name}`, within);
    const form = signUpForm();
    await page.goto('/signup');
    await fillSignUp(page, form);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/journal');
    await page.getByText(`A link was sent to ${form.email}`).waitFor();
    await look('journal');

    await page.goto('/settings#section-email');
    await page.getByRole('heading', { name: 'Second factor' }).click();
    await page.getByText('Please confirm your email first').waitFor();
    await look('settings');
    const link = await linkIn(form.email);

    // In another user's browser, the page asks for the password and offers to begin another journal.
    const elsewhere = await Visit.start(browser, phone);
    await elsewhere.page.goto(link);
    await elsewhere.page.getByLabel('The password of your journal').waitFor();
    await elsewhere.lookOnBoth('proved-address-elsewhere');
    await elsewhere.close();

    await page.goto(link);
    await page.getByRole('button', { name: 'Yes, it is mine' }).click();
    await page.getByText('Thank you, your address is confirmed.').waitFor();
    await look('confirmed');
    await page.goto('/settings#section-email');
    await page.getByText(`${form.email} is confirmed.`).waitFor();
    // The section is still open.
    await page.getByRole('button', { name: 'Turn it on' }).waitFor();
    await page.getByRole('button', { name: 'Use another address' }).click();
    await look('change', '#section-email');
    await visit.end();
  }, 120_000);
});

/** From right to left, in other letters: what a person gets, from the sign-up to the paper. */
describe('a person who reads Arabic', () => {
  const form = signUpForm({ firstName: 'ليلى', lastName: 'حدّاد' });
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    visit = await Visit.start(browser, { size: 'phone', locale: 'ar-EG', url: stack.url });
    page = visit.page;
  });

  afterAll(async () => {
    expect(visit.errors).toEqual([]);
    await visit.close();
  });

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
    await fillSignUp(page, form, say);
    await visit.look('arabic-signup');
    await button('Sign In').click();
    await page.waitForURL('**/journal');
  });

  it('gets a mail', async () => {
    const own = () => mail.mails.filter(({ to }) => to.includes(form.email));
    await eventually(() => expect(own()).toHaveLength(1));
    const { text } = own()[0]!;
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
    // The forms of Arabic words come after the first marks.
    await eventually(async () => expect(await card.locator('mark').allInnerTexts()).toEqual(['مَشَيْتُ', 'أُمّي']));
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
