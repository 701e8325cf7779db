import { MOODS } from '@inner-weather/domain/entries/moods';
import { dayFromToday } from '../support/requests/api.js';
import { type Belief, isSame, latestOf, type Version, versionOf } from './belief.js';
import { Fault } from './look-around.js';
import type { Stage } from './stage.js';
import { pick, type StepKind } from './step.js';

/** Words to search for; each entry has one of them. */
const TOPICS = ['river', 'stone', 'cloud'] as const;

const WORDS = ['was loud', 'ärgert mich „sehr“', 'and 😀 <b>so</b> was I', 'مساء الخير', 'x'.repeat(40)];

const moodOf = (arg: number): string => pick(MOODS, arg);

/** What to note; nothing with half of the entries. */
const restOf = (arg: number): number | undefined => (arg % 2 === 0 ? undefined : (arg % 5) + 1);

/** One photo with a quarter of the entries. */
const photosOf = (arg: number): number => (arg % 4 === 3 ? 1 : 0);

const newWords = (mark: string, arg: number, edition = ''): string =>
  `${mark}: ${edition}The ${pick(TOPICS, arg)} ${pick(WORDS, Math.floor(arg / TOPICS.length))}.`;

/** What was called saved is on the server at once. */
async function expectOnServer(belief: Belief, stage: Stage, version: Version): Promise<void> {
  const all = await stage.entriesOf(belief.device.person);
  const count = all.filter((one) => isSame(versionOf(one), version)).length;
  if (count !== 1) throw new Fault(`called saved, and ${count} times on the server: ${version.content}`);
}

function signOut(belief: Belief): void {
  if (belief.device.session === 'open')
    throw new Fault('it asks to log in, and nobody has ended the session');
  belief.signOut();
}

/** A minute that no other note has, from its mark. */
const minuteOf = (words: string): string => `10:${words.slice('mark-0'.length, 'mark-000'.length)}`;

