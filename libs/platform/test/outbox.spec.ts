import { randomUUID } from 'node:crypto';
import { EVENTS_EXCHANGE } from '@inner-weather/contracts/topology';
import { eventually } from '@inner-weather/testing/eventually';
import { type TestInfrastructure, testInfrastructure } from '@inner-weather/testing/infrastructure';
import { tcpProxy, type TcpProxy } from '@inner-weather/testing/tcp-proxy';
import { Logger } from '@nestjs/common';
import { Schema, SchemaFactory } from '@nestjs/mongoose';
import { type Channel, type ChannelModel, connect } from 'amqplib';
import { type Connection, createConnection, type Model, Types } from 'mongoose';
import { newContext, newTraceparent, runInContext } from '../src/context.js';
import { HealthRegistry } from '../src/health.js';
import { Broker } from '../src/messaging/broker.js';
import { EventPublisher } from '../src/messaging/event-publisher.js';
import { newEvent, outboxOnInsert, outboxOnUpdate, WithOutbox } from '../src/mongo/outbox.js';
import { OutboxRelay, type OutboxRelayOptions } from '../src/mongo/outbox-relay.js';

@Schema({ collection: 'things', versionKey: false })
class Thing extends WithOutbox {}

/** Nothing comes by itself, unless a test shortens these. */
const PATIENT: OutboxRelayOptions = { leaseMs: 60_000, retryMs: 60_000, sweepMs: 60_000 };
const QUICK = { retryMs: 20, sweepMs: 20 };

