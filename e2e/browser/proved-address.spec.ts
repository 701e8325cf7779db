import { eventually } from '@inner-weather/testing/eventually';
import { startFakeMail } from '@inner-weather/testing/fake-mail';
import type { Browser } from 'playwright-core';
import { Api, PASSWORD, type Person, signUpForm } from '../support/api.js';
import { launch, TWO_DEVICES, Visit } from '../support/browser.js';
import { startTestStack } from '../support/stack.mjs';

describe('an unconfirmed address', () => {
  let mail: Awaited<ReturnType<typeof startFakeMail>>;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let browser: Browser;

  beforeAll(async () => {
    mail = await startFakeMail();
    [stack, browser] = await Promise.all([
      startTestStack({ env: { SMTP_URL: mail.url, PUBLIC_URL: 'http://journal.test' } }),
      launch(),
    ]);
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await stack.stop();
    await mail.close();
  }, 60_000);

  /** Page and token of the link in the newest mail to this address, once that many mails have arrived. */
  const linkIn = async (email: string, count = 1): Promise<string> => {
    const mailsTo = () => mail.mails.filter(({ to }) => to.includes(email));
    await eventually(() => expect(mailsTo()).toHaveLength(count));
    return /http:\/\/journal\.test(\/\S+)/.exec(mailsTo().at(-1)?.text ?? '')?.[1] ?? '';
  };

  it.each(TWO_DEVICES)(
    'is asked for after the sign-up, and confirmed by a button, on a %s, %s',
    async (size, scheme) => {
      const visit = await Visit.start(browser, { size, scheme, url: stack.url });
      const { page } = visit;
      const look = (name: string) => visit.look(`proved-address-${name}-${size}-${scheme}`);
      const form = signUpForm();
      await page.goto('/signup');
      for (const [label, text] of [
        ['Name', form.firstName],
        ['Last Name', form.lastName],
        ['Your location (City)', form.location],
        ['Email', form.email],
        ['Password', PASSWORD],
        ['Retry Password', PASSWORD],
      ] as const) {
        await page.getByLabel(label, { exact: true }).fill(text);
      }
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.waitForURL('**/journal');
      await page.getByText(`A link was sent to ${form.email}`).waitFor();
      await look('journal');

      await page.goto('/settings');
      await page.getByText('Please confirm your email first').waitFor();
      await page.getByRole('button', { name: 'Send it again' }).click();
      await page.getByText('have sent it again').waitFor();
      await look('settings');
      const link = await linkIn(form.email, 2);

      // In another user's browser, the page asks for the password and offers to begin another journal.
      const elsewhere = await Visit.start(browser, { size, scheme, url: stack.url });
      await elsewhere.page.goto(link);
      await elsewhere.page.getByLabel('The password of your journal').waitFor();
      await elsewhere.look(`proved-address-elsewhere-${size}-${scheme}`);
      await elsewhere.page.getByRole('link', { name: 'Begin your own journal' }).click();
      await elsewhere.page.getByText('Sign up with the address that received the mail').waitFor();
      await elsewhere.look(`proved-address-own-${size}-${scheme}`);
      expect(elsewhere.errors).toEqual([]);
      await elsewhere.close();

      await page.goto(link);
      await page.getByRole('button', { name: 'Yes, it is mine' }).waitFor();
      await look('link');
      await page.getByRole('button', { name: 'Yes, it is mine' }).click();
      await page.getByText('Thank you, your address is confirmed.').waitFor();
      await look('confirmed');
      await page.goto('/settings');
      await page.getByText(`${form.email} is confirmed.`).waitFor();
      await page.getByRole('button', { name: 'Turn it on' }).waitFor();
      await page.getByRole('button', { name: 'Use another address' }).click();
      await look('change');
      expect(visit.errors).toEqual([]);
      expect(visit.foreign).toEqual([]);
      await visit.close();
    },
  );

  it('goes to the person who confirms it: the journal that had it stays, and asks for another address', async () => {
    const api = new Api(stack.url);
    const first: Person = await api.signUp();
    const token = (await linkIn(first.user.email)).split('#')[1];
    const owner = { ...signUpForm({ email: first.user.email }), emailProof: token };
    const taken = { ...owner, password: 'another evening walk', passwordVal: 'another evening walk' };
    expect((await api.request('POST', '/api/user/new', { body: taken })).status).toBe(201);
    const visit = await Visit.start(browser, { size: 'phone', url: stack.url });
    await visit.logIn(first);
    await visit.page.getByText('Your journal needs another email').waitFor();
    await visit.look('proved-address-lost-journal');
    await visit.page.goto('/settings');
    await visit.page.getByText('Your whole journal is still here').waitFor();
    await visit.look('proved-address-lost-settings');
    expect(visit.errors).toEqual([]);
    await visit.close();
  });
});
