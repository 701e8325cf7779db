import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD, type Person } from './api.js';
import { syncOf } from './background-sync.js';
import { Visit } from './browser.js';
import type { ForeignProxy } from './foreign-proxy.js';
import { card, contentsOf, edit, KEPT, SAVED, saveButton, textField, untilKept } from './offline.js';

/** The three changes, each of entries of its own. */
const CHANGES = ['new', 'edition', 'deletion'] as const;

type Change = (typeof CHANGES)[number];

/** Milliseconds after which what does not come has failed. */
const PATIENCE_MS = 10_000;
/** A deletion can be undone for ten seconds. */
const UNDO_MS = 10_000;

const CHANGE_PATH = /^\/api\/journal\/(new|update|delete)/;

/** The words of the entries of one part of a sitting. */
const wordsOf = (part: string) => ({
  fresh: `Fresh words of ${part}.`,
  plain: `Plain words of ${part}.`,
  edited: `Thought over for ${part}.`,
  unwanted: `Unwanted words of ${part}.`,
});

/** A browser of a person behind a foreign proxy, with the journal's service worker and a copy of the entries. */
export class ForeignSitting {
  private constructor(
    private readonly visit: Visit,
    private readonly person: Person,
    private readonly proxy: ForeignProxy,
    /** Dispatches Background Sync. */
    private readonly sync: () => Promise<void>,
  ) {}

  static async start(browser: Browser, person: Person, proxy: ForeignProxy): Promise<ForeignSitting> {
    proxy.answerItself();
    const visit = await Visit.start(browser, { url: proxy.url, worker: true });
    visit.context.setDefaultTimeout(PATIENCE_MS);
    await visit.context.clock.install();
    const { page } = visit;
    const data = { email: person.user.email, password: PASSWORD };
    const answer = await page.request.post('/api/login', { data });
    expect(answer.status()).toBe(200);
    await page.goto('/journal');
    await page.evaluate(() => navigator.serviceWorker.ready);
    const sync = await syncOf(visit.context);
    return new ForeignSitting(visit, person, proxy, sync);
  }

  close(): Promise<void> {
    return this.visit.context.close();
  }

  private get page(): Page {
    return this.visit.page;
  }

  /** Writes what a part needs, and opens the journal with it. */
  async prepare(part: string): Promise<void> {
    this.proxy.answerItself();
    const { plain, unwanted } = wordsOf(part);
    for (const content of [plain, unwanted]) await this.person.write({ content });
    await this.page.goto('/journal');
    await card(this.page, unwanted).waitFor();
    await untilKept(this.page);
  }

  /** Makes the three changes. Returns those of which the page said something else than that they are kept here. */
  async change(part: string): Promise<Partial<Record<Change, string>>> {
    const { page } = this;
    const { fresh, plain, edited, unwanted } = wordsOf(part);
    return collect({
      new: async () => {
        await textField(page).fill(fresh);
        await saveButton(page).click();
        const said = page.getByText(KEPT).or(page.getByText(SAVED)).or(page.getByRole('alert'));
        await said.first().waitFor();
        expect(await said.first().innerText()).toContain(KEPT);
        await card(page, fresh).waitFor();
      },
      edition: () => edit(page, plain, edited),
      deletion: async () => {
        await card(page, unwanted).getByRole('button', { name: 'Delete' }).click();
        const undo = page.getByRole('button', { name: 'Undo' });
        await undo.waitFor();
        await page.clock.fastForward(UNDO_MS);
        await undo.waitFor({ state: 'detached' });
      },
    });
  }

  /** Waits until a change was answered in the journal's place. */
  untilMet(): Promise<void> {
    return eventually(
      async () => expect(this.proxy.foreign().some(({ path }) => CHANGE_PATH.test(path))).toBe(true),
      { timeoutMs: PATIENCE_MS },
    );
  }

  /** Waits until a request to this path was answered in the journal's place. */
  untilAsked(path: string): Promise<void> {
    return eventually(
      async () => expect(this.proxy.foreign().map((request) => request.path)).toContain(path),
      { timeoutMs: PATIENCE_MS },
    );
  }

