import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { JournalEntryCreatedV1 } from '@inner-weather/contracts/events';
import { startFakeWeatherApi } from '@inner-weather/testing/fake-weather';
import type { FakeServer } from '@inner-weather/testing/fake-server';
import { eventually } from '@inner-weather/testing/eventually';
import { Api } from '../support/api.js';
import { reportOutcome } from '../support/ledger.js';
import { Load } from '../support/load.js';
import { Spy } from '../support/spy.js';
import { startTestStack } from '../support/stack.mjs';

const PRELOAD = resolve(import.meta.dirname, '../preloads/crash-at.mjs');

/** For what a killed process has left to be taken up again: it had a lease of three seconds on it. */
const TAKEN_UP_MS = 60_000;

let weather: FakeServer;

// Not within `describe`: Jest begins concurrent tests before what stands there.
beforeAll(async () => {
  weather = await startFakeWeatherApi();
});

afterAll(() => weather.close());

describe('an entry that was answered with success survives, and its event is published', () => {
  // Each has a stack of its own, and waits for a lease most of the time.
  it.concurrent.each([
    ['after the save and before the publish', 'before-publish'],
    ['after the publish and before the outbox is cleared', 'after-publish'],
    ['when half of the entries that are saved together are stored', 'within-batch'],
    ['when all of them are stored and none is answered', 'after-batch'],
    ['when half of the entries that are stamped together are stamped', 'within-stamps'],
  ] as const)(
    'if journal is killed %s (%s)',
    async (where, point) => {
      const counter = join(mkdtempSync(join(tmpdir(), 'inner-weather-crash-')), 'crashes');
      const stack = await startTestStack({
        serviceEnv: {
          weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weather.url },
          journal: {
            NODE_OPTIONS: `--import=${PRELOAD}`,
            CRASH_AT: point,
            // Groups of stamps are fewer than entries.
            CRASH_AFTER: point === 'within-stamps' ? '5' : '20',
            CRASH_TIMES: '3',
            CRASH_FILE: counter,
          },
        },
      });
      const spy = await Spy.start(stack.infrastructure.amqpUrl);
      try {
        const api = new Api(stack.url);
        const people = await Promise.all(Array.from({ length: 5 }, () => api.signUp()));
        // Five stacks share the machine.
        const load = new Load(people, 25);
        await eventually(() => expect(readFileSync(counter, 'utf8')).toBe('3'), { timeoutMs: 60_000 });
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
      } finally {
        await spy.close();
        await stack.stop();
      }
    },
    180_000,
  );
});
