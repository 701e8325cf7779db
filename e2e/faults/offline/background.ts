import { eventually } from '@inner-weather/testing/eventually';
import type { Page } from 'playwright-core';
import { SYNC_TAG, syncOf } from '../../support/pages/background-sync.js';
import { card, contentsOf, keptRecords, type OfflineStage, write } from '../../support/pages/offline.js';

/** The tags that a page asked for. */
interface Asked {
  asked: string[];
}

/** Chromium without windows has Background Sync switched off, so the test notes what the page asks for. */
export function testBackgroundSync(stage: () => OfflineStage): void {
  describe('Background Sync', () => {
    it('sends what waits if no page is open, each once, and the next page knows it', async () => {
      const person = await stage().stack.api.signUp();
      await person.write({ content: 'From home.', location: 'Porto' });
      const { page, context } = await stage().arrive(person);
      const sync = await syncOf(context);
      await noteAsked(page);
      await stage().stopGateway();
      await write(page, 'One.');
      await write(page, 'Two.');
      // An edition that is not finished must find its entry again, whose id is another then.
      await card(page, 'Two.').getByRole('button', { name: 'Edit Entry' }).click();
      const field = page.getByLabel('Entry', { exact: true });
      await field.fill('Two, and what I still wanted to');
      await page.getByText('Draft saved').waitFor();
      await eventually(async () =>
        expect(new Set(await page.evaluate(() => (window as unknown as Asked).asked))).toEqual(
          new Set([SYNC_TAG]),
        ),
      );
      await page.goto('about:blank');

      await stage().startGateway();
      await sync();
      const expected = ['From home.', 'One.', 'Two.'];
      await eventually(async () => expect(await contentsOf(person)).toEqual(expected));
      await sync();
      await page.waitForTimeout(1_000);
      expect(await contentsOf(person)).toEqual(expected);

      await context.setOffline(true);
      await page.goto('/journal');
      await card(page, 'One.').waitFor();
      expect(await keptRecords(page, 'waiting')).toBe(0);
      await eventually(async () => expect(await field.inputValue()).toBe('Two, and what I still wanted to'));
    }, 120_000);

    it('sends nothing twice beside an open page', async () => {
      const person = await stage().stack.api.signUp();
      const { page, context } = await stage().arrive(person);
      const sync = await syncOf(context);
      await stage().stopGateway();
      const texts = ['One.', 'Two.', 'Three.', 'Four.', 'Five.'];
      for (const text of texts) await write(page, text);
      await stage().startGateway();
      const online = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
      await Promise.all([sync(), online(), sync(), online()]);
      await eventually(async () => expect(await contentsOf(person)).toEqual(texts), { timeoutMs: 60_000 });
      await eventually(async () => expect(await keptRecords(page, 'waiting')).toBe(0));
      // Between the outbox and the list, an entry is in neither for a moment.
      for (const text of texts) await eventually(async () => expect(await card(page, text).count()).toBe(1));
      expect(await contentsOf(person)).toEqual(texts);
    }, 120_000);

    it('leaves what waits alone once the session has ended', async () => {
      const person = await stage().stack.api.signUp();
      const { page, context } = await stage().arrive(person);
      const sync = await syncOf(context);
      const { token } = (await (await context.request.get('/api/session')).json()) as { token: string };
      await context.setOffline(true);
      await person.request('DELETE', '/api/user/me/sessions');
      // The gateway hears of it by an event.
      const { api } = stage().stack;
      await eventually(async () =>
        expect((await api.request('GET', '/api/user/me', { token })).status).toBe(401),
      );
      await write(page, 'It stays.');
      await page.goto('about:blank');
      await context.setOffline(false);
      await sync();
      await page.waitForTimeout(1_500);
      expect(await contentsOf(person)).toEqual([]);
      await page.goto('/login');
      expect(await keptRecords(page, 'waiting')).toBe(1);
    }, 120_000);
  });
}

const noteAsked = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    const { SyncManager } = window as unknown as { SyncManager: { prototype: object } };
    Object.assign(SyncManager.prototype, { register: async (tag: string) => void asked.push(tag) });
  });