  /** The worker tries no more while an earlier attempt has not ended. */
  nudgeWorkerUntilMet(): Promise<void> {
    return eventually(
      async () => {
        await this.nudgeWorker();
        expect(this.proxy.foreign().some(({ path }) => CHANGE_PATH.test(path))).toBe(true);
      },
      { timeoutMs: PATIENCE_MS },
    );
  }

  /** Reads what the page shows of a part, as it has to be on the device. */
  async read(part: string): Promise<Partial<Record<Change, string>>> {
    const { page } = this;
    const { fresh, edited, unwanted } = wordsOf(part);
    return collect({
      new: () => card(page, fresh).waitFor(),
      edition: () => card(page, edited).waitFor(),
      deletion: async () => {
        // Once the others are shown, the list is.
        await page.getByRole('article').first().waitFor();
        expect(await card(page, unwanted).count()).toBe(0);
      },
    });
  }

  /** Nothing of it is told as needing its writer, and the page is still that of its user. */
  async expectPeace(): Promise<void> {
    const { page } = this;
    await page.getByRole('heading', { name: `${this.person.user.name}'s Journal` }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/journal');
    expect(await page.getByText(/\bneeds? you\b/).count()).toBe(0);
  }

  /** Waits until all changes have arrived. @param nudge makes the device try at once, as often as it takes */
  async arrive(part: string, nudge: () => Promise<unknown>): Promise<Partial<Record<Change, string>>> {
    const { fresh, plain, edited, unwanted } = wordsOf(part);
    const counts = async () => {
      const contents = await contentsOf(this.person);
      return [fresh, plain, edited, unwanted].map((text) => contents.filter((one) => one === text).length);
    };
    await eventually(
      async () => {
        await nudge();
        expect(await counts()).toEqual([1, 0, 1, 0]);
      },
      { timeoutMs: PATIENCE_MS },
    ).catch(() => undefined);
    const [news = 0, before = 0, after = 0, left = 0] = await counts();
    // Each may be asked for twice: without a token, or with one that has expired.
    const inOrder = ['new', 'update', 'delete'];
    const sent = [...new Set(this.proxy.passed().flatMap(({ path }) => CHANGE_PATH.exec(path)?.[1] ?? []))];
    return {
      ...(news !== 1 && { new: news === 0 ? 'lost' : 'doubled' }),
      ...((before !== 0 || after !== 1) && { edition: 'does not arrive' }),
      ...(left !== 0 && { deletion: 'does not arrive' }),
      // One may have passed in the moment before the foreign time.
      ...(sent.join() !== inOrder.filter((one) => sent.includes(one)).join() && {
        new: `sent as ${sent.join()}`,
      }),
    };
  }

  /** Everything that waits is sent when the browser says that it is online. */
  nudge = (): Promise<unknown> => this.page.evaluate(() => window.dispatchEvent(new Event('online')));

  nudgeWorker = (): Promise<void> => this.sync();

  /** Opens the journal again: from the device, if that is all there is. */
  async open(): Promise<void> {
    await this.page.goto('/journal');
    await this.expectPeace();
  }

  /** Leaves no page open. */
  async leave(): Promise<void> {
    await this.page.goto('about:blank');
  }

  async goOffline(): Promise<void> {
    await this.visit.context.setOffline(true);
  }

  async goOnline(): Promise<void> {
    await this.visit.context.setOffline(false);
  }

  /** The cookie still opens a session. */
  async expectSession(): Promise<void> {
    expect((await this.page.request.get('/api/session')).status()).toBe(200);
  }
}

/** Does all of them, and says of those that failed why, in one line. */
async function collect(
  checks: Record<Change, () => Promise<unknown>>,
): Promise<Partial<Record<Change, string>>> {
  const failed: Partial<Record<Change, string>> = {};
  for (const change of CHANGES)
    await checks[change]().catch((error: unknown) => (failed[change] = lineOf(error)));
  return failed;
}

/** The first lines of an error without colours. */
export function lineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/\u001b\[\d+m/g, '')
    .replace(/\s+/g, ' ')
    .slice(0, 200);
}
