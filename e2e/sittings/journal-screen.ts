import { eventually } from '@inner-weather/testing/eventually';
import type { Locator } from 'playwright-core';
import { BLUE } from '../support/photos.js';
import type { Version } from './belief.js';
import { Screen } from './screen.js';

/** What the page said after it was told to save. */
export type SaveOutcome = 'saved' | 'waits' | 'refused' | 'login';

/** The name of what people measure here, from 1 to 5. */
export const MEASURED = 'Rest';

/** The page of the journal. */
export class JournalScreen extends Screen {
  async goToJournal(): Promise<void> {
    if (this.path !== '/journal') await this.follow('Journal');
    await this.textField().waitFor();
  }

  /** The list of entries, without a search. */
  async goToList(): Promise<void> {
    if (new URL(this.page.url()).hash !== '') await this.follow('Journal');
    await this.goToJournal();
  }

  textField(): Locator {
    return this.page.locator('#new-entry-text');
  }

  card(mark: string): Locator {
    return this.page.locator('main ol > li > article').filter({ hasText: `${mark}:` });
  }

  /** Whether the journal is open, and not the login in its place. */
  async isJournal(): Promise<boolean> {
    return (await this.textField().count()) > 0;
  }

  /** Fills in the form of a new entry, and saves. Sets in the version what was noted. */
  async write(version: Version): Promise<SaveOutcome> {
    const { content, mood, rest, photos } = version;
    const { page } = this;
    const say = await this.say();
    const form = page.getByRole('form', { name: say('New entry') });
    await this.type(content);
    if (mood !== '')
      await page
        .getByRole('group', { name: say('How do you feel?') })
        .getByText(say(mood), { exact: true })
        .click();
    version.rest = await this.note(form, rest);
    await this.choosePhotos(form, photos);
    await page.getByRole('button', { name: say('Save Entry') }).click();
    return this.outcome({
      saved: page.getByText(say('Journal entry saved successfully!')),
      waits: page.getByText(say('Kept on this device. It is sent as soon as there is a connection.')),
      refused: page.getByText(say('Failed to save the journal entry. Please try again.')),
    });
  }

  /**
   * Taps a value of what is measured, if it is asked for.
   * @returns the value that is chosen then
   */
  async note(within: Locator, value: number | undefined): Promise<number | undefined> {
    const steps = within.getByRole('group', { name: MEASURED, exact: true }).getByRole('button');
    if (value !== undefined && (await steps.count()) > 0) await steps.nth(value - 1).click();
    const pressed = await steps.evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed')));
    const index = pressed.indexOf('true');
    return index === -1 ? undefined : index + 1;
  }

  /** Adds photos to a form, or removes them, until it has so many. */
  private async choosePhotos(form: Locator, wanted: number): Promise<void> {
    const say = await this.say();
    const shots = form
      .getByRole('list', { name: say('Photos of this entry') })
      .locator('button[aria-expanded]');
    for (let left = await shots.count(); left > wanted; left -= 1) {
      await shots.first().click();
      await form.getByRole('button', { name: say('Remove'), exact: true }).click();
      await eventually(async () => expect(await shots.count()).toBe(left - 1));
    }
    for (let count = await shots.count(); count < wanted; count += 1) {
      const photo = { name: 'photo.png', mimeType: 'image/png', buffer: BLUE };
      await form.getByLabel(say('Photos to add')).setInputFiles([photo]);
      await shots.nth(count).waitFor();
    }
  }

  /** Types into the form of a new entry. */
  async type(content: string): Promise<void> {
    const say = await this.say();
    await this.page.getByPlaceholder(say('Tell me about your day...!')).fill(content);
  }

  /** The words in the form of a new entry. */
  async typed(): Promise<string> {
    const say = await this.say();
    return this.page.getByPlaceholder(say('Tell me about your day...!')).inputValue();
  }

  /** Sets in the version what is noted then. */
  async edit(mark: string, version: Version): Promise<SaveOutcome | 'conflict'> {
    const { content, mood, rest, photos } = version;
    const { page } = this;
    const say = await this.say();
    const editor = page.locator('article').filter({
      has: page.getByRole('button', { name: say('Save Editions') }),
    });
    // One that was not finished is open already.
    if ((await this.card(mark).count()) > 0)
      await this.card(mark)
        .getByRole('button', { name: say('Edit Entry') })
        .click();
    await editor.getByLabel(say('Entry'), { exact: true }).fill(content);
    await editor
      .getByRole('group', { name: say('Mood') })
      .getByText(say(mood), { exact: true })
      .click();
    version.rest = await this.note(editor, rest);
    await this.choosePhotos(editor, photos);
    await editor.getByRole('button', { name: say('Save Editions') }).click();
    return this.outcome({
      saved: this.card(mark).filter({ hasText: content }),
      refused: page.getByText(say('Your changes were not saved.')),
      conflict: page.getByRole('region', { name: say('One entry, two versions') }),
    });
  }

