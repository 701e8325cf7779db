import { eventually } from '@inner-weather/testing/eventually';
import {
  card,
  contentsOf,
  edit,
  filesWith,
  keptRecords,
  OfflineStage,
  SAVED,
  write,
} from '../../support/offline.js';

export function testLosingTheConnection(stage: () => OfflineStage): void {
  describe('the journal on a device that loses its connection', () => {
    it('opens, takes entries, editions and a deletion, survives a kill, and brings all home once and in order', async () => {
      const person = await stage().stack.api.signUp();
      await person.write({ content: 'Written at home.', location: 'Porto' });
      const folder = OfflineStage.newFolder();
      const first = await stage().settle(person, folder);
      await stage().stopGateway();

      await first.page.goto('/journal');
      await card(first.page, 'Written at home.').waitFor();
      for (const text of ['One.', 'Two.', 'Three.', 'Four.', 'Five.']) await write(first.page, text);
      await edit(first.page, 'Two.', 'Two, and a half.');
      await edit(first.page, 'Four.', 'Four, and a bit.');
      await edit(first.page, 'Written at home.', 'Written at home, thought over on the train.');
      const waiting = await keptRecords(first.page, 'waiting');
      await card(first.page, 'Three.').getByRole('button', { name: 'Delete' }).click();
      await card(first.page, 'Three.').waitFor({ state: 'detached' });
      // It can be undone for ten seconds. Then it has left the outbox, since nothing of it has left the device.
      await first.page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
      await eventually(async () => expect(await keptRecords(first.page, 'waiting')).toBe(waiting - 1));
      first.kill();

      const second = await stage().startBrowser(folder);
      await second.page.goto('/journal');
      await card(second.page, 'Two, and a half.').waitFor();
      expect(await card(second.page, 'Three.').count()).toBe(0);
      await stage().startGateway();
      const expected = [
        'Written at home, thought over on the train.',
        'One.',
        'Two, and a half.',
        'Four, and a bit.',
        'Five.',
      ];
      await eventually(async () => expect(await contentsOf(person)).toEqual(expected), { timeoutMs: 60_000 });
      await second.page.getByText('wait for a connection').waitFor({ state: 'detached' });
      // The weather comes later, as always.
      await card(second.page, 'Five.').locator('[data-weather=ready]').waitFor();
      expect(await contentsOf(person)).toEqual(expected);
    }, 180_000);

    it('keeps a check-in until there is a connection, and forgets one that was undone before', async () => {
      const person = await stage().stack.api.signUp();
      const { page, context } = await stage().arrive(person);
      await context.setOffline(true);
      const tap = (mood: string) =>
        page.getByRole('toolbar').getByRole('button', { name: mood, exact: true }).click();
      await tap('Tired');
      await card(page, 'Tired').getByText('On this device only').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await card(page, 'Tired').waitFor({ state: 'detached' });
      await tap('Happy');
      await card(page, 'Happy').getByText('On this device only').waitFor();

      await context.setOffline(false);
      const moodsOf = async () =>
        (await person.search()).body.map(({ inputMood, checkIn }) => [inputMood, checkIn]);
      await eventually(async () => expect(await moodsOf()).toEqual([['Happy', true]]), { timeoutMs: 60_000 });
      await card(page, 'Happy').locator('[data-weather=ready]').waitFor();
      // Now that it was sent, undoing it deletes it.
      await page.getByRole('button', { name: 'Undo' }).click();
      await eventually(async () => expect(await moodsOf()).toEqual([]));
    }, 120_000);

    it('takes an entry once whose answer was lost, and whose browser was killed before it came', async () => {
      const person = await stage().stack.api.signUp();
      const folder = OfflineStage.newFolder();
      const first = await stage().settle(person, folder);
      let isTaken = (_: void): void => undefined;
      const taken = new Promise<void>((resolve) => (isTaken = resolve));
      await first.page.route('**/api/journal/new', async (route) => {
        await route.fetch();
        isTaken();
        // The answer never arrives.
      });
      await first.page.getByPlaceholder('Tell me about your day...!').fill('Sent, and not answered.');
      await first.page.getByRole('button', { name: 'Save Entry' }).click();
      await taken;
      first.kill();
      expect(await contentsOf(person)).toEqual(['Sent, and not answered.']);

      const second = await stage().startBrowser(folder);
      const answer = second.page.waitForResponse('**/api/journal/new');
      await second.page.goto('/journal');
      expect((await answer).status()).toBe(201);
      await card(second.page, 'Sent, and not answered.').waitFor();
      expect(await contentsOf(person)).toEqual(['Sent, and not answered.']);
    }, 120_000);

    it('sends what two tabs wrote, each once', async () => {
      const person = await stage().stack.api.signUp();
      const { page, context } = await stage().arrive(person);
      const other = await context.newPage();
      await other.goto('/journal');
      await context.setOffline(true);
      await write(page, 'From one tab.');
      await write(other, 'From the other.');
      await card(page, 'From the other.').waitFor();
      await context.setOffline(false);
      await eventually(
        async () => expect(await contentsOf(person)).toEqual(['From one tab.', 'From the other.']),
        {
          timeoutMs: 60_000,
        },
      );
    }, 120_000);

    it('leaves both versions to their writer if the entry was changed elsewhere in the meantime', async () => {
      const person = await stage().stack.api.signUp();
      const entry = await person.write({ content: 'As it was.', location: 'Porto' });
      const { page, context } = await stage().arrive(person);
      await context.setOffline(true);
      await edit(page, 'As it was.', 'As I wrote it on the train.');
      await person.request('PUT', `/api/journal/update/${entry._id}`, {
        body: { content: 'As I wrote it at home.', inputMood: 'Happy', location: 'Porto' },
      });
      await context.setOffline(false);
      await page.getByText('1 needs you').waitFor();
      await page.getByRole('button', { name: 'Show what waits on this device' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'See both versions' }).click();
      await dialog.getByRole('button', { name: 'Keep this: on this device' }).waitFor();
      await dialog.getByRole('button', { name: /^Keep both/ }).click();
      await eventually(
        async () =>
          expect((await contentsOf(person)).sort()).toEqual([
            'As I wrote it at home.',
            'As I wrote it on the train.',
          ]),
        { timeoutMs: 30_000 },
      );
    }, 120_000);

    it('keeps nothing in the clear, nothing after a logout, and nothing for another person', async () => {
      const mark = 'Quincunx of the lighthouse';
      const person = await stage().stack.api.signUp();
      const other = await stage().stack.api.signUp({ firstName: 'Grace' });
      const folder = OfflineStage.newFolder();
      const first = await stage().settle(person, folder);
      await write(first.page, `${mark}.`, SAVED);
      await stage().stopGateway();
      await write(first.page, `${mark}, again.`);
      first.kill();
      // What the database has is sealed; that the files are searched at all is shown by the name of a store.
      expect(filesWith(folder, 'inner-weather')).not.toEqual([]);
      expect(filesWith(folder, mark)).toEqual([]);

      await stage().startGateway();
      const second = await stage().startBrowser(folder);
      await second.page.goto('/journal');
      await eventually(async () => expect(await contentsOf(person)).toHaveLength(2), { timeoutMs: 30_000 });
      await second.page.getByRole('button', { name: 'Logout' }).click();
      await second.page.waitForURL((url) => url.pathname === '/');
      await eventually(async () => expect(await keptRecords(second.page)).toBe(0));
      await second.context.close();
      const third = await stage().arrive(other, folder);
      await stage().stopGateway();
      await third.page.goto('/journal');
      await third.page.getByRole('heading', { name: "Grace's Journal" }).waitFor();
      expect(await card(third.page, mark).count()).toBe(0);
    }, 180_000);
  });
}
