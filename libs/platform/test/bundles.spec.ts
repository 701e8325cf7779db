import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { EVENTS_EXCHANGE } from '@inner-weather/contracts/topology';
import type { WeatherObservationReadyV1 } from '@inner-weather/contracts/events';
import { eventually } from '@inner-weather/testing/eventually';
import { type TestInfrastructure, testInfrastructure } from '@inner-weather/testing/infrastructure';
import { tcpProxy, type TcpProxy } from '@inner-weather/testing/tcp-proxy';
import type { INestApplicationContext, INestMicroservice } from '@nestjs/common';
import { type Channel, type ChannelModel, connect, type ConsumeMessage } from 'amqplib';
import { currentContext, newTraceparent, runInContext } from '../src/context.js';
import { walkDeadLetters } from '../src/events/dead-letters.js';
import { EventPublisher } from '../src/events/event-publisher.js';
import { PermanentError } from '../src/events/permanent-error.js';
import { HealthRegistry } from '../src/health.js';
import { BUNDLE_TYPE } from '../src/messaging/bundle.js';
import { bundleQueue } from '../src/messaging/topology.js';
import { newProbe, type Probe, startCaller, startService } from './messaging-app.js';

const QUEUE = 'journal.on-weather';
const READY = 'weather.observation.ready.v1';
/** Longer than an answer about the consumers of bundles counts. */
const FORGOTTEN_MS = 2_100;

const observation = (entryId: string = randomUUID()): WeatherObservationReadyV1 => ({
  entryId,
  weatherKey: 'porto@1',
  condition: 'Sunny',
  provider: 'test',
  observedAt: new Date().toISOString(),
  moment: new Date().toISOString(),
});

