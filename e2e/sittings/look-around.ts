import { eventually } from '@inner-weather/testing/eventually';
import { type Belief, type BelievedEntry, latestOf } from './belief.js';
import type { Counting } from './device.js';
import type { Screen } from './screen.js';
import type { Stage } from './stage.js';

/** What the person sees is not what they believe. */
export class Fault extends Error {}

/** Milliseconds in which a page may come to show what it has to. */
const PATIENCE_MS = 8_000;

/** Milliseconds of a window, and pieces of work in it from which rendering counts as endless if it never pauses. */
const WINDOW_MS = 250;
const WORK_MAX = 60;
/** So many windows in a row. */
const WINDOWS = 6;

/** After each step: what has to be so, whatever was done. */
export async function lookAround(belief: Belief, stage: Stage): Promise<void> {
  for (const screen of stage.screens) expectNoErrors(screen);
  const screen = stage.screen(belief);
  await expectSession(belief, screen);
  if (belief.isSignedIn && screen.path === '/journal') await expectList(belief, screen);
  await expectRest(screen);
  expectNoErrors(screen);
}

function expectNoErrors({ errors, path }: Screen): void {
  const [first] = errors.splice(0);
  if (first !== undefined) throw new Fault(`error in the page ${path}: ${first}`);
}

/** A session ends only when somebody has ended it. */
async function expectSession({ device, tab }: Belief, screen: Screen): Promise<void> {
  if (device.session === 'ended' || tab.isOutdated) return;
  const expected = device.session === 'open';
  await eventuallyOr(
    async () => (await screen.isSignedIn()) === expected,
    () =>
      Promise.resolve(
        expected
          ? `signed out on ${screen.path}, and nobody has ended the session`
          : `still signed in on ${screen.path}`,
      ),
  );
}

/**
 * What was called a saved draft is there when the page was opened again, for the one who wrote it. Two tabs may each have
 * one.
 */
export async function expectDraft(belief: Belief, stage: Stage): Promise<void> {
  const { draft, id, person } = belief.device;
  if (!draft || !belief.isSignedIn || belief.tabsOf(id).length > 1) return;
  const screen = stage.screen(belief);
  await screen.goToJournal();
  let typed = '';
  await eventuallyOr(
    async () => ((typed = await screen.typed()) === draft.text) === (draft.owner === person),
    () => Promise.resolve(`the form has ${JSON.stringify(typed)}, and the draft is ${draft.text}`),
  );
}

/** After a login: the words whose saving led to it are an entry or a draft again. */
export async function findUnclear(belief: Belief, stage: Stage): Promise<void> {
  const { device } = belief;
  const { unclear } = device;
  if (unclear?.owner !== device.person) return;
  const screen = stage.screen(belief);
  const { content } = latestOf(unclear);
  await eventuallyOr(
    async () => {
      if ((await screen.card(unclear.mark).count()) > 0) unclear.fate = 'kept';
      else if ((await screen.typed()) === content) belief.keepDraft(content);
      else return false;
      return true;
    },
    () => Promise.resolve(`neither saved nor a draft after the login: ${content}`),
  );
  unclear.changedBy = belief.tabId;
  if (unclear.fate === 'perhaps') unclear.unsentOn = undefined;
  device.unclear = undefined;
}

/** React is at rest, or comes to rest. */
async function expectRest({ page, path }: Screen): Promise<void> {
  const count = () => page.evaluate(() => (window as unknown as Counting).renders);
  for (let window = 0; window < WINDOWS; window += 1) {
    const before = await count();
    // The usual case needs no pause: nothing at all was done since.
    if (window === 0 && (await count()) - before <= 1) return;
    await new Promise((resolve) => setTimeout(resolve, WINDOW_MS));
    if ((await count()) - before < WORK_MAX) return;
  }
  throw new Fault(`the page ${path} renders endlessly`);
}

/** The list shows each entry once, as it was saved last, and nothing else. */
async function expectList(belief: Belief, screen: Screen): Promise<void> {
  let found = '';
  await eventuallyOr(
    async () => (found = await differenceOf(belief, screen)) === '',
    () => Promise.resolve(found),
  );
}

async function differenceOf(belief: Belief, { page }: Screen): Promise<string> {
  const { texts, isSearch } = await page.evaluate(() => ({
    texts: [...document.querySelectorAll('main ol > li > article')].map(
      (article) => article.querySelector('textarea')?.value ?? (article as HTMLElement).innerText,
    ),
    isSearch: location.hash !== '',
  }));
  const shown = texts.map((text) => ({ text, mark: /mark-\d{3}/.exec(text)?.[0] ?? '' }));
  const own = belief.own.filter(({ mark }) => mark !== '');
  for (const { mark, text } of shown) {
    if (mark === '') continue;
    const entry = own.find((one) => one.mark === mark);
    if (!entry) return `it shows what another person wrote: ${text}`;
    if (shown.filter((one) => one.mark === mark).length > 1) return `it shows ${mark} twice`;
    const isCertain = belief.isCertainIn(belief.tab, entry);
    if (isCertain && entry.fate === 'deleted') return `it shows ${mark}, which was deleted`;
  }
  if (isSearch) return '';
  for (const entry of own) {
    if (entry.fate !== 'kept' || !belief.isCertainIn(belief.tab, entry) || isOfTomorrow(belief, entry))
      continue;
    const { content } = latestOf(entry);
    const text = shown.find(({ mark }) => mark === entry.mark)?.text;
    if (text === undefined) return `it does not show ${entry.mark}: ${content}`;
    if (!text.includes(content)) return `it shows ${JSON.stringify(text)} instead of ${content}`;
  }
  return '';
}

/** Written in a zone in which it was a later day than it is here; the list ends with today. */
const isOfTomorrow = ({ device }: Belief, { writtenIn }: BelievedEntry): boolean => writtenIn !== device.zone;

async function eventuallyOr(isSo: () => Promise<boolean>, words: () => Promise<string>): Promise<void> {
  try {
    await eventually(
      async () => {
        if (!(await isSo())) throw new Fault(await words());
      },
      { timeoutMs: PATIENCE_MS },
    );
  } catch (error) {
    throw error instanceof Fault ? error : new Fault(String(error));
  }
}
