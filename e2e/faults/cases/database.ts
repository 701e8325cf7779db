import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@inner-weather/testing/eventually';
import { SERVICES_WITH_DATABASE } from '../../../deploy/local/services.mjs';
import type { Api, Problem } from '../../support/requests/api.js';
import { ROUTES } from '../../support/requests/documented-routes.js';
import { newOwner, send } from '../../support/requests/every-route.js';
import type { Owner } from '../../support/requests/route-owner.js';
import { REQUESTS } from '../../support/requests/route-requests.js';
import { Load } from '../../support/load.js';
import { CALL_TIMEOUT_MS, type OwnStack } from '../../support/stacks/own-stack.js';
import { isSoak } from '../../support/soak.js';

const WRITERS = 8;
/** Kills of the database alone. */
const KILLS = isSoak ? 3 : 1;
/** Milliseconds for which requests of every route are sent at least after the moment in which the database fails. */
const AROUND_MS = 1_500;
/** Milliseconds between two requests of one route, so that quick failures do not fill the time. */
const PAUSE_MS = 100;
/** The longest answer: a call's deadline, and what a busy machine may add to it. */
const ANSWER_MS = CALL_TIMEOUT_MS + 3_000;
/** Routes that end sessions of their sender. */
const ENDING = /^(DELETE|PATCH) \/api\/user\/me(\/sessions\/\{id\})?$|^POST \/api\/logout$/;

/** A streamed answer: it starts with 200, and is aborted if the rest cannot be read. */
const STREAMED = 'GET /api/user/me/export';

export const database = (stackOf: () => OwnStack) =>
  describe('a database', () => {
    let infrastructure: OwnStack['own'];
    let stack: OwnStack;
    let api: Api;

    beforeAll(() => {
      stack = stackOf();
      infrastructure = stack.own;
      api = stack.api;
    });

    const pids = () => Object.values(stack.services).map(({ pid }) => pid);

    const journalIs = async (check: 'live' | 'ready') =>
      (await fetch(`${stack.services.journal.adminUrl}/health/${check}`)).status;

    const people = (count: number) => Promise.all(Array.from({ length: count }, () => api.signUp()));

    async function everyServiceIsReady(): Promise<void> {
      for (const { adminUrl } of Object.values(stack.services)) {
        await eventually(async () => expect((await fetch(`${adminUrl}/health/ready`)).status).toBe(200), {
          timeoutMs: 60_000,
        });
      }
    }

    async function startAgain(part: 'database' | 'broker'): Promise<void> {
      await eventually(async () => expect(await infrastructure[part]!.isAlive()).toBe(false));
      await infrastructure[part]!.start();
    }

    async function expectNothingLost(what: string, load: Load): Promise<void> {
      await load.reached(load.ledger.size + 30);
      await load.judge(what);
    }

    it('that is killed under load, alone and with the broker and every service, loses nothing that was acknowledged', async () => {
      const load = new Load(await people(WRITERS));
      for (let kill = 0; kill < KILLS; kill += 1) {
        await load.reached(load.ledger.size + 80);
        await infrastructure.database!.kill();
        await startAgain('database');
      }
      await load.reached(load.ledger.size + 80);
      // Like a power cut, except for data that the system had not written to the disk: embedded-file.ts counts syncs.
      for (const part of [infrastructure.database!, infrastructure.broker!, ...Object.values(stack.services)])
        void part.kill('SIGKILL');
      await Promise.all([startAgain('database'), startAgain('broker')]);
      await expectNothingLost('database killed alone, and with all others', load);
      await eventually(
        async () =>
          expect((await load.entries()).filter(({ weatherStatus }) => weatherStatus === 'pending')).toEqual(
            [],
          ),
        { timeoutMs: 120_000, everyMs: 500 },
      );
      // The next test needs those, too, that saves and their weather do not.
      await everyServiceIsReady();
    }, 400_000);

    it.each([
      ['is paused', 'SIGSTOP'],
      ['is killed', 'SIGKILL'],
    ] as const)(
      'that %s in the middle of requests of every service is 503 in words, never 500, and restarts none',
      async (_what, signal) => {
        const before = pids();
        const requests = sendAround(await ownersOf(ROUTES));
        await requests.some();
        await infrastructure.database!.kill(signal);
        let answers: Awaited<ReturnType<typeof requests.all>>;
        try {
          await Promise.all([sleep(AROUND_MS), requests.failedEverywhere()]);
          answers = await requests.all();
          await eventually(async () => expect(await journalIs('ready')).toBe(503));
          expect(await journalIs('live')).toBe(200);
        } finally {
          if (signal === 'SIGSTOP') await infrastructure.database!.kill('SIGCONT');
          else await startAgain('database');
        }

        const failures = answers.filter(isFailure);
        expect(failures.filter(({ status, words }) => status !== 503 || !/\w+ \w+ \w+/.test(words))).toEqual(
          [],
        );
        expect(JSON.stringify(failures)).not.toMatch(/mongo|ECONN|127\.0\.0\.1/i);
        // A photo is asked for at the service, and then fetched from it.
        expect(answers.filter(({ route, ms }) => ms >= ANSWER_MS * (isPhoto(route) ? 2 : 1))).toEqual([]);
        await eventually(() => api.signUp(), { timeoutMs: 60_000 });
        await everyServiceIsReady();
        expect(pids()).toEqual(before);
      },
      360_000,
    );

    /** The user who sends the requests of each route: one for all, but a separate one for routes that end the session. */
    async function ownersOf(routes: string[]): Promise<Map<string, Owner>> {
      const shared = await newOwner(api);
      const owners = routes.map(async (route): Promise<[string, Owner]> => [
        route,
        ENDING.test(route) ? { ...shared, person: await api.signUp() } : shared,
      ]);
      return new Map(await Promise.all(owners));
    }

    /** Sends requests of every route, one after the other for each. */
    function sendAround(owners: Map<string, Owner>) {
      const answers: { route: string; status: number; words: string; ms: number }[] = [];
      let isOver = false;
      const senders = [...owners].map(async ([route, owner]) => {
        do {
          const began = Date.now();
          const { status, body } = await send(route, owner, REQUESTS[route]!(owner)).catch(
            (error: unknown) => {
              if (route !== STREAMED) throw error;
              return { status: 200, body: undefined };
            },
          );
          const words = (body as Partial<Problem>)?.errors?.[0]?.msg ?? '';
          answers.push({ route, status, words, ms: Date.now() - began });
          await sleep(PAUSE_MS);
        } while (!isOver);
      });
      return {
        some: () =>
          eventually(() => expect(answers.length).toBeGreaterThan(ROUTES.length / 2), { everyMs: 5 }),
        failedEverywhere: () =>
          eventually(
            () =>
              expect(answers.filter(isFailure).map(({ route }) => serviceOf(route))).toEqual(
                expect.arrayContaining([...SERVICES_WITH_DATABASE]),
              ),
            { timeoutMs: 60_000 },
          ),
        all: async () => {
          isOver = true;
          await Promise.all(senders);
          return answers;
        },
      };
    }
  });

const isFailure = ({ status }: { status: number }): boolean => status >= 500;
const isPhoto = (route: string): boolean => route.includes('/api/photos');

/** Which service answers a route, by its path. */
function serviceOf(route: string): string {
  if (/\/api\/(journal|beginnings|measures|moods|user\/me\/storage)/.test(route)) return 'journal';
  if (isPhoto(route)) return 'media';
  const [service = 'auth'] = /(?<=\/api\/)(insights|reminders)/.exec(route) ?? [];
  return service;
}
