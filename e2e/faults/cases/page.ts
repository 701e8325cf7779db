import { eventually } from '@inner-weather/testing/eventually';
import type { Browser } from 'playwright-core';
import type { Person } from '../../support/requests/api.js';
import { launch, Visit } from '../../support/pages/browser.js';
import type { SharedStack } from '../../support/stacks/shared-stack.js';

const TEXT = 'The lights went out while I wrote this.';

export const page = (stackOf: () => SharedStack) =>
  describe('the page, while the broker is away', () => {
    let stack: SharedStack;
    let person: Person;
    let browser: Browser;

    beforeAll(async () => {
      stack = stackOf();
      person = await stack.api.signUp();
      browser = await launch();
    }, 60_000);

    afterAll(() => browser.close());

    it('keeps the entry on the device, says so, and sends it by itself under the same key', async () => {
      const visit = await Visit.start(browser, { url: stack.url, worker: true });
      const { page: shown } = visit;
      const keys: (string | undefined)[] = [];
      shown.on('request', (request) => {
        if (request.url().endsWith('/api/journal/new')) keys.push(request.headers()['idempotency-key']);
      });
      await visit.logIn(person);
      const field = shown.getByPlaceholder('Tell me about your day...!');
      await field.fill(TEXT);
      stack.brokerProxy.refuse();
      await shown.getByRole('button', { name: 'Save Entry' }).click();
      await shown.getByText('Kept on this device. It is sent as soon as there is a connection.').waitFor();
      await shown.getByRole('article').filter({ hasText: TEXT }).waitFor();
      // As soon as the broker is back, the service worker may be the one that sends it.
      await eventually(() => expect(keys.length).toBeGreaterThan(1));

      stack.brokerProxy.resume();
      await eventually(
        async () => expect((await person.search()).body.map(({ content }) => content)).toEqual([TEXT]),
        { timeoutMs: 120_000, everyMs: 500 },
      );
      expect(await field.inputValue()).toBe('');
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/\S{20,}/);
      expect((await person.search()).body.map(({ content }) => content)).toEqual([TEXT]);
      const arrived = shown.getByRole('article').filter({ hasText: TEXT });
      // The page asks less and less often, and the first event of a journal that was cut off waits for its next sweep.
      await arrived.locator('[data-weather=ready]').waitFor({ timeout: 90_000 });
      await visit.close();
    }, 300_000);
  });