describe('outbox relay', () => {
  let infrastructure: TestInfrastructure;
  let database: Connection;
  let things: Model<Thing>;
  /** Between the publisher and the broker. */
  let wire: TcpProxy;
  let broker: Broker;
  let publisher: EventPublisher;
  /** Straight to the broker. */
  let ear: { model: ChannelModel; channel: Channel };
  /** Ids of this service's events, in the order in which they were on the wire. */
  let heard: string[];
  const relays: OutboxRelay[] = [];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    infrastructure = await testInfrastructure();
    const { mongoUrl, mongoDb, amqpUrl } = infrastructure;
    database = await createConnection(mongoUrl, { dbName: mongoDb }).asPromise();
    things = database.model(Thing.name, SchemaFactory.createForClass(Thing));
    wire = await tcpProxy(amqpUrl);
    broker = new Broker(wire.url, 'insights', new HealthRegistry());
    publisher = new EventPublisher(broker, 'insights', 1);
    await broker.onModuleInit();
    const model = await connect(amqpUrl);
    ear = { model, channel: await model.createChannel() };
  });

  afterAll(async () => {
    await ear.model.close();
    await broker.onApplicationShutdown();
    await wire.close();
    await database.close();
    await infrastructure.close();
  });

  beforeEach(async () => {
    await eventually(() => expect(broker.publishing.isUp).toBe(true));
    await things.deleteMany({});
    const mine: string[] = (heard = []);
    const { queue } = await ear.channel.assertQueue('', { exclusive: true });
    await ear.channel.bindQueue(queue, EVENTS_EXCHANGE, 'insights.#');
    await ear.channel.consume(queue, (message) => void mine.push(String(message?.properties.messageId)), {
      noAck: true,
    });
  });

  afterEach(async () => {
    wire.resume();
    await Promise.all(relays.splice(0).map((relay) => relay.beforeApplicationShutdown()));
  });

  const relay = (options: Partial<OutboxRelayOptions> = {}, by: EventPublisher = publisher) => {
    const made = new OutboxRelay(things, by, { ...PATIENT, ...options });
    relays.push(made);
    return made;
  };
  const requested = () => newEvent('insights.job.requested.v1', { jobId: randomUUID() });
  const store = async (...events: ReturnType<typeof requested>[]) => {
    const _id = new Types.ObjectId();
    await things.create({ _id, ...outboxOnInsert(events) });
    return _id;
  };
  const find = (_id: Types.ObjectId) => things.findById(_id).lean<Thing>();
  const expectDrained = (_id: Types.ObjectId) =>
    eventually(async () => expect(await find(_id)).toEqual({ _id, outbox: {} }));

  it('publishes after a kick, in the order in which things happened, and takes the events out', async () => {
    const events = [requested(), requested(), requested()].map((event, index) => ({
      ...event,
      at: new Date(index),
    }));
    const _id = await store(...[...events].reverse());
    relay().kick(_id);
    await expectDrained(_id);
    expect(heard).toEqual(events.map(({ id }) => id));
  });

  it('sends with each event the context in which it happened, and when', async () => {
    const { queue } = await ear.channel.assertQueue('', { exclusive: true });
    await ear.channel.bindQueue(queue, EVENTS_EXCHANGE, 'insights.#');
    const context = {
      ...newContext('a-correlation'),
      causationId: 'a-cause',
      traceparent: newTraceparent(),
    };
    const event = runInContext(context, requested);
    relay().kick(await store({ ...event, at: new Date(1_000) }));
    const message = await eventually(async () => {
      const got = await ear.channel.get(queue, { noAck: true });
      if (!got) throw new Error('nothing yet');
      return got;
    });
    expect(message.properties).toMatchObject({
      messageId: event.id,
      correlationId: 'a-correlation',
      timestamp: 1_000,
      headers: { 'x-causation-id': 'a-cause', traceparent: context.traceparent },
    });
    expect(JSON.parse(message.content.toString())).toEqual(event.payload);
  });

  it('keeps what cannot be published, and sends it once it can', async () => {
    wire.refuse();
    await eventually(() => expect(broker.publishing.isUp).toBe(false));
    const event = requested();
    const _id = await store(event);
    const late = relay(QUICK);
    late.kick(_id);
    // Tried, and given back for a later try.
    await eventually(async () => {
      const { outboxFence, outboxNextAt } = (await find(_id))!;
      expect(outboxFence).not.toBe(event.id);
      expect(outboxNextAt!.getTime()).toBeLessThan(Date.now() + PATIENT.leaseMs / 2);
    });
    expect(Object.keys((await find(_id))!.outbox!)).toEqual([event.id]);
    wire.resume();
    late.onApplicationBootstrap();
    await expectDrained(_id);
    expect(heard).toEqual([event.id]);
  });

  it('takes an event out only after the broker has confirmed it', async () => {
    const event = requested();
    const _id = await store(event);
    wire.hang();
    let begun = false;
    const announcing = {
      publishEvent: (outgoing: Parameters<EventPublisher['publishEvent']>[0]) => {
        const sending = publisher.publishEvent(outgoing);
        begun = true;
        return sending;
      },
    } as EventPublisher;
    const waiting = relay({}, announcing);
    waiting.kick(_id);
    await eventually(() => expect(begun).toBe(true));
    wire.resume();
    wire.cut();
    await waiting.beforeApplicationShutdown();
    expect(Object.keys((await find(_id))!.outbox!)).toEqual([event.id]);
    expect((await find(_id))!.outboxNextAt).toBeInstanceOf(Date);
  });

  it('finds by its sweep what was never kicked, also what a dead relay had claimed', async () => {
    const [plain, claimed] = [await store(requested()), await store(requested())];
    await things.updateOne(
      { _id: claimed },
      { $set: { outboxNextAt: new Date(Date.now() + 300), outboxFence: 'dead' } },
    );
    relay(QUICK).onApplicationBootstrap();
    await expectDrained(plain);
    expect(Object.keys((await find(claimed))!.outbox!)).toHaveLength(1);
    await expectDrained(claimed);
    expect(heard).toHaveLength(2);
  });

  it('leaves alone what another relay has claimed', async () => {
    const _id = await store(requested());
    await things.updateOne(
      { _id },
      { $set: { outboxNextAt: new Date(Date.now() + 60_000), outboxFence: 'another' } },
    );
    const idle = relay();
    idle.kick(_id);
    await idle.sweep();
    await idle.beforeApplicationShutdown();
    expect((await find(_id))!.outboxFence).toBe('another');
    expect(heard).toEqual([]);
  });

  it('publishes each event once when several relays sweep and are kicked at once', async () => {
    const events = Array.from({ length: 250 }, requested);
    const ids = await Promise.all(events.map((event) => store(event)));
    const several = [relay(), relay(), relay()];
    await Promise.all(several.map((one) => one.sweep()));
    for (const one of several) for (const id of ids) one.kick(id);
    for (const id of ids) await expectDrained(id);
    expect([...heard].sort()).toEqual(events.map(({ id }) => id).sort());
  });

  it('leaves no event behind that is added while it publishes', async () => {
    const several = [relay(), relay()];
    const ids = await Promise.all(Array.from({ length: 10 }, () => store(requested())));
    const added = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const _id = ids[index % ids.length]!;
        const event = requested();
        await things.updateOne({ _id }, { $set: outboxOnUpdate([event]) });
        several[index % 2]!.kick(_id);
        return event.id;
      }),
    );
    for (const id of ids) await expectDrained(id);
    expect([...new Set(heard)]).toEqual(expect.arrayContaining(added));
  });

  it('notices an event that comes between its last look and its last word', async () => {
    const first = requested();
    const _id = await store(first);
    const second = requested();
    /** Adds the second event while the first is on its way, without a kick. */
    const adding = {
      publishEvent: async (event: Parameters<EventPublisher['publishEvent']>[0]) => {
        await publisher.publishEvent(event);
        if (event.id === first.id) await things.updateOne({ _id }, { $set: outboxOnUpdate([second]) });
      },
    } as EventPublisher;
    relay({}, adding).kick(_id);
    await expectDrained(_id);
    expect(heard).toEqual([first.id, second.id]);
  });

  it('is not held up by an event that the broker refuses', async () => {
    const bad = { ...requested(), type: 'nobody.wants.v1' as never };
    const refused = await Promise.all(Array.from({ length: 5 }, () => store({ ...bad, id: randomUUID() })));
    const rest = await Promise.all(Array.from({ length: 150 }, () => store(requested())));
    await relay().sweep();
    for (const id of rest) await expectDrained(id);
    for (const id of refused) expect(Object.keys((await find(id))!.outbox!)).toHaveLength(1);
  });

  it('publishes what comes before a failure and keeps what comes after it, in order', async () => {
    const events = [requested(), requested(), requested()].map((event, index) => ({
      ...event,
      at: new Date(index),
    }));
    const _id = await store(...events);
    let broken = true;
    const flaky = {
      publishEvent: (event: Parameters<EventPublisher['publishEvent']>[0]) =>
        broken && event.id === events[1]!.id
          ? Promise.reject(new Error('no room'))
          : publisher.publishEvent(event),
    } as EventPublisher;
    const one = relay({ retryMs: 0 }, flaky);
    one.kick(_id);
    await eventually(async () =>
      expect(Object.keys((await find(_id))!.outbox!)).toEqual([events[1]!.id, events[2]!.id]),
    );
    broken = false;
    await eventually(async () => {
      await one.sweep();
      expect((await find(_id))!.outbox).toEqual({});
    });
    expect(heard).toEqual(events.map(({ id }) => id));
  });

  it('removes a tombstone when its time has come, but never before its event is out', async () => {
    const due = requested();
    const later = requested();
    const gone = await store(due);
    const kept = await store(later);
    await things.updateOne({ _id: gone }, { $set: { removeAt: new Date() } });
    const removeAt = new Date(Date.now() + 1_000);
    await things.updateOne({ _id: kept }, { $set: { removeAt } });
    const sweeping = relay(QUICK);
    sweeping.onApplicationBootstrap();
    await eventually(async () => expect(await find(gone)).toBeNull());
    await eventually(async () =>
      expect(await find(kept)).toMatchObject({ outbox: {}, outboxNextAt: removeAt }),
    );
    expect([...heard].sort()).toEqual([due.id, later.id].sort());
    await eventually(async () => expect(await find(kept)).toBeNull());
    expect(Date.now()).toBeGreaterThanOrEqual(removeAt.getTime());
    expect(heard).toHaveLength(2);
  });

  it('finishes what it has begun before it stops, and begins nothing after', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => store(requested())));
    const stopping = relay();
    for (const id of ids) stopping.kick(id);
    await stopping.beforeApplicationShutdown();
    for (const id of ids) expect(await find(id)).toEqual({ _id: id, outbox: {} });
    const after = await store(requested());
    stopping.onApplicationBootstrap();
    await stopping.beforeApplicationShutdown();
    expect(Object.keys((await find(after))!.outbox!)).toHaveLength(1);
  });
});