  /** Taps a face, if the page offers that. Returns false if it does not. */
  async tap(mood: string): Promise<boolean> {
    const { page } = this;
    const say = await this.say();
    await this.awaitEntries();
    const face = page
      .getByRole('toolbar', { name: say('How are you?') })
      .getByRole('button', { name: say(mood), exact: true });
    if ((await face.count()) === 0) return false;
    await face.click();
    await page.getByRole('button', { name: say('Add words') }).waitFor();
    return true;
  }

  /** The list is loaded, or said not to be. */
  private async awaitEntries(): Promise<void> {
    const { page } = this;
    const say = await this.say();
    await page
      .locator('main ol > li > article')
      .or(page.getByText(say('Your entries could not be searched.')))
      .or(page.getByText(say('Your journal begins with a line')))
      .or(page.getByText(say('No entries on these days')))
      .first()
      .waitFor();
  }

  /** Whether the list has an entry: as a card, or in an editor that was left open. */
  async find(mark: string): Promise<'card' | 'editor' | 'hidden'> {
    await this.awaitEntries();
    if ((await this.card(mark).count()) > 0) return 'card';
    const texts = await this.page.locator('main ol textarea').all();
    for (const text of texts) if ((await text.inputValue()).startsWith(`${mark}:`)) return 'editor';
    return 'hidden';
  }

  /** Opens the page of an entry from its card. */
  async read(mark: string): Promise<void> {
    const { page } = this;
    const say = await this.say();
    await this.card(mark).locator('time a').click();
    await page.getByRole('link', { name: say('All of this day') }).waitFor();
    await page
      .getByRole('article')
      .filter({ hasText: `${mark}:` })
      .waitFor();
  }

  async delete(mark: string): Promise<void> {
    const say = await this.say();
    await this.card(mark)
      .getByRole('button', { name: say('Delete'), exact: true })
      .click();
    await this.card(mark).waitFor({ state: 'detached' });
  }

  /** Takes a deletion back. Returns false if that is not offered any more. */
  async undo(mark: string): Promise<boolean> {
    const say = await this.say();
    const undo = this.page
      .locator('[role=status] > div')
      .filter({ hasText: `${mark}:` })
      .getByRole('button', { name: say('Undo'), exact: true });
    if ((await undo.count()) === 0) return false;
    try {
      await undo.click({ timeout: 3_000 });
    } catch (error) {
      // Ten seconds may have passed in this moment.
      if ((await undo.count()) === 0 && (await this.card(mark).count()) === 0) return false;
      throw error;
    }
    return true;
  }

  /** Types, and waits until it is called kept. */
  async draft(content: string): Promise<void> {
    const say = await this.say();
    await this.type(content);
    await this.page
      .getByRole('form', { name: say('New entry') })
      .getByText(say('Draft saved'))
      .waitFor();
  }

  /** Takes back what was tapped. Returns false if that is not offered any more. */
  async untap(): Promise<boolean> {
    const { page } = this;
    const say = await this.say();
    const addWords = page.getByRole('button', { name: say('Add words'), exact: true });
    if ((await addWords.count()) === 0) return false;
    await page
      .locator('section')
      .filter({ has: addWords })
      .getByRole('button', { name: say('Undo'), exact: true })
      .click();
    await addWords.waitFor({ state: 'detached' });
    return true;
  }

  /** Opens the list of what waits and tries to send it, if the page says that something waits. */
  async sendNow(): Promise<void> {
    const { page } = this;
    const say = await this.say();
    const show = page.getByRole('button', { name: say('Show what waits on this device') });
    if ((await show.count()) === 0) return;
    await show.click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: say('Send now') });
    const sent = dialog.getByText(say('All changes sent'));
    await send.or(sent).first().waitFor();
    if ((await send.count()) > 0) await send.click();
    await sent
      .or(dialog.getByText(say('Not everything could be sent yet.')))
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: say('Close'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** Imports a file to the end. */
  async importFile(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const { page } = this;
    const say = await this.say();
    await this.follow('Settings');
    await page.getByRole('link', { name: say('Bring your diary') }).click();
    await page.getByLabel(say('File to import')).setInputFiles(file);
    await page.getByRole('button', { name: say('Start'), exact: true }).click();
    await page.getByRole('link', { name: say('To the journal') }).click();
    await page.waitForURL('**/journal');
  }

  async search(word: string): Promise<void> {
    const say = await this.say();
    const form = this.page.getByRole('form', { name: say('Search entries') });
    await form.getByRole('searchbox', { name: say('Words') }).fill(word);
    await form.getByRole('button', { name: say('Search'), exact: true }).click();
    await this.page.waitForURL((url) => url.hash !== '');
  }

  /** The entries in the list without a word. */
  async marksWithout(word: string): Promise<string[]> {
    await this.awaitSearch();
    const texts = await this.page.locator('main ol > li > article').allInnerTexts();
    return texts.filter((text) => !text.includes(word));
  }

  private async awaitSearch(): Promise<void> {
    const { page } = this;
    const say = await this.say();
    await page
      .locator('main ol > li > article')
      .or(page.getByText(say('Nothing found')))
      .first()
      .waitFor();
  }

  /** What the page says went wrong. */
  async notice(): Promise<string> {
    const [notice] = await this.page.locator('main form [role=alert], main [role=alert]').allInnerTexts();
    return notice?.replaceAll('\n', ' ') ?? '?';
  }
}
