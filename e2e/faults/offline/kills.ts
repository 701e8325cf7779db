import { eventually } from '@inner-weather/testing/eventually';
import type { Page } from 'playwright-core';
import type { Person } from '../../support/requests/api.js';
import { isSoak } from '../../support/soak.js';
import {
  card,
  contentsOf,
  keptRecords,
  OfflineStage,
  saveButton,
  textField,
} from '../../support/pages/offline.js';

/*
 * The browser is killed by SIGKILL in each phase of a save. What Chromium guarantees then: an IndexedDB transaction has been
 * handed to the system when it completes, and with the durability "strict" it is on the disk. localStorage is written up to
 * five seconds later, and cookies up to half a minute. So what the page calls saved must be in the IndexedDB.
 */
export function testKills(stage: () => OfflineStage): void {
  describe('a browser that is killed while an entry is saved', () => {
    const open = async (person: Person) => {
      const folder = OfflineStage.newFolder();
      return { folder, ...(await stage().settle(person, folder)) };
    };

    /** Opens the journal again, where the text has to arrive, once, and is not offered as a draft as well. */
    const expectOnce = async (folder: string, person: Person, text: string): Promise<void> => {
      const { page } = await stage().startBrowser(folder);
      await page.goto('/journal');
      await card(page, text).waitFor();
      await eventually(async () => expect(await contentsOf(person)).toEqual([text]), { timeoutMs: 30_000 });
      await eventually(async () => expect(await keptRecords(page, 'waiting')).toBe(0));
      // Between the outbox and the list, it is in neither for a moment.
      await eventually(async () => expect(await card(page, text).count()).toBe(1));
      expect(await textField(page).inputValue()).toBe('');
      expect(await contentsOf(person)).toEqual([text]);
    };

    it('has the words as a draft if it had not stored the entry', async () => {
      const text = 'At the click.';
      const person = await stage().stack.api.signUp();
      const { page, folder, kill } = await open(person);
      const { reached } = await holdStore(page, 1);
      await type(page, text);
      await saveButton(page).click();
      await reached;
      kill();
      expect(await contentsOf(person)).toEqual([]);

      const second = await stage().startBrowser(folder);
      await second.page.goto('/journal');
      await textField(second.page).waitFor();
      expect(await textField(second.page).inputValue()).toBe(text);
      expect(await card(second.page, text).count()).toBe(0);
      await saveButton(second.page).click();
      await card(second.page, text).waitFor();
      await eventually(async () => expect(await contentsOf(person)).toEqual([text]));
      await eventually(async () => expect(await textField(second.page).inputValue()).toBe(''));
      // The draft does not come back either.
      second.kill();
      await expectOnce(folder, person, text);
    }, 120_000);

    it.each([
      ...(isSoak ? [{ phase: 'it was stored, before the attempt was noted', step: 2, arrived: [] }] : []),
      { phase: 'the answer came, before that was noted', step: 3, arrived: ['In between.'] },
    ])(
      'sends the entry once if it was killed after $phase',
      async ({ step, arrived }) => {
        const text = 'In between.';
        const person = await stage().stack.api.signUp();
        const { page, folder, kill } = await open(person);
        const { reached } = await holdStore(page, step);
        await type(page, text);
        await saveButton(page).click();
        await reached;
        kill();
        expect(await contentsOf(person)).toEqual(arrived);
        await expectOnce(folder, person, text);
      },
      120_000,
    );

    if (!isSoak) return;

    it('sends the entry once if it was killed before the request left', async () => {
      const text = 'Stored, and not sent.';
      const person = await stage().stack.api.signUp();
      const { page, folder, kill } = await open(person);
      let isHeld = (_: void): void => undefined;
      const held = new Promise<void>((resolve) => (isHeld = resolve));
      await page.route('**/api/journal/new', () => isHeld());
      await type(page, text);
      await saveButton(page).click();
      await held;
      kill();
      expect(await contentsOf(person)).toEqual([]);
      await expectOnce(folder, person, text);
    }, 120_000);

    it('takes the entry once if it was killed while the server had the request', async () => {
      const text = 'On its way.';
      const person = await stage().stack.api.signUp();
      const { page, folder, kill } = await open(person);
      // The gateway has the request, and gets no answer from the journal.
      const journal = stage().stack.services.journal.pid!;
      process.kill(journal, 'SIGSTOP');
      try {
        await type(page, text);
        const sent = page.waitForRequest('**/api/journal/new');
        await saveButton(page).click();
        await sent;
        await page.waitForTimeout(500);
        kill();
      } finally {
        process.kill(journal, 'SIGCONT');
      }
      await expectOnce(folder, person, text);
    }, 120_000);
  });
}

/** Types like a person, until the page says that the draft is saved. */
async function type(page: Page, text: string): Promise<void> {
  await textField(page).pressSequentially(text);
  await page.getByText('Draft saved').waitFor();
}

/**
 * From now on, the n-th edit of the outbox never reaches the database: its transaction stays open. `reached` resolves when the
 * page is there.
 */
async function holdStore(page: Page, n: number): Promise<{ reached: Promise<void> }> {
  let isReached = (_: void): void => undefined;
  const reached = new Promise<void>((resolve) => (isReached = resolve));
  await page.exposeFunction('storeIsHeld', () => isReached());
  await page.evaluate((heldEdit) => {
    let edits = 0;
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, stores, mode, options) {
      const isEdit = mode === 'readwrite' && [stores].flat().includes('waiting');
      if (isEdit) edits += 1;
      const transaction = begin.call(this, stores, mode, options);
      if (isEdit && edits === heldEdit) {
        // A request that is made again as long as it is answered keeps the transaction open, uncommitted.
        const keepOpen = (): void => {
          transaction.objectStore('waiting').count().onsuccess = keepOpen;
        };
        keepOpen();
        void (window as unknown as { storeIsHeld: () => Promise<void> }).storeIsHeld();
      }
      return transaction;
    };
  }, n);
  return { reached };
}
