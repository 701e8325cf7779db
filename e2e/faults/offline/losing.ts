import { eventually } from '@inner-weather/testing/eventually';
import {
  card,
  contentsOf,
  edit,
  keptRecords,
  OfflineStage,
  textField,
  write,
} from '../../support/pages/offline.js';

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
      await textField(first.page).fill('Not finished');
      await first.page.getByText('Draft saved').waitFor();
      first.kill();

      const second = await stage().startBrowser(folder);
      await second.page.goto('/journal');
      await card(second.page, 'Two, and a half.').waitFor();
      expect(await card(second.page, 'Three.').count()).toBe(0);
      expect(await textField(second.page).inputValue()).toBe('Not finished');
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
  });
}
