import { randomUUID } from 'node:crypto';
import { EVENTS, type EventName } from '@inner-weather/contracts/messaging/events';
import {
  EVENTS_EXCHANGE,
  QUEUES,
  routingKeysOf,
  SERVICES,
  type ServiceName,
} from '@inner-weather/contracts/messaging/topology';
import { readTestConfig } from '@inner-weather/testing/config';
import { eventually } from '@inner-weather/testing/eventually';
import {
  Management,
  type TestInfrastructure,
  testInfrastructure,
} from '@inner-weather/testing/infrastructure';
import { type Channel, type ChannelModel, connect } from 'amqplib';
import { brokerDefinitions } from '../src/messaging/broker-definitions.js';
import {
  deadLetterQueue,
  declareConsumedQueue,
  declareRpcQueue,
  declareTopology,
  queuesOf,
  retryQueue,
  rpcQueue,
  spareRpcQueue,
} from '../src/messaging/topology.js';

const PASSWORD = 'only for this suite';
const EVENT_NAMES = Object.keys(EVENTS) as EventName[];
/** Every durable queue, with the service that reads it. */
const DURABLE = SERVICES.flatMap((service) =>
  queuesOf(service, 1)
    .filter(({ broadcast }) => !broadcast)
    .map(({ name, retryDelaysMs }) => ({ service, name, retryDelaysMs })),
);

