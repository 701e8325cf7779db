import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { EVENTS_EXCHANGE } from '@inner-weather/contracts/messaging/topology';
import { eventually } from '@inner-weather/testing/eventually';
import { type ChannelModel, connect } from 'amqplib';
import type { Person } from '../support/api.js';
import { type FakedStack, startFakedStack } from '../support/faked-stack.js';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');
const PRELOAD = resolve(import.meta.dirname, '../preloads/throw-for.mjs');
const QUEUE = 'weather.on-entry';
/** A handler that gets an entry of this city throws, every time. */
const CURSED = 'Cursed';

describe('poison', () => {
  let stack: FakedStack;
  let connection: ChannelModel;
  let person: Person;

  beforeAll(async () => {
    stack = await startFakedStack({
      serviceEnv: {
        weather: { NODE_OPTIONS: `--import=${PRELOAD}`, THROW_FOR: CURSED.toLowerCase() },
        // The entry must not stay pending forever, although its event is in the DLQ.
        journal: { STAMP_PATIENCE_MS: '6000', STAMP_CHECK_MS: '500', STAMP_ATTEMPTS: '2' },
      },
    });
    connection = await connect(stack.infrastructure.amqpUrl);
    person = await stack.api.signUp();
  }, 60_000);

  afterAll(async () => {
    await connection.close();
    await stack.stop();
  }, 60_000);

  /** `npm run dlq -- ...`. */
  const dlq = async (...args: string[]): Promise<string> => {
    const env = { ...process.env, AMQP_URL: stack.infrastructure.amqpUrl };
    const { stdout } = await run('npm', ['run', '--silent', 'dlq', '--', ...args], { cwd: ROOT, env });
    return stdout;
  };

  const publish = async (type: string, body: string, queue?: string): Promise<string> => {
    const messageId = randomUUID();
    const channel = await connection.createConfirmChannel();
    const properties = {
      messageId,
      type,
      timestamp: Date.now(),
      persistent: true,
      contentType: 'application/json',
    };
    if (queue) channel.sendToQueue(queue, Buffer.from(body), properties);
    else channel.publish(EVENTS_EXCHANGE, type, Buffer.from(body), properties);
    await channel.waitForConfirms();
    await channel.close();
    return messageId;
  };

  const lineOf = (listing: string, id: string): string =>
    listing.split('\n').find((line) => line.includes(id)) ?? '';

  it('ends in the DLQ with its reason, and other messages are handled', async () => {
    const bad = [
      await publish('journal.entry.created.v1', '{"entryId": "half'),
      await publish('journal.entry.created.v1', '{"entryId": 7}'),
      await publish('journal.entry.created.v2', '{}', QUEUE),
    ];
    const cursed = await person.write({ content: 'Cursed', location: CURSED });
    const neighbours = await Promise.all(
      Array.from({ length: 5 }, () => person.write({ location: 'Porto' })),
    );
    for (const { _id } of neighbours)
      expect(await person.stamped(_id)).toMatchObject({ weatherData: 'Sunny' });

    const listing = await eventually(
      async () => {
        const text = await dlq('list', QUEUE);
        for (const id of bad) expect(text).toContain(id);
        expect(text).toMatch(/cursed/i);
        return text;
      },
      { timeoutMs: 20_000, everyMs: 500 },
    );
    expect(lineOf(listing, bad[0]!)).toMatch(/JSON/);
    expect(lineOf(listing, bad[1]!)).toMatch(/entryId/);
    expect(lineOf(listing, bad[2]!)).toMatch(/journal\.entry\.created\.v2/);
    // The insights service got the first two as well, in its own queue and DLQ.
    expect(await dlq('list')).toMatch(/insights\.on-entry\s+waiting 0\s+retrying 0\s+dead 2/);
    expect(await person.stamped(cursed._id, 30_000)).toMatchObject({
      weatherStatus: 'unavailable',
      weatherData: 'Weather data not available for this Journal Entry',
    });
  }, 90_000);

  it('can be replayed and dropped by a command', async () => {
    const good = await person.write({ location: 'Bergen', weatherData: 'Kept' });
    // As if it had failed before its cause was fixed.
    const payload = {
      entryId: good._id,
      userId: person.user.id,
      createdAt: good.createdAt,
      location: 'Bergen',
      weatherKey: `bergen@${good.createdAt}`,
      weatherStatus: 'pending',
    };
    const requestsBefore = stack.weather.seen.length;
    const id = await publish('journal.entry.created.v1', JSON.stringify(payload), `${QUEUE}.dlq`);
    expect(await dlq('list', QUEUE)).toContain(id);
    await dlq('replay', QUEUE, id);
    await eventually(() => expect(stack.weather.seen.length).toBe(requestsBefore + 1));
    expect(await dlq('list', QUEUE)).not.toContain(id);

    const rest = await publish('journal.entry.created.v1', 'nothing', `${QUEUE}.dlq`);
    await dlq('drop', QUEUE, rest);
    expect(await dlq('list', QUEUE)).not.toContain(rest);
    await dlq('drop', QUEUE, '--all');
    expect(await dlq('list')).toMatch(/weather\.on-entry\s+waiting 0\s+retrying 0\s+dead 0/);
  }, 60_000);
});
