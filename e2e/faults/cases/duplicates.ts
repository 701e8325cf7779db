import { randomInt } from 'node:crypto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto, InsightPageDto } from '@inner-weather/contracts/insights/insights.dto';
import type { EventName } from '@inner-weather/contracts/messaging/events';
import { EVENTS_EXCHANGE, QUEUES } from '@inner-weather/contracts/messaging/topology';
import { eventually } from '@inner-weather/testing/eventually';
import { timeLeft } from '@inner-weather/testing/time-left';
import { UNKNOWN_CITY } from '@inner-weather/testing/fake-weather';
import { type ChannelModel, connect, type ConsumeMessage } from 'amqplib';
import type { Person } from '../../support/api.js';
import type { SharedStack } from '../../support/shared-stack.js';
import { Spy } from '../../support/spy.js';

const TIMES = 3;
/** What the test needs of one hour, in milliseconds: in the next one, the weather is looked up again. */
const TEST_MS = 120_000;
/** Not repeated, because it would delete the users whose entries are compared. */
const KEPT_BACK: EventName = 'auth.user.deleted.v1';

export const duplicates = (stackOf: () => SharedStack) =>
  describe('a duplicate delivery changes nothing', () => {
    let stack: SharedStack;
    let spy: Spy;
    let connection: ChannelModel;

    beforeAll(async () => {
      stack = stackOf();
      spy = await Spy.start(stack.infrastructure.amqpUrl);
      connection = await connect(stack.infrastructure.amqpUrl);
    }, 60_000);

    afterAll(async () => {
      await connection.close();
      await spy.close();
    });

    /** Entries that have been moved, edited and deleted, and an insight that an edit has made outdated. */
    const live = async (person: Person): Promise<void> => {
      const entries: EntryDto[] = [];
      for (const location of ['Porto', 'Bergen', 'Oslo', 'London', UNKNOWN_CITY])
        entries.push(await person.write({ location }));
      await Promise.all(entries.map(({ _id }) => person.stamped(_id)));
      const { body: job } = await person.request<InsightJobDto>('POST', '/api/insights', {
        body: { range: 'lastWeek' },
      });
      await person.finished(job.id);
      const [moved, edited, , gone] = entries;
      await person.request('PUT', `/api/journal/update/${moved!._id}`, {
        body: { content: 'Moved on', inputMood: 'Happy', location: 'Oslo' },
      });
      await person.request('PUT', `/api/journal/update/${edited!._id}`, {
        body: { content: 'Better words', inputMood: 'Sad', location: 'Bergen' },
      });
      await person.request('DELETE', `/api/journal/delete/${gone!._id}`);
      await person.stamped(moved!._id);
    };

    const stateOf = async (person: Person): Promise<unknown> => ({
      entries: (await person.search()).body,
      insights: (await person.request<InsightPageDto>('GET', '/api/insights')).body.items,
    });

    const depths = async (): Promise<{ waiting: number; dead: number }> => {
      const channel = await connection.createChannel();
      const sum = { waiting: 0, dead: 0 };
      for (const [name, queue] of Object.entries(QUEUES)) {
        if ('broadcast' in queue) continue;
        sum.waiting += (await channel.checkQueue(name)).messageCount;
        sum.dead += (await channel.checkQueue(`${name}.dlq`)).messageCount;
      }
      await channel.close();
      return sum;
    };

    it('when every event comes three more times, in random order', async () => {
      await timeLeft('hour', TEST_MS);
      const api = stack.api;
      const people = await Promise.all(Array.from({ length: 3 }, () => api.signUp()));
      await Promise.all(people.map(live));
      await eventually(async () => {
        const pages = await Promise.all(
          people.map((person) => person.request<InsightPageDto>('GET', '/api/insights')),
        );
        expect(pages.map(({ body }) => body.items.map(({ outdated }) => outdated))).toEqual(
          people.map(() => [true]),
        );
      });
      // Any of a person's events may have made it outdated, and the last ones may still be in an outbox.
      await eventually(() => {
        const entriesOf = (name: EventName) =>
          new Set(spy.of<{ entryId: string }>(name).map(({ entryId }) => entryId)).size;
        expect(entriesOf('journal.entry.updated.v1')).toBeGreaterThanOrEqual(2 * people.length);
        expect(entriesOf('journal.entry.deleted.v1')).toBeGreaterThanOrEqual(people.length);
      });
      const before = await Promise.all(people.map(stateOf));
      const requestsBefore = { weather: stack.weather.seen.length, gemini: stack.gemini.seen.length };

      const events = spy.messages.filter(({ fields }) => fields.routingKey !== KEPT_BACK);
      expect(new Set(events.map(({ fields }) => fields.routingKey)).size).toBeGreaterThanOrEqual(7);
      // The last round is backwards: the oldest event comes last.
      const again = [
        ...shuffled(Array.from({ length: TIMES - 1 }, () => events).flat()),
        ...[...events].reverse(),
      ];
      const channel = await connection.createConfirmChannel();
      for (const { fields, content, properties } of again) {
        channel.publish(EVENTS_EXCHANGE, fields.routingKey, content, properties);
      }
      await channel.waitForConfirms();
      await eventually(() =>
        expect(spy.messages.length).toBeGreaterThanOrEqual(events.length + again.length),
      );
      // The weather of a duplicate is published once more, under the id of the first time.
      let quietSince = Date.now();
      let heard = spy.messages.length;
      await eventually(
        async () => {
          if (spy.messages.length !== heard || (await depths()).waiting > 0) {
            quietSince = Date.now();
            heard = spy.messages.length;
          }
          expect(Date.now() - quietSince).toBeGreaterThan(1_500);
        },
        { timeoutMs: 60_000 },
      );

      expect(await Promise.all(people.map(stateOf))).toEqual(before);
      expect({ weather: stack.weather.seen.length, gemini: stack.gemini.seen.length }).toEqual(
        requestsBefore,
      );
      await eventually(async () => expect(await depths()).toEqual({ waiting: 0, dead: 0 }));
      process.stderr.write(
        `  ${events.length} events, each delivered ${TIMES} times more: nothing changed\n`,
      );
    }, 300_000);
  });

function shuffled(messages: ConsumeMessage[]): ConsumeMessage[] {
  const rest = [...messages];
  for (let n = rest.length - 1; n > 0; n -= 1) {
    const other = randomInt(n + 1);
    [rest[n], rest[other]] = [rest[other]!, rest[n]!];
  }
  return rest;
}
