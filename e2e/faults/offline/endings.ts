import { eventually } from '@inner-weather/testing/eventually';
import type { Page } from 'playwright-core';
import { PASSWORD, type Person } from '../../support/requests/api.js';
import { isSoak } from '../../support/soak.js';
import {
  card,
  contentsOf,
  filesWith,
  keptRecords,
  OfflineStage,
  textField,
  write,
} from '../../support/pages/offline.js';

const NEW_PASSWORD = 'a longer evening walk';
const ENDED = 'Your session has ended. Please log in again. Your draft is still there.';

const logIn = async (page: Page, { user }: Person, password = PASSWORD): Promise<void> => {
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('heading', { name: `${user.name}'s Journal` }).waitFor();
};

/** The device learns it when it next reaches the server, and not before. */
export function testEndedSessions(stage: () => OfflineStage): void {
  describe('a session that is ended elsewhere while the device has no connection', () => {
    it.each([
      {
        how: 'by a new password',
        end: async (person: Person) => {
          const body = { currentPassword: PASSWORD, password: NEW_PASSWORD };
          expect((await person.request('PATCH', '/api/user/me', { body })).status).toBe(200);
        },
        password: NEW_PASSWORD,
      },
      // Another test below ends the session in this way, too.
      ...(isSoak
        ? [
            {
              how: 'by "sign out everywhere"',
              end: async (person: Person) =>
                expect((await person.request('DELETE', '/api/user/me/sessions')).status).toBe(204),
              password: PASSWORD,
            },
          ]
        : []),
    ])(
      '$how: what waits stays sealed and is sent once its writer logs in again',
      async ({ end, password }) => {
        const mark = 'Marzipan barometer';
        const person = await stage().stack.api.signUp();
        await person.write({ content: `${mark}, from home.`, location: 'Porto' });
        const folder = OfflineStage.newFolder();
        const { page, context, kill } = await stage().settle(person, folder);
        await context.setOffline(true);
        await write(page, `${mark}, one.`);
        await write(page, `${mark}, two.`);
        await end(await stage().stack.api.logIn(person));
        // The gateway hears of it by an event.
        await eventually(async () => expect((await person.search()).status).toBe(401));

        await context.setOffline(false);
        await page.getByText(ENDED).waitFor();
        // What could be read is gone; what waits is there with its key, and not on the page.
        await eventually(async () => expect(await keptRecords(page)).toBe(0));
        expect(await keptRecords(page, 'waiting')).toBe(2);
        expect(await page.getByText(mark).count()).toBe(0);
        kill();
        expect(filesWith(folder, 'inner-weather')).not.toEqual([]);
        expect(filesWith(folder, mark)).toEqual([]);

        // A device that was off meanwhile shows no more: neither without a connection nor with one.
        const second = await stage().startBrowser(folder);
        await stage().stopGateway();
        await second.page.goto('/journal');
        expect(await second.page.getByText(mark).count()).toBe(0);
        await stage().startGateway();
        await second.page.goto('/journal');
        await second.page.waitForURL('**/login');
        expect(await contentsOf(await stage().stack.api.logIn(person, password))).toEqual([
          `${mark}, from home.`,
        ]);

        await logIn(second.page, person, password);
        await card(second.page, `${mark}, two.`).waitFor();
        const expected = [`${mark}, from home.`, `${mark}, one.`, `${mark}, two.`];
        const again = await stage().stack.api.logIn(person, password);
        await eventually(async () => expect(await contentsOf(again)).toEqual(expected), {
          timeoutMs: 30_000,
        });
        await eventually(async () => expect(await keptRecords(second.page, 'waiting')).toBe(0));
        expect(await contentsOf(again)).toEqual(expected);
      },
      180_000,
    );

    it('a browser that was closed meanwhile opens the login page, and another person gets nothing of it', async () => {
      const mark = 'Velvet isobars';
      const person = await stage().stack.api.signUp();
      const other = await stage().stack.api.signUp({ firstName: 'Grace' });
      const folder = OfflineStage.newFolder();
      const first = await stage().arrive(person, folder);
      await first.context.setOffline(true);
      await write(first.page, `${mark}.`);
      await first.context.close();
      await person.request('DELETE', '/api/user/me/sessions');

      const second = await stage().startBrowser(folder);
      await second.page.goto('/journal');
      await second.page.waitForURL('**/login');
      await eventually(async () => expect(await keptRecords(second.page)).toBe(0));
      await logIn(second.page, other);
      await textField(second.page).waitFor();
      expect(await second.page.getByText(mark).count()).toBe(0);
      await second.page.getByRole('button', { name: 'Logout' }).click();
      await second.page.waitForURL((url) => url.pathname === '/');
      expect(await keptRecords(second.page, 'waiting')).toBe(1);
      second.kill();
      expect(filesWith(folder, mark)).toEqual([]);
      expect(await contentsOf(await stage().stack.api.logIn(other))).toEqual([]);

      const third = await stage().startBrowser(folder);
      await third.page.goto('/login');
      await logIn(third.page, person);
      const again = await stage().stack.api.logIn(person);
      await eventually(async () => expect(await contentsOf(again)).toEqual([`${mark}.`]), {
        timeoutMs: 30_000,
      });
    }, 180_000);
  });
}
