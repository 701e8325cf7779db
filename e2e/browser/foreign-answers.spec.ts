import type { Browser } from 'playwright-core';
import { Api } from '../support/api.js';
import { launch } from '../support/browser.js';
import { stackUrl } from '../support/config.js';
import { FOREIGN_KINDS, type ForeignKind } from '../support/foreign-answers.js';
import { startForeignProxy } from '../support/foreign-proxy.js';
import { ForeignSitting, lineOf } from '../support/foreign-sitting.js';
import { isSoak } from '../support/soak.js';

/*
 * Whatever something in front of the journal answers in its place, it says nothing about a change: nothing is lost, nothing
 * is doubled, the session stays, and the page opens from the device. Each kind of answer is one sitting, whose parts are
 * told apart by their names, and a failure lists all cells that are wrong: `page, deletion: does not arrive`.
 */

/**
 * One of each way to judge an answer, since a sitting takes a quarter of a minute: web's own-answer.spec.ts tells that all
 * others are judged like these. A long run takes all.
 */
const SORTS: ForeignKind[] = ['401', '200-page', 'redirect', 'cut'];

const KINDS = isSoak ? FOREIGN_KINDS : SORTS;

const api = new Api(stackUrl());

/** Does one step, and notes what is wrong with which change, or with the step. Later steps are done all the same. */
type Step = (name: string, run: () => Promise<void | Record<string, string>>) => Promise<void>;

type Part = (sitting: ForeignSitting, answer: Answer, step: Step) => Promise<void>;

interface Answer {
  /** From now on the journal is hidden: all of it, its API or these paths. */
  begin: (paths: 'all' | 'api' | RegExp) => void;
  /** The journal answers again. */
  end: () => void;
}

const PARTS: Record<string, Part> = {
  async page(sitting, answer, step) {
    answer.begin('api');
    await step('said', () => sitting.change('page'));
    await step('met', () => sitting.untilMet());
    await step('peace', () => sitting.expectPeace());
    answer.begin('all');
    await step('reloaded', () => sitting.open());
    await step('read', () => sitting.read('page'));
    answer.end();
    await step('arrived', () => sitting.arrive('page', sitting.nudge));
    await step('over', () => sitting.expectPeace());
    await step('session', () => sitting.expectSession());
  },

  async outbox(sitting, answer, step) {
    await sitting.goOffline();
    await step('said', () => sitting.change('outbox'));
    answer.begin('api');
    await sitting.goOnline();
    await step('met', () => sitting.untilMet());
    await step('read', () => sitting.read('outbox'));
    answer.end();
    await step('arrived', () => sitting.arrive('outbox', sitting.nudge));
    await step('over', () => sitting.expectPeace());
  },

  async worker(sitting, answer, step) {
    await sitting.goOffline();
    await step('said', () => sitting.change('worker'));
    await sitting.leave();
    // First it gets no token, then it gets one, and no answer about the changes.
    answer.begin('api');
    await sitting.goOnline();
    await sitting.nudgeWorker();
    await step('asked', () => sitting.untilAsked('/api/session'));
    answer.begin(/^\/api\/journal\//);
    await step('met', () => sitting.nudgeWorkerUntilMet());
    answer.begin('all');
    await step('opened', () => sitting.open());
    await step('read', () => sitting.read('worker'));
    await sitting.leave();
    answer.end();
    await step('arrived', () => sitting.arrive('worker', sitting.nudgeWorker));
    await step('over', () => sitting.open());
    await step('shown', () => sitting.read('worker'));
  },

  async session(sitting, answer, step) {
    await sitting.goOffline();
    await step('said', () => sitting.change('session'));
    answer.begin(/^\/api\/session/);
    await sitting.goOnline();
    await step('reloaded', () => sitting.open());
    await step('read', () => sitting.read('session'));
    await step('asked', () => sitting.untilAsked('/api/session'));
    answer.end();
    await step('arrived', () => sitting.arrive('session', sitting.nudge));
    await step('over', () => sitting.expectPeace());
    await step('session', () => sitting.expectSession());
  },
};

/** Goes through all parts, each in the same browser unless the one before has failed. Returns what is wrong. */
async function sitThrough(browser: Browser, kind: ForeignKind): Promise<string[]> {
  const wrong: string[] = [];
  const [person, proxy] = await Promise.all([api.signUp(), startForeignProxy(api.url)]);
  let sitting: ForeignSitting | undefined;
  try {
    for (const [name, part] of Object.entries(PARTS)) {
      const before = wrong.length;
      sitting ??= await ForeignSitting.start(browser, person, proxy);
      await sitting.prepare(name);
      const answer: Answer = {
        begin: (paths) => proxy.answer(kind, { paths }),
        end: () => proxy.answer(kind, { paths: 'all', times: 0 }),
      };
      const step: Step = async (what, run) => {
        try {
          for (const [change, why] of Object.entries((await run()) ?? {}))
            wrong.push(`${name}, ${what}, ${change}: ${why}`);
        } catch (error) {
          wrong.push(`${name}, ${what}: ${lineOf(error)}`);
        }
      };
      await part(sitting, answer, step);
      if (wrong.length === before) continue;
      await sitting.close();
      sitting = undefined;
    }
  } finally {
    await sitting?.close();
    await proxy.close();
  }
  return wrong;
}

describe('an answer that is not of the journal', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(() => browser.close());

  it.each(KINDS)(
    '%s: changes nothing, and everything arrives once it has passed',
    async (kind) => {
      expect(await sitThrough(browser, kind)).toEqual([]);
    },
    240_000,
  );
});
