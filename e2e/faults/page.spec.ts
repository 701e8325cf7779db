import { eventually } from '@inner-weather/testing/eventually';
import type { Browser } from 'playwright-core';
import type { Person } from '../support/api.js';
import { launch, Visit } from '../support/browser.js';
import { type FakedStack, startFakedStack } from '../support/faked-stack.js';
import { ownInfrastructure } from '../support/own-infrastructure.js';

const TEXT = 'The lights went out while I wrote this.';

describe('the page, while the broker is away', () => {
  let infrastructure: Awaited<ReturnType<typeof ownInfrastructure>>;
  let stack: FakedStack;
  let person: Person;
  let browser: Browser;

  beforeAll(async () => {
    infrastructure = await ownInfrastructure();
    stack = await startFakedStack();
    person = await stack.api.signUp();
    browser = await launch();
  }, 90_000);

  afterAll(async () => {
    await browser.close();
    await stack.stop();
    await infrastructure.stop();
  }, 60_000);

  it('keeps the entry on the device, says so, and sends it by itself under the same key', async () => {
    const visit = await Visit.start(browser, { url: stack.url });
    const { page } = visit;
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/journal/new')) keys.push(request.headers()['idempotency-key']);
    });
    await visit.logIn(person);
    const field = page.getByPlaceholder('Tell me about your day...!');
    await field.fill(TEXT);
    await infrastructure.broker!.stop();
    await page.getByRole('button', { name: 'Save Entry' }).click();
    await page.getByText('Kept on this device. It is sent as soon as there is a connection.').waitFor();
    await page.getByRole('article').filter({ hasText: TEXT }).waitFor();

    await infrastructure.broker!.start();
    await eventually(
      async () => expect((await person.search()).body.map(({ content }) => content)).toEqual([TEXT]),
      { timeoutMs: 60_000, everyMs: 500 },
    );
    expect(await field.inputValue()).toBe('');
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/\S{20,}/);
    expect((await person.search()).body.map(({ content }) => content)).toEqual([TEXT]);
    await page.getByRole('article').filter({ hasText: TEXT }).locator('[data-weather=ready]').waitFor();
    await visit.close();
  }, 150_000);
});
