import { QUEUES } from '@inner-weather/contracts/messaging/topology';
import { eventually } from '@inner-weather/testing/eventually';
import type { FakeServer } from '@inner-weather/testing/fake-server';
import { pastWords } from '@inner-weather/testing/fake-weather';
import { connect } from 'amqplib';
import { MongoClient } from 'mongodb';
import type { Person } from '../../support/api.js';
import type { SharedStack } from '../../support/shared-stack.js';

const WORDS = 'Weather data not available for this Journal Entry';
const HOUR_MS = 60 * 60_000;
const ENTRIES = 20;
/** Milliseconds between two background look-ups of a provider that is away: half a minute, scaled as the stack is. */
const PROBE_PAUSE_MS = 1_500;

export const weatherOutage = (stackOf: () => SharedStack) =>
  describe('a long outage of the provider', () => {
    let weather: FakeServer;
    let stack: SharedStack;
    let ada: Person;

    beforeAll(async () => {
      stack = stackOf();
      weather = stack.weather;
      ada = await stack.api.signUp();
    });

    afterAll(() => weather.script());

    const entries = async () => (await ada.search()).body;
    const statuses = async () =>
      [...new Set((await entries()).map(({ weatherStatus }) => weatherStatus))].sort();
    /** Moves her entries three hours into the past. */
    const setBack = async () => {
      const client = await new MongoClient(stack.infrastructure.mongoUrl).connect();
      const stored = client.db(`${stack.infrastructure.mongoDb}_journal`).collection('entries');
      for await (const { _id, createdAt } of stored.find(
        { userId: ada.user.id },
        { projection: { createdAt: 1 } },
      )) {
        const earlier = new Date((createdAt as Date).getTime() - 3 * HOUR_MS);
        await stored.updateOne({ _id }, { $set: { createdAt: earlier } });
      }
      await client.close();
    };
    const messagesIn = async (): Promise<number> => {
      const connection = await connect(stack.infrastructure.amqpUrl);
      const channel = await connection.createChannel();
      const { messageCount } = await channel.checkQueue('weather.on-entry' satisfies keyof typeof QUEUES);
      await connection.close();
      return messageCount;
    };

    it('ends with the weather of its own hour on every entry', async () => {
      weather.script(...Array.from({ length: 100_000 }, () => ({ status: 503 })));
      await ada.write({ content: 'With its own', weatherData: 'Kept' });
      for (let n = 0; n < ENTRIES; n += 1) await ada.write({ location: `City ${n}` });

      await eventually(async () => expect(await statuses()).toEqual(['ready', 'unavailable']), {
        timeoutMs: 60_000,
        everyMs: 250,
      });
      const marked = (await entries()).filter(({ weatherStatus }) => weatherStatus === 'unavailable');
      expect(marked.map(({ weatherData }) => weatherData)).toEqual(
        Array.from({ length: ENTRIES }, () => WORDS),
      );

      await setBack();
      const killed = [stack.services.journal, stack.services.weather];
      for (const service of killed) service.kill('SIGKILL');
      await Promise.all(killed.map((service) => service.ready()));

      // The look-ups continue across the crashes and hardly load the provider; the queue is empty. Events that the killed
      // journal had claimed wait for its lease of 30 s, and on a slow machine journal looks every 20 s for what is due,
      // since looking takes at most a fiftieth of the time.
      const [before, since] = [weather.seen.length, Date.now()];
      await eventually(() => expect(weather.seen.length).toBeGreaterThanOrEqual(before + 2), {
        timeoutMs: 90_000,
      });
      const pauses = (Date.now() - since) / PROBE_PAUSE_MS;
      // The first ones, before the new process has seen the provider fail, are sent together.
      expect(weather.seen.length - before).toBeLessThanOrEqual(
        QUEUES['weather.on-entry'].prefetch + pauses + 1,
      );
      await eventually(async () => expect(await messagesIn()).toBe(0));
      expect(await statuses()).toEqual(['ready', 'unavailable']);

      weather.script();
      await eventually(async () => expect(await statuses()).toEqual(['ready']), {
        timeoutMs: 120_000,
        everyMs: 500,
      });
      const stamped = await entries();
      expect(stamped).toHaveLength(ENTRIES + 1);
      expect(stamped.map(({ weatherData }) => weatherData)).toEqual(
        stamped.map(({ content, createdAt }) =>
          content === 'With its own' ? 'Kept' : pastWords(new Date(createdAt)),
        ),
      );
    }, 400_000);
  });