export const WRITING_STEPS = {
  /** Writes an entry: which words, which mood, whether with a photo. Notes something with some of them. */
  write: {
    args: 3,
    can: ({ device }) => device.session !== 'none',
    async act(belief, stage, [words, mood, photos]) {
      const screen = stage.screen(belief);
      // The page may have found out that the session has ended, or find out on its way.
      if (belief.device.session === 'ended' && !(await screen.isJournal())) return;
      const mark = belief.newMark();
      // Not every entry has a mood.
      const version: Version = {
        content: newWords(mark, words),
        mood: mood % 3 === 0 ? '' : moodOf(mood),
        rest: restOf(mood),
        photos: photosOf(photos),
      };
      const outcome = await screen
        .goToJournal()
        .then(() => screen.write(version))
        .catch(async (error: unknown) => {
          // The login came in place of the form before anything was typed.
          if (belief.device.session === 'ended' && !(await screen.isJournal())) return undefined;
          throw error;
        });
      if (outcome === undefined) return;
      if (outcome === 'login') {
        signOut(belief);
        belief.device.draft = undefined;
        belief.device.unclear = belief.add(mark, version, 'perhaps');
        belief.device.unclear.unsentOn = belief.device.id;
        return;
      }
      if (outcome === 'refused') throw new Fault(`a new entry was not saved: ${await screen.notice()}`);
      const entry = belief.add(mark, version);
      if (belief.device.draft?.tab === belief.tabId) belief.device.draft = undefined;
      if (outcome === 'waits') entry.unsentOn = belief.device.id;
      else await expectOnServer(belief, stage, version);
    },
  },
  /** Taps a face, if the page asks how one is. */
  tap: {
    args: 1,
    can: ({ isSignedIn }) => isSignedIn,
    async act(belief, stage, [mood]) {
      const screen = stage.screen(belief);
      await screen.goToList();
      if (!(await screen.tap(moodOf(mood)))) return;
      belief.add('', { content: '', mood: moodOf(mood), photos: 0 }).unsentOn = belief.device.id;
    },
  },
  /** Takes back what was tapped last. */
  untap: {
    args: 0,
    can: (belief) => belief.isSignedIn && belief.lastTapped !== undefined,
    async act(belief, stage) {
      if (await stage.screen(belief).untap()) belief.lastTapped!.fate = 'deleted';
    },
  },
  /** Changes an entry: which, to which words, to which mood. */
  edit: {
    args: 3,
    can: (belief) => belief.isSignedIn && belief.changeable.length > 0,
    async act(belief, stage, [which, words, mood]) {
      const screen = stage.screen(belief);
      await screen.goToList();
      const entry = pick(belief.changeable, which);
      if ((await screen.find(entry.mark)) === 'hidden') return;
      const edition = `edited ${entry.versions.length}. `;
      const version: Version = {
        content: newWords(entry.mark, words, edition),
        mood: moodOf(mood),
        rest: restOf(mood),
        // One is added, or taken away.
        photos: mood < 70 ? latestOf(entry).photos : 1 - latestOf(entry).photos,
      };
      const outcome = await screen.edit(entry.mark, version);
      if (outcome === 'login') return signOut(belief);
      if (outcome === 'refused') throw new Fault(`an edition was not saved: ${await screen.notice()}`);
      if (outcome === 'conflict') throw new Fault('two versions, though it was changed here only');
      entry.versions.push(version);
      belief.change(entry);
    },
  },
  /** Opens the page of an entry. */
  read: {
    args: 1,
    can: (belief) => belief.isSignedIn && belief.isConnected && belief.changeable.length > 0,
    async act(belief, stage, [which]) {
      const screen = stage.screen(belief);
      await screen.goToList();
      const { mark } = pick(belief.changeable, which);
      if ((await screen.find(mark)) === 'card') await screen.read(mark);
    },
  },
  /** Deletes an entry. */
  delete: {
    args: 1,
    can: (belief) => belief.isSignedIn && belief.changeable.length > 0,
    async act(belief, stage, [which]) {
      const screen = stage.screen(belief);
      await screen.goToList();
      const entry = pick(belief.changeable, which);
      if ((await screen.find(entry.mark)) !== 'card') return;
      await screen.delete(entry.mark);
      entry.fate = 'deleted';
      belief.change(entry);
    },
  },
  /** Takes the last deletion back, if the page still offers it. */
  undo: {
    args: 0,
    can: (belief) => belief.isSignedIn && belief.lastDeleted !== undefined,
    async act(belief, stage) {
      const screen = stage.screen(belief);
      await screen.goToJournal();
      const entry = belief.lastDeleted!;
      if (!(await screen.undo(entry.mark))) return;
      entry.fate = 'kept';
      belief.change(entry);
    },
  },
  /** Types words that are not saved, until they are called a saved draft. */
  draft: {
    args: 1,
    can: ({ isSignedIn }) => isSignedIn,
    async act(belief, stage, [words]) {
      const screen = stage.screen(belief);
      await screen.goToJournal();
      const text = newWords('draft', words);
      await screen.draft(text);
      belief.keepDraft(text);
    },
  },
  /** Imports two entries from a file of another app. */
  import: {
    args: 1,
    can: ({ isSignedIn, isConnected }) => isSignedIn && isConnected,
    async act(belief, stage, [words]) {
      const contents = [words, words + 1].map((arg) => newWords(belief.newMark(), arg));
      const date = dayFromToday(-2);
      // Notes of the same minute would count as the same.
      const entries = contents.map((title) => ({ title, body: '', date, time: minuteOf(title), tags: [] }));
      const buffer = Buffer.from(JSON.stringify({ tags: {}, entries }));
      const file = { name: 'journal.json', mimeType: 'application/json', buffer };
      await stage.screen(belief).importFile(file);
      for (const content of contents)
        belief.add(content.slice(0, content.indexOf(':')), { content, mood: '', photos: 0 });
    },
  },
  /** Looks at what waits, and tries to send it. */
  send: {
    args: 0,
    can: ({ isSignedIn }) => isSignedIn,
    async act(belief, stage) {
      await stage.screen(belief).goToJournal();
      await stage.screen(belief).sendNow();
    },
  },
  /** Searches for a word. */
  search: {
    args: 1,
    can: ({ isSignedIn, isConnected }) => isSignedIn && isConnected,
    async act(belief, stage, [topic]) {
      const screen = stage.screen(belief);
      await screen.goToList();
      const word = pick(TOPICS, topic);
      await screen.search(word);
      const wanted = belief.changeable
        .filter((entry) => latestOf(entry).content.includes(` ${word} `) && entry.unsentOn === undefined)
        .filter((entry) => entry.writtenIn === belief.device.zone);
      for (const { mark } of wanted) await screen.card(mark).waitFor();
      const others = await screen.marksWithout(word);
      if (others.length > 0) throw new Fault(`a search for ${word} shows ${others.join(', ')}`);
    },
  },
} satisfies Record<string, StepKind>;
