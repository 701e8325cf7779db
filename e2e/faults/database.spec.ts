import { eventually } from '@inner-weather/testing/eventually';
import { Api, PASSWORD, type Problem } from '../support/api.js';
import { newOwner, type Owner, REQUESTS, ROUTES, send } from '../support/every-route.js';
import { reportOutcome } from '../support/ledger.js';
import { Load } from '../support/load.js';
import { ownInfrastructure } from '../support/own-infrastructure.js';
import { startTestStack } from '../support/stack.mjs';

const WRITERS = 24;
/** Milliseconds for which requests of every route are sent around the moment in which the database fails. */
const AROUND_MS = 4_000;
/** The longest answer: a call's deadline is 5 s. */
const ANSWER_MS = 8_000;
/** Routes that end sessions of their sender. */
const ENDING = /^(DELETE|PATCH) \/api\/user\/me(\/sessions\/\{id\})?$|^POST \/api\/logout$/;

/** A streamed answer: it starts with 200, and is aborted if the rest cannot be read. */
const STREAMED = 'GET /api/user/me/export';

describe('a database', () => {
  let infrastructure: Awaited<ReturnType<typeof ownInfrastructure>>;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let api: Api;

  beforeAll(async () => {
    infrastructure = await ownInfrastructure();
    stack = await startTestStack();
    api = new Api(stack.url);
  }, 90_000);

  afterAll(async () => {
    await stack.stop();
    await infrastructure.stop();
  }, 60_000);

  const pids = () => Object.values(stack.services).map(({ pid }) => pid);

  const people = (count: number) => Promise.all(Array.from({ length: count }, () => api.signUp()));

  async function startAgain(part: 'database' | 'broker'): Promise<void> {
    await eventually(async () => expect(await infrastructure[part]!.isAlive()).toBe(false));
    await infrastructure[part]!.start();
  }

  async function expectNothingLost(what: string, load: Load): Promise<void> {
    await load.reached(load.ledger.size + 30);
    await load.stop();
    const entries = await load.entries();
    reportOutcome(what, load.ledger.compare(entries.map(({ content }) => content)));
  }

  it('that stops is reported in words, restarts no service, and is used again when it is back', async () => {
    const writers = await people(3);
    const [person] = writers;
    const load = new Load(writers);
    await load.reached(30);
    const before = pids();
    await infrastructure.database!.stop();

    const began = Date.now();
    const body = { email: person!.user.email, content: 'Now?', location: 'Porto' };
    const answers = await Promise.all([
      person!.request<Problem>('POST', '/api/journal/new', { body }),
      person!.request<Problem>('GET', '/api/insights'),
      api.request<Problem>('POST', '/api/login', { body: { email: person!.user.email, password: PASSWORD } }),
    ]);
    for (const { status, body: problem } of answers) {
      expect(status).toBe(503);
      expect(problem.errors[0]?.msg).toMatch(/\w+ \w+ \w+/);
      expect(JSON.stringify(problem)).not.toMatch(/mongo|ECONN|127\.0\.0\.1/i);
    }
    expect(Date.now() - began).toBeLessThan(8_000);
    const ready = await fetch(`${stack.services.journal.adminUrl}/health/ready`);
    const live = await fetch(`${stack.services.journal.adminUrl}/health/live`);
    expect([ready.status, live.status]).toEqual([503, 200]);

    await infrastructure.database!.start();
    await expectNothingLost('database stopped and started', load);
    expect(pids()).toEqual(before);
    await eventually(async () => {
      expect((await fetch(`${stack.services.journal.adminUrl}/health/ready`)).status).toBe(200);
    });
  }, 150_000);

  it('that is killed again and again under load loses nothing that was acknowledged', async () => {
    const load = new Load(await people(WRITERS));
    for (let kill = 0; kill < 3; kill += 1) {
      await load.reached(load.ledger.size + 80);
      await infrastructure.database!.kill();
      await startAgain('database');
    }
    await expectNothingLost('database killed under load, three times', load);
  }, 180_000);

  it('that is killed together with the broker and every service loses nothing that was acknowledged', async () => {
    const load = new Load(await people(WRITERS));
    await load.reached(80);
    // Like a power cut, except for data that the system had not written to the disk: embedded-file.spec.ts counts syncs.
    for (const part of [infrastructure.database!, infrastructure.broker!, ...Object.values(stack.services)])
      void part.kill('SIGKILL');
    await Promise.all([startAgain('database'), startAgain('broker')]);
    await expectNothingLost('database, broker and services killed at once', load);
  }, 180_000);

  it.each([
    ['is paused', 'SIGSTOP'],
    ['is killed', 'SIGKILL'],
  ] as const)(
    'that %s in the middle of requests of every service is 503 in words, never 500',
    async (_what, signal) => {
      const requests = sendAround(await ownersOf(ROUTES));
      await requests.some();
      await infrastructure.database!.kill(signal);
      const answers = await requests.all().finally(async () => {
        if (signal === 'SIGSTOP') await infrastructure.database!.kill('SIGCONT');
        else await startAgain('database');
      });

      const failures = answers.filter(({ status }) => status >= 500);
      expect(failures.filter(({ status, words }) => status !== 503 || !/\w+ \w+ \w+/.test(words))).toEqual(
        [],
      );
      for (const service of ['auth', 'journal', 'insights'])
        expect(failures.map(({ route }) => serviceOf(route))).toContain(service);
      expect(JSON.stringify(failures)).not.toMatch(/mongo|ECONN|127\.0\.0\.1/i);
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(ANSWER_MS);
      await eventually(() => api.signUp(), { timeoutMs: 20_000 });
    },
    180_000,
  );

  /** The user who sends the requests of each route: one for all, but a separate one for routes that end the session. */
  async function ownersOf(routes: string[]): Promise<Map<string, Owner>> {
    const shared = await newOwner(api);
    const owners = new Map<string, Owner>();
    for (const route of routes) owners.set(route, ENDING.test(route) ? await newOwner(api) : shared);
    return owners;
  }

  /** Sends requests of every route, one after the other for each, until some time after the first were answered. */
  function sendAround(owners: Map<string, Owner>) {
    const answers: { route: string; status: number; words: string; ms: number }[] = [];
    const end = Date.now() + AROUND_MS;
    const senders = [...owners].map(async ([route, owner]) => {
      do {
        const began = Date.now();
        const { status, body } = await send(route, owner, REQUESTS[route]!(owner)).catch((error: unknown) => {
          if (route !== STREAMED) throw error;
          return { status: 200, body: undefined };
        });
        const words = (body as Partial<Problem>)?.errors?.[0]?.msg ?? '';
        answers.push({ route, status, words, ms: Date.now() - began });
      } while (Date.now() < end);
    });
    return {
      some: () => eventually(() => expect(answers.length).toBeGreaterThan(ROUTES.length / 2), { everyMs: 5 }),
      all: async () => {
        await Promise.all(senders);
        return answers;
      },
    };
  }
});

/** Which service answers a route, by its path. */
function serviceOf(route: string): string {
  if (/\/api\/(journal|user\/me\/storage)/.test(route)) return 'journal';
  return route.includes('/api/insights') ? 'insights' : 'auth';
}
