import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { EVENTS_EXCHANGE } from '@inner-weather/contracts/messaging/topology';
import { eventually } from '@inner-weather/testing/eventually';
import { type ChannelModel, connect } from 'amqplib';
import type { Person } from '../../support/requests/api.js';
import type { OwnStack } from '../../support/stacks/own-stack.js';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
const QUEUE = 'weather.on-entry';

export const poison = (stackOf: () => OwnStack) =>
  describe('poison', () => {
    let stack: OwnStack;
    let connection: ChannelModel;
    let person: Person;

    beforeAll(async () => {
      stack = stackOf();
      connection = await connect(stack.infrastructure.amqpUrl);
      person = await stack.api.signUp();
    });

    afterAll(() => connection.close());

    /** `npm run dlq -- ...`, without npm, which needs as much time as the command. */
    const dlq = async (...args: string[]): Promise<string> => {
      const env = { ...process.env, AMQP_URL: stack.infrastructure.amqpUrl };
      const { stdout } = await run(process.execPath, [join(ROOT, 'scripts/dlq.mjs'), ...args], { env });
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

    it('ends in the DLQ with its reason, and can be replayed and dropped by a command', async () => {
      const bad = await publish('journal.entry.created.v1', '{"entryId": "half');
      const good = await person.write({ location: 'Bergen', weatherData: 'Kept' });
      // As if it had failed before its cause was fixed.
      const payload = {
        entryId: good._id,
        userId: person.user.id,
        createdAt: good.createdAt,
        day: good.day,
        location: 'Bergen',
        weatherKey: `bergen@${good.createdAt}`,
        weatherStatus: 'pending',
      };
      const requestsBefore = stack.weather.seen.length;
      const id = await publish('journal.entry.created.v1', JSON.stringify(payload), `${QUEUE}.dlq`);
      await eventually(async () => {
        const listed = await dlq('list', QUEUE);
        expect(lineOf(listed, bad)).toMatch(/JSON/);
        expect(listed).toContain(id);
      });
      await dlq('replay', QUEUE, id);
      await eventually(() => expect(stack.weather.seen.length).toBe(requestsBefore + 1));
      await dlq('drop', QUEUE, bad);
      const after = await dlq('list', QUEUE);
      for (const one of [id, bad]) expect(after).not.toContain(one);
      await eventually(async () => {
        await dlq('drop', QUEUE, '--all');
        expect(await dlq('list')).toMatch(/weather\.on-entry\s+waiting 0\s+retrying 0\s+dead 0/);
      });
    }, 120_000);
  });