describe('the users of the broker', () => {
  const management = new Management(readTestConfig().managementUrl);
  let infrastructure: TestInfrastructure;
  let vhost: string;
  const connections = new Map<ServiceName, ChannelModel>();
  const userOf = (service: string) => `${vhost}_${service}`;

  beforeAll(async () => {
    infrastructure = await testInfrastructure();
    vhost = new URL(infrastructure.amqpUrl).pathname.slice(1);
    const { permissions, topic_permissions, exchanges, queues, bindings } = await brokerDefinitions(vhost);
    await management.call('POST', `/definitions/${vhost}`, { exchanges, queues, bindings });
    for (const { user, ...permission } of permissions) {
      await management.call('PUT', `/users/${userOf(user)}`, { password: PASSWORD, tags: '' });
      await management.call('PUT', `/permissions/${vhost}/${userOf(user)}`, permission);
    }
    for (const { user, ...permission } of topic_permissions) {
      await management.call('PUT', `/topic-permissions/${vhost}/${userOf(user)}`, permission);
    }
    for (const service of SERVICES) {
      const url = Object.assign(new URL(infrastructure.amqpUrl), {
        username: userOf(service),
        password: PASSWORD,
      });
      const connection = await connect(url.toString());
      connection.on('error', () => undefined);
      connections.set(service, connection);
    }
  }, 120_000);

  afterAll(async () => {
    await Promise.all([...connections.values()].map((connection) => connection.close()));
    for (const service of SERVICES) await management.call('DELETE', `/users/${userOf(service)}`);
    await infrastructure.close();
  });

  async function channelOf(service: ServiceName): Promise<Channel> {
    const channel = await connections.get(service)!.createChannel();
    channel.on('error', () => undefined);
    return channel;
  }

  /** Resolves with the reason with which the broker closes the channel because of an operation. */
  async function refusal(service: ServiceName, act: (channel: Channel) => unknown): Promise<string> {
    const channel = await channelOf(service);
    const closed = new Promise<string>((resolve) => {
      channel.once('error', (error: Error) => resolve(error.message));
    });
    const done = Promise.resolve(act(channel)).then(
      // A publication is refused after the call returns; the next operation shows whether it was.
      () => channel.checkExchange(EVENTS_EXCHANGE).then(() => 'nothing was refused'),
    );
    const outcome = await Promise.race([closed, done.catch(() => closed)]);
    await channel.close().catch(() => undefined);
    return outcome;
  }

  /** All at the same time, each on a channel of its own. */
  async function areRefused(
    service: ServiceName,
    names: string[],
    act: (channel: Channel, name: string) => unknown,
  ): Promise<void> {
    const refusals = await Promise.all(
      names.map(async (name) => [name, await refusal(service, (channel) => act(channel, name))] as const),
    );
    expect(refusals.filter(([, reason]) => !reason.includes('403'))).toEqual([]);
  }

  it.each(SERVICES)('let %s declare and consume what is its own', async (service) => {
    const channel = await channelOf(service);
    await declareTopology(channel, service, 1);
    const queues = await Promise.all([
      ...queuesOf(service, 1).map((queue) => declareConsumedQueue(channel, queue)),
      declareRpcQueue(channel, service),
      declareRpcQueue(channel, service, spareRpcQueue),
    ]);
    for (const queue of queues) await channel.consume(queue, () => undefined);
    await channel.close();
  });

  it.each(SERVICES)('let %s publish its own events and hand on what failed', async (service) => {
    const channel = await connections.get(service)!.createConfirmChannel();
    const returned: string[] = [];
    channel.on('return', (message) => returned.push(message.fields.routingKey));
    const own = EVENT_NAMES.filter((name) => EVENTS[name].owner === service);
    for (const event of own.flatMap(routingKeysOf)) {
      channel.publish(EVENTS_EXCHANGE, event, Buffer.from('{}'), { mandatory: true });
    }
    for (const { name, retryDelaysMs } of DURABLE.filter((queue) => queue.service === service)) {
      channel.sendToQueue(deadLetterQueue(name), Buffer.from('{}'), { mandatory: true });
      channel.sendToQueue(retryQueue(name, retryDelaysMs[0]!), Buffer.from('{}'), { mandatory: true });
    }
    await channel.waitForConfirms();
    // The one event that only a running gateway consumes.
    expect(returned.filter((key) => key !== 'auth.session.revoked.v1')).toEqual([]);
    await channel.close();
  });

  it('let the gateway call a service and have its answer', async () => {
    const answering = await channelOf('journal');
    const queue = await declareRpcQueue(answering, 'journal');
    await answering.consume(queue, (message) => {
      answering.publish('', String(message?.properties.replyTo), Buffer.from('hello'));
      answering.ack(message!);
    });
    const calling = await channelOf('gateway');
    const answers: string[] = [];
    await calling.consume('amq.rabbitmq.reply-to', (message) => answers.push(String(message?.content)), {
      noAck: true,
    });
    calling.publish('', rpcQueue('journal'), Buffer.from('hello?'), {
      replyTo: 'amq.rabbitmq.reply-to',
      correlationId: randomUUID(),
    });
    await eventually(() => expect(answers).toEqual(['hello']));
    await Promise.all([answering.close(), calling.close()]);
  });

  it('let consumers declare deleted queues again, and publishers reach them', async () => {
    const operator = await connect(infrastructure.amqpUrl);
    const channel = await operator.createChannel();
    for (const { name, retryDelaysMs } of DURABLE) {
      const names = [name, deadLetterQueue(name), ...retryDelaysMs.map((delay) => retryQueue(name, delay))];
      for (const queue of names) await channel.deleteQueue(queue);
    }
    await operator.close();
    for (const service of SERVICES) {
      const own = await channelOf(service);
      for (const queue of queuesOf(service, 1)) await declareConsumedQueue(own, queue);
      await own.close();
    }
    for (const service of SERVICES) {
      const own = await channelOf(service);
      await declareTopology(own, service, 1);
      await own.close();
    }
  });

  it.each(SERVICES)("keep %s from other services' queues and calls", async (service) => {
    const foreign = DURABLE.filter((queue) => queue.service !== service).flatMap(
      ({ name, retryDelaysMs }) => [name, deadLetterQueue(name), retryQueue(name, retryDelaysMs[0]!)],
    );
    expect(foreign.length).toBeGreaterThan(6);
    const calls = SERVICES.filter((other) => other !== service).flatMap((other) => [
      rpcQueue(other),
      spareRpcQueue(other),
    ]);
    const setUp = await channelOf('journal');
    await declareRpcQueue(setUp, 'journal');
    await setUp.close();
    await areRefused(service, [...foreign, ...calls], (channel, queue) =>
      channel.consume(queue, () => undefined),
    );
    await areRefused(service, calls, (channel, queue) => channel.assertQueue(queue, { durable: true }));
  });

  it.each(SERVICES)("keep %s from publishing other services' events", async (service) => {
    const foreign = EVENT_NAMES.filter((name) => EVENTS[name].owner !== service);
    await areRefused(service, foreign.flatMap(routingKeysOf), (channel, event) =>
      channel.publish(EVENTS_EXCHANGE, event, Buffer.from('{}')),
    );
  });

  it.each(SERVICES)('keep %s from receiving events that are not for it', async (service) => {
    const known = new Set<string>([
      ...EVENT_NAMES.filter((name) => EVENTS[name].owner === service),
      ...queuesOf(service, 1).flatMap(({ events }) => events),
    ]);
    // A queue that the service may bind.
    const own = DURABLE.find((queue) => queue.service === service)?.name ?? 'journal.on-user-deleted';
    const listen = async (channel: Channel, event: string) => {
      const queue = service === 'gateway' ? (await channel.assertQueue('', { exclusive: true })).queue : own;
      await channel.bindQueue(queue, EVENTS_EXCHANGE, event);
    };
    await areRefused(service, ['#', ...EVENT_NAMES.filter((name) => !known.has(name))], listen);
  });

  it('cover every queue of the system', () => {
    expect(DURABLE.map(({ name }) => name).sort()).toEqual(
      Object.keys(QUEUES)
        .filter((name) => name !== 'gateway.on-session-revoked')
        .sort(),
    );
  });
});
