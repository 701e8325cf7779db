import { eventually } from '@inner-weather/testing/eventually';
import type { Page } from 'playwright-core';
import { publishNewVersion, versionOf } from '../../support/pages/new-version.js';
import { card, contentsOf, edit, type OfflineStage, textField, write } from '../../support/pages/offline.js';

const OFFER = 'A new version is ready.';

/** The gateway serves a copy of the page, which a test can replace. */
export function testNewVersions(stage: () => OfflineStage): void {
  describe('a new version of the page', () => {
    it('is not offered while something waits, keeps the draft, and does no harm beside a tab of the old one', async () => {
      const person = await stage().stack.api.signUp();
      const { page, context } = await stage().arrive(person);
      // A page is told of new versions once it was opened with the worker in place.
      await page.reload();
      const other = await context.newPage();
      await other.goto('/journal');
      await textField(other).waitFor();
      // The server can be reached, and takes no entries.
      await context.route('**/api/journal/new', (route) => route.abort());
      await write(page, 'It waits.');
      await textField(page).fill('Half a thought');
      await page.getByText('Draft saved').waitFor();
      publishNewVersion(stage().site);
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await eventually(async () => expect(await hasNewWorker(page)).toBe(true));
      // It is ready, and time enough passes to offer it.
      await page.waitForTimeout(1_500);
      expect(await page.getByText(OFFER).count()).toBe(0);
      expect(await other.getByText(OFFER).count()).toBe(0);

      await context.unroute('**/api/journal/new');
      await page.getByText(OFFER).waitFor({ timeout: 60_000 });
      expect(await contentsOf(person)).toEqual(['It waits.']);
      expect(await versionOf(page)).toBe('');
      // The words after the last pause are kept by the button.
      await textField(page).pressSequentially(', and a word');
      await reload(page);
      await eventually(async () => expect(await versionOf(page)).toBe('2'));
      expect(await textField(page).inputValue()).toBe('Half a thought, and a word');

      // The other tab still runs the old version, whose files are gone. Both write, and each entry arrives once.
      expect(await versionOf(other)).toBe('');
      await stage().stopGateway();
      await write(other, 'From the old version.');
      await write(page, 'From the new version.');
      await card(page, 'From the old version.').waitFor();
      await edit(other, 'From the new version.', 'From the new version, edited in the old one.');
      await textField(other).fill('A thought in the old version');
      await other.getByText('Draft saved').waitFor();
      expect(await other.getByText(OFFER).count()).toBe(0);
      await stage().startGateway();
      const expected = ['It waits.', 'From the old version.', 'From the new version, edited in the old one.'];
      await eventually(async () => expect(await contentsOf(person)).toEqual(expected), { timeoutMs: 60_000 });
      await other.getByText(OFFER).waitFor();
      await reload(other);
      await eventually(async () => expect(await versionOf(other)).toBe('2'));
      expect(await textField(other).inputValue()).toBe('A thought in the old version');
      expect(await other.getByText(OFFER).count()).toBe(0);
      expect(await contentsOf(person)).toEqual(expected);
    }, 180_000);
  });
}

const reload = (page: Page): Promise<void> => page.getByRole('button', { name: 'Reload' }).click();

const hasNewWorker = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
