import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { JournalEntryCreatedV1 } from '@inner-weather/contracts/messaging/events';
import { startFakeWeatherApi } from '@inner-weather/testing/fake-weather';
import type { FakeServer } from '@inner-weather/testing/fake-server';
import { eventually } from '@inner-weather/testing/eventually';
import { Api } from '../support/api.js';
import { reportOutcome } from '../support/ledger.js';
import { Load } from '../support/load.js';
import { Spy } from '../support/spy.js';
import { startTestStack } from '../support/stack.mjs';

const PRELOAD = resolve(import.meta.dirname, '../preloads/crash-at.mjs');

/** Milliseconds until another process takes over the work of a killed one, which had a lease of three seconds. */
const TAKEN_UP_MS = 60_000;

describe('an entry that was answered with success survives, and its event is published', () => {
  const plan = join(mkdtempSync(join(tmpdir(), 'inner-weather-crash-')), 'plan.json');
  let weather: FakeServer;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let spy: Spy;

  beforeAll(async () => {
    weather = await startFakeWeatherApi();
    stack = await startTestStack({
      serviceEnv: {
        weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weather.url },
        journal: { NODE_OPTIONS: `--import=${PRELOAD}`, CRASH_FILE: plan },
      },
    });
    spy = await Spy.start(stack.infrastructure.amqpUrl);
  }, 60_000);

  afterAll(async () => {
    await spy.close();
    await stack.stop();
    await weather.close();
  }, 60_000);

  it.each([
    ['after the save and before the publish', 'before-publish', 20],
    ['after the publish and before the outbox is cleared', 'after-publish', 20],
    ['when half of the entries that are saved together are stored', 'within-batch', 20],
    ['when all of them are stored and none is answered', 'after-batch', 20],
    // Groups of stamps are fewer than entries.
    ['when half of the entries that are stamped together are stamped', 'within-stamps', 5],
  ])(
    'if journal is killed %s (%s)',
    async (where, point, after) => {
      writeFileSync(plan, JSON.stringify({ point, after, left: 2 }));
      await stack.services.journal.restart();
      const api = new Api(stack.url);
      const load = new Load(await Promise.all(Array.from({ length: 5 }, () => api.signUp())), 25);
      await eventually(() => expect(JSON.parse(readFileSync(plan, 'utf8'))).toMatchObject({ left: 0 }), {
        timeoutMs: 60_000,
      });
      await load.reached(load.ledger.size + 20);
      await load.stop();

      const entries = await load.entries();
      reportOutcome(`journal killed ${where}`, load.ledger.compare(entries.map(({ content }) => content)));
      await eventually(
        () => {
          const published = new Set(
            spy.of<JournalEntryCreatedV1>('journal.entry.created.v1').map((e) => e.entryId),
          );
          expect(entries.filter(({ _id }) => !published.has(_id))).toEqual([]);
        },
        { timeoutMs: TAKEN_UP_MS },
      );
      await eventually(
        async () =>
          expect((await load.entries()).filter((entry) => entry.weatherStatus !== 'ready')).toEqual([]),
        { timeoutMs: TAKEN_UP_MS },
      );
    },
    180_000,
  );
});
