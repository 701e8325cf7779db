import { randomUUID } from 'node:crypto';
import { EVENTS_EXCHANGE } from '@inner-weather/contracts/messaging/topology';
import { eventually } from '@inner-weather/testing/eventually';
import { type TestInfrastructure, testInfrastructure } from '@inner-weather/testing/infrastructure';
import { tcpProxy, type TcpProxy } from '@inner-weather/testing/tcp-proxy';
import { Logger } from '@nestjs/common';
import { Schema, SchemaFactory } from '@nestjs/mongoose';
import { type Channel, type ChannelModel, connect, type ConsumeMessage } from 'amqplib';
import { type Connection, createConnection, type Model, Types } from 'mongoose';
import { EventPublisher } from '../src/events/event-publisher.js';
import { HealthRegistry } from '../src/health.js';
import { Broker } from '../src/messaging/broker.js';
import { newEvent, outboxOnInsert, WithOutbox } from '../src/outbox/outbox.js';
import { OutboxRelay, type OutboxRelayOptions } from '../src/outbox/outbox-relay.js';

@Schema({ collection: 'things', versionKey: false })
class Thing extends WithOutbox {}

/** With these settings a relay does nothing by itself. */
export const SLOW: OutboxRelayOptions = { leaseMs: 60_000, retryMs: 60_000, sweepMs: 60_000 };
export const QUICK = { retryMs: 20, sweepMs: 20 };

export type OutgoingEvent = Parameters<EventPublisher['publishEvent']>[0];

export const requested = () => newEvent('insights.job.requested.v1', { jobId: randomUUID() });

/** A collection with an outbox, and a publisher behind a proxy that can be cut. Registers the hooks of a suite. */
export class OutboxSuite {
  things: Model<Thing>;
  /** The proxy between the publisher and the broker. */
  wire: TcpProxy;
  broker: Broker;
  publisher: EventPublisher;
  /** Consumes directly from the broker. */
  listener: Channel;
  /** Ids of the events that were published in the current test, in the order of their arrival, which may be late. */
  published: string[];
  private infrastructure: TestInfrastructure;
  private database: Connection;
  private listening: ChannelModel;
  private readonly relays: OutboxRelay[] = [];
  private readonly listeners: ((event: { commandName: string }) => void)[] = [];

  constructor() {
    beforeAll(() => this.start());
    afterAll(() => this.stop());
    beforeEach(() => this.reset());
    afterEach(async () => {
      this.wire.resume();
      for (const one of this.listeners.splice(0)) this.database.getClient().off('commandStarted', one);
      await Promise.all(this.relays.splice(0).map((relay) => relay.beforeApplicationShutdown()));
    });
  }

  relay(options: Partial<OutboxRelayOptions> = {}, publisher = this.publisher): OutboxRelay {
    const relay = new OutboxRelay(this.things, publisher, { ...SLOW, ...options });
    this.relays.push(relay);
    return relay;
  }

  /** A relay whose publisher does what the test says. */
  relayWith(
    publishEvent: (event: OutgoingEvent) => Promise<void>,
    options: Partial<OutboxRelayOptions> = {},
  ): OutboxRelay {
    return this.relay(options, { publishEvent } as EventPublisher);
  }

  /** Stores a document that holds these events. */
  async store(...events: ReturnType<typeof requested>[]): Promise<Types.ObjectId> {
    const _id = new Types.ObjectId();
    await this.things.create({ _id, ...outboxOnInsert(events) });
    return _id;
  }

  /** Inserts a document whose events this relay has claimed. */
  async insert(relay: OutboxRelay, ...events: ReturnType<typeof requested>[]) {
    const document = { _id: new Types.ObjectId(), ...relay.claimed(events) };
    await this.things.collection.insertOne(document);
    return document;
  }

  find(_id: Types.ObjectId) {
    return this.things.findById(_id).lean<Thing>();
  }

  async waitingEvents(_id: Types.ObjectId): Promise<string[]> {
    return Object.keys((await this.find(_id))?.outbox ?? {});
  }

  /** Tells of each command that is sent to the database from now on, until the test ends. */
  onCommand(tell: (name: string) => void): void {
    const listener = ({ commandName }: { commandName: string }) => tell(commandName);
    this.database.getClient().on('commandStarted', listener);
    this.listeners.push(listener);
  }

  async expectPublished(_id: Types.ObjectId): Promise<void> {
    // After a query that took a second, the next sweep begins 50 seconds later.
    await eventually(async () => expect(await this.find(_id)).toEqual({ _id, outbox: {} }), {
      timeoutMs: 55_000,
    });
  }

  /** A queue that gets every event of this suite. */
  async newQueue(): Promise<string> {
    const { queue } = await this.listener.assertQueue('', { exclusive: true });
    await this.listener.bindQueue(queue, EVENTS_EXCHANGE, 'insights.#');
    return queue;
  }

  private async start(): Promise<void> {
    Logger.overrideLogger(false);
    this.infrastructure = await testInfrastructure();
    const { mongoUrl, mongoDb, amqpUrl } = this.infrastructure;
    this.database = await createConnection(mongoUrl, { dbName: mongoDb, monitorCommands: true }).asPromise();
    this.things = this.database.model<Thing>(Thing.name, SchemaFactory.createForClass(Thing));
    this.wire = await tcpProxy(amqpUrl);
    this.broker = new Broker(this.wire.url, 'insights', new HealthRegistry());
    this.publisher = new EventPublisher(this.broker, 'insights', 1);
    await this.broker.onModuleInit();
    this.listening = await connect(amqpUrl);
    this.listener = await this.listening.createChannel();
  }

  private async reset(): Promise<void> {
    await eventually(() => expect(this.broker.publishing.isUp).toBe(true));
    await this.things.deleteMany({});
    const published: string[] = (this.published = []);
    const onMessage = (message: ConsumeMessage | null) =>
      void published.push(String(message?.properties.messageId));
    await this.listener.consume(await this.newQueue(), onMessage, { noAck: true });
  }

  private async stop(): Promise<void> {
    await this.listening.close();
    await this.broker.onApplicationShutdown();
    await this.wire.close();
    await this.database.close();
    await this.infrastructure.close();
  }
}
