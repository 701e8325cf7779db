import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENTS_EXCHANGE, QUEUES } from '@inner-weather/contracts/messaging/topology';
import { eventually } from '@inner-weather/testing/eventually';
import type { TcpProxy } from '@inner-weather/testing/tcp-proxy';
import { readTestConfig } from '@inner-weather/testing/config';
import { connect } from 'amqplib';
import type { Person } from '../../support/api.js';
import type { SharedStack } from '../../support/shared-stack.js';

export const comeback = (stackOf: () => SharedStack) =>
  describe('a consumer comes back', () => {
    let proxy: TcpProxy;
    let stack: SharedStack;
    let person: Person;

    beforeAll(async () => {
      stack = stackOf();
      proxy = stack.brokerProxy;
      person = await stack.api.signUp();
    }, 60_000);

    afterEach(async () => {
      // In every case, a new entry gets its weather without a restart of the services.
      const entry = await eventually(() => person.write(), { timeoutMs: 60_000, everyMs: 250 });
      expect(await person.stamped(entry._id, 60_000)).toMatchObject({ weatherData: 'Sunny' });
      expect(Object.values(stack.services).map(({ pid }) => pid)).toEqual(pids);
    }, 150_000);

    let pids: (number | undefined)[];
    beforeEach(() => {
      pids = Object.values(stack.services).map(({ pid }) => pid);
    });

    const management = async (method: string, path: string): Promise<unknown> => {
      const { origin, username, password } = new URL(readTestConfig().managementUrl);
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
      const headers = { authorization, connection: 'close' };
      const answer = await fetch(`${origin}/api${path}`, { method, headers });
      return answer.status === 200 ? answer.json() : undefined;
    };

    it('after its queue was deleted, which cancels it', async () => {
      const connection = await connect(stack.infrastructure.amqpUrl);
      const channel = await connection.createChannel();
      const queues: Record<string, readonly string[]> = {
        'weather.on-entry': QUEUES['weather.on-entry'].events,
        'journal.on-weather': QUEUES['journal.on-weather'].events,
        'rpc.journal': [],
      };
      for (const queue of Object.keys(queues)) await channel.deleteQueue(queue);
      await connection.close();
      // An event that is published without the queue, or before it is bound, reaches only the other queues; the check for
      // waiting entries finds such an entry minutes later.
      const vhost = new URL(stack.infrastructure.amqpUrl).pathname.slice(1);
      for (const [queue, keys] of Object.entries(queues)) {
        const path = `/queues/${vhost}/${queue}`;
        await eventually(
          async () => {
            expect(await management('GET', path)).toMatchObject({ name: queue });
            const bindings = (await management('GET', `${path}/bindings`)) as Binding[];
            const bound = bindings.filter(({ source }) => source === EVENTS_EXCHANGE);
            expect(bound.map((binding) => binding.routing_key).sort()).toEqual([...keys].sort());
          },
          { timeoutMs: 60_000, everyMs: 250 },
        );
      }
    }, 200_000);

    it('after its connection was reset', () => {
      proxy.cut();
    });

    it('after the broker has closed its connections', async () => {
      const vhost = new URL(stack.infrastructure.amqpUrl).pathname.slice(1);
      const closed = await eventually(
        async () => {
          const connections = (await management('GET', `/vhosts/${vhost}/connections`)) as { name: string }[];
          // Three of each service: to publish, to call and to consume.
          expect(connections.length).toBeGreaterThanOrEqual(3 * Object.keys(stack.services).length);
          return connections;
        },
        { timeoutMs: 60_000, everyMs: 500 },
      );
      for (const { name } of closed) await management('DELETE', `/connections/${encodeURIComponent(name)}`);
    }, 90_000);

    it('after its connection was silent for a while and then reset', async () => {
      proxy.hang();
      await new Promise((done) => setTimeout(done, 3_000));
      proxy.cut();
      proxy.resume();
    }, 40_000);

    it('after the broker has closed its channel', async () => {
      stack.services.weather.kill('SIGUSR2');
      // The acknowledgement of this entry's event goes out twice.
      const { _id } = await person.write();
      await person.stamped(_id);
      await eventually(() =>
        expect(readFileSync(join(stack.logs, 'weather.log'), 'utf8')).toMatch(/unknown delivery tag/),
      );
    }, 90_000);
  });

/** As the broker lists it. */
interface Binding {
  source: string;
  routing_key: string;
}