describe('events that are published at the same time', () => {
  let infrastructure: TestInfrastructure;
  let probe: Probe;
  let service: INestMicroservice;
  let caller: INestApplicationContext;
  let admin: ChannelModel;
  let channel: Channel;
  /** The proxy through which the service under test connects. */
  let wire: TcpProxy;
  /** Everything that was published to the exchange. */
  let published: ConsumeMessage[];
  let listening: string;

  beforeAll(async () => {
    infrastructure = await testInfrastructure();
    admin = await connect(infrastructure.amqpUrl);
    wire = await tcpProxy(infrastructure.amqpUrl);
  });

  beforeEach(async () => {
    probe = newProbe();
    service = await startService(wire.url, probe);
    caller = await startCaller(infrastructure.amqpUrl);
    for (const app of [service, caller]) {
      await eventually(async () => expect(await app.get(HealthRegistry).run()).toEqual({ broker: true }));
    }
    published = [];
    channel = await admin.createChannel();
    listening = (await channel.assertQueue('', { exclusive: true, autoDelete: true })).queue;
    await channel.bindQueue(listening, EVENTS_EXCHANGE, '#');
    await channel.consume(listening, (message) => void (message && published.push(message)), { noAck: true });
  });

  afterEach(async () => {
    probe.onReady = () => Promise.resolve();
    await channel.close();
    await service.close();
    await caller.close();
    await walkDeadLetters(admin, QUEUE, () => 'drop');
  });

  afterAll(async () => {
    await wire.close();
    await admin.close();
    await infrastructure.close();
  });

  const publish = (payload: WeatherObservationReadyV1, eventId: string = payload.entryId): Promise<void> =>
    caller.get(EventPublisher).publish(READY, payload, { eventId });
  const many = (count: number) => Array.from({ length: count }, () => observation());
  const publishAll = (some: WeatherObservationReadyV1[]) => Promise.all(some.map((one) => publish(one)));
  const idsOf = (some: WeatherObservationReadyV1[]) => some.map(({ entryId }) => entryId).sort();
  const handledIds = () => idsOf(probe.handled.map(({ payload }) => payload));
  const keys = () => new Set(published.map(({ fields }) => fields.routingKey));
  const deadLetters = async () =>
    (await walkDeadLetters(admin, QUEUE, () => 'keep')).map(({ letter }) => letter);
  const startAgain = async () => {
    service = await startService(wire.url, probe);
  };

  it('are fewer messages, of which each event is handled with what is its own', async () => {
    const all = many(250);
    const traceparent = newTraceparent();
    await Promise.all(
      all.map((one) =>
        runInContext({ correlationId: `of ${one.entryId}`, causationId: 'cause', traceparent }, () =>
          publish(one),
        ),
      ),
    );
    await eventually(() => expect(handledIds()).toEqual(idsOf(all)));
    for (const { payload, context } of probe.handled) {
      expect(context).toMatchObject({
        eventId: payload.entryId,
        type: READY,
        correlationId: `of ${payload.entryId}`,
        attempt: 1,
        lastAttempt: false,
      });
      expect(Math.abs(context.timestamp.getTime() - Date.now())).toBeLessThan(30_000);
    }
    expect(published).toHaveLength(3);
    expect(keys()).toEqual(new Set([`${READY}.bundle`]));
  });

  it('give their handlers the context that they were published in', async () => {
    const seen: unknown[] = [];
    probe.onReady = () => Promise.resolve(void seen.push(currentContext()));
    const traceparent = newTraceparent();
    const [one, other] = many(2) as [WeatherObservationReadyV1, WeatherObservationReadyV1];
    await runInContext({ correlationId: 'c', traceparent }, () => publishAll([one, other]));
    await eventually(() => expect(seen).toHaveLength(2));
    expect(seen).toEqual([
      { correlationId: 'c', causationId: one.entryId, traceparent },
      { correlationId: 'c', causationId: other.entryId, traceparent },
    ]);
  });

  it('are none when one comes alone: it is a message as ever', async () => {
    const one = observation();
    await publish(one);
    await eventually(() => expect(published).toHaveLength(1));
    expect(published[0]!.properties).toMatchObject({ type: READY, messageId: one.entryId });
    expect(published[0]!.properties.headers).toMatchObject({ 'x-attempt': 1, 'x-schema-version': 1 });
    expect(JSON.parse(published[0]!.content.toString())).toEqual(one);
  });

  it.each([
    ['at once', () => new PermanentError('never'), 1],
    ['after its attempts', () => new Error('no'), 5],
  ])(
    'fail alone: one that fails goes to the DLQ %s, and the others succeed',
    async (_when, error, attempts) => {
      const all = many(20);
      const bad = all[7]!;
      probe.onReady = ({ entryId }) =>
        entryId === bad.entryId ? Promise.reject(error()) : Promise.resolve();
      await publishAll(all);
      await eventually(async () =>
        expect(await deadLetters()).toEqual([
          expect.objectContaining({
            eventId: bad.entryId,
            type: READY,
            attempts,
            payload: JSON.stringify(bad),
          }),
        ]),
      );
      expect(keys()).toEqual(new Set([`${READY}.bundle`]));
      const counts = idsOf(all).map((id) => handledIds().filter((handled) => handled === id).length);
      expect(counts.sort()).toEqual([...Array.from({ length: 19 }, () => 1), attempts]);
    },
  );

  it('are handled no more at a time than the queue allows', async () => {
    let now = 0;
    let most = 0;
    probe.onReady = async () => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      now -= 1;
    };
    await publishAll(many(200));
    await eventually(() => expect(probe.handled).toHaveLength(200));
    expect(most).toBe(50);
  });

  it('come back one by one when their bundle was not settled', async () => {
    const all = many(10);
    const released: (() => void)[] = [];
    probe.onReady = () => new Promise((resolve) => released.push(resolve));
    await publishAll(all);
    await eventually(() => expect(released).toHaveLength(10));
    probe.onReady = () => Promise.resolve();
    probe.handled = [];
    const putBack = jest.spyOn(EventPublisher.prototype, 'sendToQueue');
    wire.cut();
    for (const release of released) release();
    await eventually(() => expect(handledIds()).toEqual(idsOf(all)));
    // An event that ends the process would otherwise end it for the whole bundle, again and again.
    expect(putBack.mock.calls.map(([queue]) => queue)).toEqual(all.map(() => QUEUE));
    putBack.mockRestore();
    await eventually(async () =>
      expect(await channel.checkQueue(bundleQueue(QUEUE))).toMatchObject({
        messageCount: 0,
        consumerCount: 1,
      }),
    );
    expect(probe.handled.map(({ context }) => context.attempt)).toEqual(all.map(() => 1));
    expect(await deadLetters()).toEqual([]);
  });

  it('are alone while only consumers that know no bundles run', async () => {
    await service.close();
    // As version 0.2.0 does.
    const old = await admin.createChannel();
    const got: ConsumeMessage[] = [];
    await old.consume(QUEUE, (message) => void (message && got.push(message)), { noAck: true });
    await publishAll(many(30));
    await eventually(() => expect(got).toHaveLength(30));
    expect(new Set(got.map(({ properties }) => String(properties.type)))).toEqual(new Set([READY]));
    await old.close();
    await startAgain();
    await new Promise((resolve) => setTimeout(resolve, FORGOTTEN_MS));
    const all = many(30);
    await publishAll(all);
    await eventually(() => expect(handledIds()).toEqual(idsOf(all)));
    expect(keys()).toContain(`${READY}.bundle`);
  });

  it('are alone where the queue of bundles does not exist', async () => {
    await service.close();
    await channel.deleteQueue(bundleQueue(QUEUE));
    await publishAll(many(5));
    await eventually(() => expect(published).toHaveLength(5));
    expect(keys()).toEqual(new Set([READY]));
    await startAgain();
    await eventually(() => expect(probe.handled).toHaveLength(5));
  });

  it('are all not published when no queue takes their bundle', async () => {
    await publishAll(many(2));
    await eventually(() => expect(probe.handled).toHaveLength(2));
    expect(keys()).toEqual(new Set([`${READY}.bundle`]));
    await channel.unbindQueue(bundleQueue(QUEUE), EVENTS_EXCHANGE, `${READY}.bundle`);
    await channel.unbindQueue(listening, EVENTS_EXCHANGE, '#');
    const outcomes = await Promise.allSettled(many(3).map((one) => publish(one)));
    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: expect.any(Error) })));
    await channel.bindQueue(bundleQueue(QUEUE), EVENTS_EXCHANGE, `${READY}.bundle`);
  });

  it.each([
    ['is not JSON', '[{"id":\n'],
    ['is no list', '{}\n'],
    ['lists no messages', '[1]\n'],
    ['is shorter than it says', '[[{},20]]\n{}'],
    ['has no end of its list', '[[{},2]]'],
  ])('and a bundle that %s ends in the DLQ as it is', async (_what, body) => {
    channel.sendToQueue(bundleQueue(QUEUE), Buffer.from(body), {
      persistent: true,
      contentType: BUNDLE_TYPE,
      messageId: 'poison',
    });
    await eventually(async () =>
      expect(await deadLetters()).toEqual([expect.objectContaining({ eventId: 'poison', payload: body })]),
    );
    expect(probe.handled).toEqual([]);
  });
});
