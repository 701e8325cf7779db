import { randomUUID } from 'node:crypto';
import { eventually } from '@inner-weather/testing/eventually';
import type { Reply } from '@inner-weather/testing/fake-server';
import { UNKNOWN_CITY, weatherApiError } from '@inner-weather/testing/fake-weather';
import type { Person } from '../../support/api.js';
import type { OwnStack } from '../../support/own-stack.js';

/** A broker that dies is in database.ts. */
const UNAVAILABLE = 'Weather data not available for this Journal Entry';
const TROUBLE: Reply[] = [
  weatherApiError(429, 2007, 'busy'),
  { status: 500, body: 'Internal Server Error' },
  { status: 200, body: '<html>a captive portal</html>' },
  { status: 200, body: { current: { condition: null } } },
  { hangUp: true },
  { delayMs: 2_000, body: {} },
  { status: 200, body: { current: { condition: { text: 42 } } } },
  { status: 503 },
];

export const weather = (stackOf: () => OwnStack) =>
  describe('every entry ends with weather or marked as unavailable', () => {
    let stack: OwnStack;
    let people: Person[];

    beforeAll(async () => {
      stack = stackOf();
      people = await Promise.all(Array.from({ length: 2 }, () => stack.api.signUp()));
    });

    it('through failures of the provider and of the weather service', async () => {
      const ids = new Map<string, string>();
      const write = async (location: string): Promise<void> => {
        const person = people[ids.size % people.length]!;
        // An entry that was stored is not stored again when its answer came too late.
        const key = { 'idempotency-key': randomUUID() };
        const { _id } = await eventually(() => person.write({ location }, key), {
          timeoutMs: 30_000,
          everyMs: 200,
        });
        ids.set(_id, location);
      };
      const cities = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name} ${n}`);

      stack.weather.script(...Array.from({ length: 5 }, () => TROUBLE).flat());
      for (const city of cities('Trouble', 20)) await write(city);
      stack.services.weather.kill('SIGKILL');
      for (const city of cities('Killed', 10)) await write(city);
      await stack.services.weather.ready();
      const hung = stack.services.weather.pid!;
      process.kill(hung, 'SIGSTOP');
      for (const city of cities('Hung', 10)) await write(city);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      process.kill(hung, 'SIGCONT');
      await write(UNKNOWN_CITY);

      const entries = await eventually(
        async () => {
          const answers = await Promise.all(people.map((person) => person.search()));
          const all = answers.flatMap(({ body }) => body);
          expect(all).toHaveLength(ids.size);
          expect(all.filter(({ weatherStatus }) => weatherStatus === 'pending')).toEqual([]);
          return all;
        },
        { timeoutMs: 90_000, everyMs: 500 },
      );
      const marked = entries.filter(({ weatherStatus }) => weatherStatus === 'unavailable');
      expect(marked.map(({ weatherData }) => weatherData)).toEqual(marked.map(() => UNAVAILABLE));
      expect(marked.map(({ location }) => location)).toContain(UNKNOWN_CITY);
      const ready = entries.filter(({ weatherStatus }) => weatherStatus === 'ready');
      expect(ready.filter(({ weatherData }) => weatherData !== 'Partly cloudy')).toEqual([]);
      process.stderr.write(
        `  ${entries.length} entries: ${ready.length} stamped, ${marked.length} marked, 0 pending\n`,
      );
    }, 240_000);
  });
