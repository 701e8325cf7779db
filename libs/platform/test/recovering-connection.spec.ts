import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@inner-weather/testing/eventually';
import { type TestInfrastructure, testInfrastructure } from '@inner-weather/testing/infrastructure';
import { Logger } from '@nestjs/common';
import { type Channel, type ChannelModel, connect, type ConsumeMessage } from 'amqplib';
import { HealthRegistry } from '../src/health.js';
import { Broker } from '../src/messaging/broker.js';
import { HEADER } from '../src/messaging/envelope.js';
import { RecoveringConnection } from '../src/messaging/recovering-connection.js';
import { QueueConsumer } from '../src/messaging/queue-consumer.js';
import { RpcClient } from '../src/rpc/rpc-client.js';
import { rpcQueue, spareRpcQueue } from '../src/messaging/topology.js';
import { newProbe, type Probe, startService } from './messaging-app.js';

describe('a connection that recovers', () => {
  let infrastructure: TestInfrastructure;
  let admin: ChannelModel;
  let wire: Channel;
  const connections: RecoveringConnection[] = [];
  const services: { close: () => Promise<unknown> }[] = [];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    infrastructure = await testInfrastructure();
    admin = await connect(infrastructure.amqpUrl);
    wire = await admin.createChannel();
  });

  afterEach(async () => {
    await Promise.all(connections.splice(0).map((connection) => connection.close()));
    await Promise.all(services.splice(0).map((service) => service.close()));
  });

  afterAll(async () => {
    await admin.close();
    await infrastructure.close();
  });

  const newConnection = (): RecoveringConnection => {
    const connection = new RecoveringConnection(infrastructure.amqpUrl, 'test');
    connections.push(connection);
    return connection;
  };

  /** How many consumers a queue has; -1 while there is no such queue, which closes the channel that asked. */
  const consumersOf = async (queue: string): Promise<number> => {
    const channel = await admin.createChannel();
    channel.on('error', () => undefined);
    try {
      const { consumerCount } = await channel.checkQueue(queue);
      await channel.close();
      return consumerCount;
    } catch {
      return -1;
    }
  };

  const start = async (probe: Probe) => {
    const service = await startService(infrastructure.amqpUrl, probe);
    services.push(service);
    return service;
  };

  /** Consumes a queue of its own and notes what comes. */
  const consumer = (
    connection: RecoveringConnection,
    queue: string,
    over: Partial<{ ready: () => Promise<void> }> = {},
  ) => {
    const seen: string[] = [];
    new QueueConsumer(connection, {
      label: queue,
      prefetch: 1,
      declare: async (channel) => (await channel.assertQueue(queue, { durable: true })).queue,
      ready: () => Promise.resolve(),
      handle: (message) => Promise.resolve(void seen.push(message.content.toString())),
      ...over,
    });
    return seen;
  };

  const arrives = (queue: string, seen: string[]): Promise<void> =>
    eventually(() => {
      const text = randomUUID();
      wire.sendToQueue(queue, Buffer.from(text));
      return eventually(() => expect(seen).toContain(text), { timeoutMs: 2_000 });
    });

  it('is waited for by many at once, who need no listener each: Node warns of more than ten', async () => {
    const connection = newConnection();
    const waiting = Promise.all(Array.from({ length: 50 }, () => connection.whenUp()));
    expect(connection.listenerCount('up')).toBe(1);
    await connection.start();
    await waiting;
    expect(connection.isUp).toBe(true);
    expect(connection.listenerCount('up')).toBe(0);
  });

  it('sets a consumer up again that is lost while other channels are still being set up', async () => {
    const connection = newConnection();
    const queue = `early.${randomUUID()}`;
    const seen = consumer(connection, queue);
    let otherIsSetUp = (): void => undefined;
    const other = new Promise<void>((resolve) => (otherIsSetUp = resolve));
    consumer(connection, `late.${randomUUID()}`, { ready: () => other });
    await connection.start();
    await eventually(async () => expect(await consumersOf(queue)).toBe(1));
    expect(connection.isUp).toBe(false);
    await wire.deleteQueue(queue);
    otherIsSetUp();
    await connection.whenUp();
    await eventually(async () => expect(await consumersOf(queue)).toBe(1));
    await arrives(queue, seen);
  });

  it('sets a consumer up again that is lost during its own setup', async () => {
    const connection = newConnection();
    const queue = `self.${randomUUID()}`;
    let attempts = 0;
    connection.addChannel({
      label: queue,
      open: (model) => model.createChannel(),
      setUp: async ({ channel, onLost }) => {
        attempts += 1;
        await channel.assertQueue(queue);
        await channel.consume(queue, (message) => message ?? onLost('cancelled'));
        if (attempts === 1) await wire.deleteQueue(queue);
        // The broker reports the deletion before it answers this.
        await channel.checkExchange('amq.topic');
      },
    });
    await connection.start();
    await eventually(async () => expect(await consumersOf(queue)).toBe(1));
    await eventually(() => expect([attempts, connection.isUp]).toEqual([2, true]));
  });

  it('keeps a channel whose neighbour cannot be set up', async () => {
    const connection = newConnection();
    const queue = `healthy.${randomUUID()}`;
    const seen = consumer(connection, queue);
    let tries = 0;
    connection.addChannel({
      label: 'one that is never up',
      open: (model) => model.createChannel(),
      setUp: async ({ channel }) => {
        tries += 1;
        await channel.checkQueue(`missing.${randomUUID()}`);
      },
    });
    await connection.start();
    await eventually(() => expect(tries).toBeGreaterThan(2));
    await arrives(queue, seen);
    expect([await consumersOf(queue), connection.isUp]).toEqual([1, false]);
  });

  it('opens a channel again that the broker leaves without an answer, and then the connection', async () => {
    const connection = newConnection();
    const models = new Set<ChannelModel>();
    let unopened = 0;
    let unanswered = 0;
    connection.addChannel({
      label: 'one without an answer',
      // Those that the broker answers have to be opened within it.
      answerMaxMs: 2_000,
      open: (model) => {
        models.add(model);
        return models.size === 1 && unanswered === 1
          ? new Promise<never>(() => (unopened += 1))
          : model.createChannel();
      },
      setUp: () => (models.size === 1 ? new Promise<never>(() => (unanswered += 1)) : Promise.resolve()),
    });
    await connection.start();
    await connection.whenUp();
    expect([unanswered, unopened, models.size]).toEqual([1, 1, 2]);
  });

  it('waits as long as it takes until it is ready to set a channel up', async () => {
    const connection = newConnection();
    const queue = `patient.${randomUUID()}`;
    let tries = 0;
    let isReady = (): void => undefined;
    const ready = new Promise<void>((resolve) => (isReady = resolve));
    connection.addChannel({
      label: queue,
      answerMaxMs: 100,
      open: (model) => model.createChannel(),
      ready: () => ready,
      setUp: () => Promise.resolve(void (tries += 1)),
    });
    await connection.start();
    await sleep(300);
    expect([tries, connection.isUp]).toEqual([0, false]);
    isReady();
    await connection.whenUp();
    expect(tries).toBe(1);
  });

  it('consumes an existing queue that has other arguments', async () => {
    for (const [queue, other] of [
      [rpcQueue('journal'), { durable: true, expires: 30_000 }],
      [
        'journal.on-weather',
        { durable: true, arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 7 } },
      ],
    ] as const) {
      await wire.deleteQueue(queue);
      await wire.assertQueue(queue, other);
    }
    const service = await start(newProbe());
    await eventually(async () => expect(await service.get(HealthRegistry).run()).toEqual({ broker: true }));
    for (const queue of [rpcQueue('journal'), 'journal.on-weather']) {
      await eventually(async () => expect(await consumersOf(queue)).toBe(1));
    }
    await Promise.all(services.splice(0).map((each) => each.close()));
    for (const queue of [rpcQueue('journal'), 'journal.on-weather']) await wire.deleteQueue(queue);
  });

  describe('a call', () => {
    const REPLY_TO = 'amq.rabbitmq.reply-to';

    /** The answer to a call that is sent as it is. */
    const answerTo = async (headers: Record<string, unknown>): Promise<ConsumeMessage> => {
      const channel = await admin.createChannel();
      try {
        return await new Promise<ConsumeMessage>((resolve, reject) => {
          channel
            .consume(REPLY_TO, (message) => message && resolve(message), { noAck: true })
            .then(() =>
              channel.publish('', rpcQueue('journal'), Buffer.from('{}'), {
                type: 'journal.create-entry',
                correlationId: '1',
                replyTo: REPLY_TO,
                headers,
              }),
            )
            .catch(reject);
        });
      } finally {
        await channel.close();
      }
    };

    const client = async (): Promise<RpcClient> => {
      const broker = new Broker(infrastructure.amqpUrl, 'gateway', new HealthRegistry());
      const rpc = new RpcClient(broker, 5_000);
      await broker.onModuleInit();
      services.push({ close: () => broker.onApplicationShutdown() });
      await broker.whenUp();
      return rpc;
    };

    it('is not carried out after its deadline, nor without one', async () => {
      const probe = newProbe();
      let carriedOut = 0;
      probe.onCall = () => Promise.resolve({ times: (carriedOut += 1) });
      const service = await start(probe);
      await service.get(Broker).whenUp();
      const late = await answerTo({ [HEADER.deadline]: Date.now() - 1 });
      expect(late.properties.headers).toMatchObject({ [HEADER.status]: 'error' });
      expect(late.content.toString()).toMatch(/"code":"timeout"/);
      expect(carriedOut).toBe(0);
      await answerTo({});
      await answerTo({ [HEADER.deadline]: Date.now() + 60_000 });
      expect(carriedOut).toBe(1);
    });

    it('is sent again with a deadline by the clock of a host that is ahead', async () => {
      const aheadMs = 3_600_000;
      const channel = await admin.createChannel();
      await channel.assertQueue(rpcQueue('weather'), { durable: true, expires: 60_000 });
      const deadlines: number[] = [];
      await channel.consume(
        rpcQueue('weather'),
        (message) => {
          if (!message) return;
          const { replyTo, correlationId, headers } = message.properties;
          const now = Date.now() + aheadMs;
          const deadline = Number((headers as Record<string, unknown>)[HEADER.deadline]);
          deadlines.push(deadline - now);
          const late = deadline < now;
          channel.publish(
            '',
            String(replyTo),
            Buffer.from(late ? '{"code":"timeout","errors":[]}' : '"done"'),
            {
              correlationId: String(correlationId),
              headers: { [HEADER.status]: late ? 'error' : 'ok', ...(late && { [HEADER.clock]: now }) },
            },
          );
        },
        { noAck: true },
      );
      const rpc = await client();
      const start = Date.now();
      await expect(rpc.call('weather.none' as never, {} as never)).resolves.toBe('done');
      const tookMs = Date.now() - start;
      expect(deadlines).toEqual([expect.any(Number), expect.any(Number)]);
      // Less the time that has passed, and that of an answer, by which the other clock is read too early.
      expect(deadlines[1]).toBeGreaterThanOrEqual(5_000 - 2 * tookMs);
      expect(deadlines[1]).toBeLessThanOrEqual(5_000);
      await channel.deleteQueue(rpcQueue('weather'));
      await channel.close();
    });

    it('goes to the spare queue when the first one does not exist', async () => {
      const channel = await admin.createChannel();
      await channel.deleteQueue(rpcQueue('insights'));
      await channel.assertQueue(spareRpcQueue('insights'), { durable: true, expires: 60_000 });
      await channel.consume(
        spareRpcQueue('insights'),
        (message) => {
          if (!message) return;
          const { replyTo, correlationId } = message.properties;
          channel.publish('', String(replyTo), Buffer.from('"from the spare"'), {
            correlationId: String(correlationId),
            headers: { [HEADER.status]: 'ok' },
          });
        },
        { noAck: true },
      );
      const rpc = await client();
      await expect(rpc.call('insights.get', { userId: 'u', jobId: 'j' })).resolves.toBe('from the spare');
      await channel.close();
    });
  });
});
