import { randomUUID } from 'node:crypto';
import { dayAt } from '@inner-weather/domain/time/local-time';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { EventMap, EventName } from '@inner-weather/contracts/messaging/events';
import type { RpcMap, RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import {
  EVENTS_EXCHANGE,
  type QueueName,
  type ServiceName,
} from '@inner-weather/contracts/messaging/topology';
import { ByteBudget, type ByteBudgetOptions } from '@inner-weather/platform/limits/byte-budget';
import type { Counter } from '@inner-weather/platform/limits/counter.schema';
import { PassOnFilter, validationPipe } from '@inner-weather/platform/errors';
import { HealthRegistry } from '@inner-weather/platform/health';
import { AmqpServer } from '@inner-weather/platform/transport/amqp-server';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { EventPublisher } from '@inner-weather/platform/events/event-publisher';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { deadLetterQueue } from '@inner-weather/platform/messaging/topology';
import { eventually } from '@inner-weather/testing/eventually';
import { testInfrastructure } from '@inner-weather/testing/infrastructure';
import { testMasterKeys } from '@inner-weather/testing/master-keys';
import { jest } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { getConnectionToken } from '@nestjs/mongoose';
import { connect, type GetMessage } from 'amqplib';
import { type Connection, Types } from 'mongoose';
import { AppModule } from '../src/app.module.js';
import { JournalConfig } from '../src/config.js';
import { EntrySealing } from '../src/entries/entry-sealing.js';
import type { Entry, ReadableEntry, WeatherStamp } from '../src/entries/entry.schema.js';

const DELAY_FACTOR = 0.01;
/** Milliseconds that a call may take; many at once take their time on a busy machine. */
const CALL_MS = 30_000;

/** An event as it was on the wire. */
interface SeenEvent {
  id: string;
  type: string;
  /** Its routing key. */
  key: string;
  payload: Record<string, unknown>;
}

/** The fields of an entry that a test stores directly. */
export type StoredEntry = Pick<
  ReadableEntry,
  'userId' | 'content' | 'inputMood' | 'location' | 'tags' | 'createdAt'
> & { offset?: number; weather?: Pick<WeatherStamp, 'status' | 'text'> };

const SUNNY = { status: 'ready', text: 'Sunny' } as const;

const readPage = ({ body, meta }: Awaited<ReturnType<RpcClient['callRaw']>>) => ({
  entries: JSON.parse(body.toString()) as EntryDto[],
  bytes: body.length,
  meta,
});

/** Until mocks are restored, requests stay in the lines of this service for as long as they have to. */
export function keepLinesOpen(service: object): void {
  for (const line of Object.values(service) as unknown[]) {
    if (!(line instanceof ByteBudget)) continue;
    const { options } = line as unknown as { options: ByteBudgetOptions };
    jest.replaceProperty(options, 'waitMs', 60_000);
  }
}

export type JournalUnderTest = Awaited<ReturnType<typeof startJournal>>;

/** A journal service on a real broker and database, the neighbours that talk to it, and a consumer of its events. */
export async function startJournal(settings: Partial<JournalConfig> = {}) {
  const infrastructure = await testInfrastructure();
  const config = Object.assign(new JournalConfig(), {
    AMQP_URL: infrastructure.amqpUrl,
    MONGO_URL: infrastructure.mongoUrl,
    MONGO_DB: infrastructure.mongoDb,
    MASTER_KEYS_FILE: testMasterKeys(),
    RETRY_DELAY_FACTOR: DELAY_FACTOR,
    RATE_LIMITS: 'off',
    ...settings,
  });
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(AppModule.forRoot(config), {
    logger: false,
    inject: [AmqpServer],
    useFactory: (strategy: AmqpServer) => ({ strategy }),
  });
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new PassOnFilter());
  await app.listen();
  await app.get(Broker).whenUp();

  const broker = (service: ServiceName) => new Broker(config.AMQP_URL, service, new HealthRegistry());
  const gateway = broker('gateway');
  const rpc = new RpcClient(gateway, CALL_MS);
  const neighbours = { weather: broker('weather'), auth: broker('auth') };
  const weather = new EventPublisher(neighbours.weather, 'weather', DELAY_FACTOR);
  const auth = new EventPublisher(neighbours.auth, 'auth', DELAY_FACTOR);
  const brokers = [gateway, neighbours.weather, neighbours.auth];
  for (const broker of brokers) {
    await broker.onModuleInit();
    await broker.whenUp();
  }

  const wire = await connect(config.AMQP_URL);
  const channel = await wire.createChannel();
  const seenEvents: SeenEvent[] = [];
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EVENTS_EXCHANGE, 'journal.#');
  await channel.consume(
    queue,
    (message) => {
      if (!message) return;
      const { messageId, type } = message.properties;
      const id = String(messageId);
      // A slow relay publishes an event twice, under the same id.
      if (seenEvents.some((event) => event.id === id)) return;
      seenEvents.push({
        id,
        type: String(type),
        key: message.fields.routingKey,
        payload: JSON.parse(message.content.toString()),
      });
    },
    { noAck: true },
  );
  const db = app.get<Connection>(getConnectionToken()).db!;
  const storedEntries = db.collection<Entry>('entries');

  return {
    app,
    config,
    entries: storedEntries,
    counters: db.collection<Counter>('counters'),
    call: <M extends RpcMethod>(method: M, request: RpcMap[M]['request']): Promise<RpcMap[M]['answer']> =>
      rpc.call(method, request),
    search: (request: RpcMap['journal.search-entries']['request'], options?: { timeoutMs: number }) =>
      rpc.callRaw('journal.search-entries', request, options).then(readPage),
    find: (request: RpcMap['journal.find-entries']['request']) =>
      rpc.callRaw('journal.find-entries', request).then(readPage),
    /** Stores entries as the service would, but without their events, and answers their ids. */
    async store(entries: StoredEntry[]): Promise<string[]> {
      const sealing = app.get(EntrySealing, { strict: false });
      // Each person's key is made once: entries that are sealed at the same time would all ask for it.
      for (const userId of new Set(entries.map((entry) => entry.userId))) await sealing.tokenOf(userId, '');
      const documents = entries.map(({ weather = SUNNY, ...entry }) => {
        const { userId, createdAt, offset = 0 } = entry;
        const _id = new Types.ObjectId();
        const stamp = { ...weather, key: 'k', attempts: 1, requestedAt: createdAt };
        const livedTime = { offset, day: dayAt(createdAt.getTime(), offset) };
        const rest = { _id, schemaVersion: 1 as const, weather: stamp, updatedAt: createdAt, ...livedTime };
        return sealing.seal({ _id, userId }, { ...entry, ...rest });
      });
      const { insertedIds } = await storedEntries.insertMany(await Promise.all(documents));
      return Object.values(insertedIds).map(String);
    },
    /** What was published about one entry, in order. */
    seenOf: (entryId: string, type?: EventName): SeenEvent[] =>
      seenEvents.filter((event) => event.payload.entryId === entryId && (!type || event.type === type)),
    /** Resolves when `seenOf` has every event of the entry's changes so far. */
    async untilPublished(entryId: string): Promise<void> {
      await eventually(async () => {
        const entry = await storedEntries.findOne({ _id: new Types.ObjectId(entryId) });
        // An event leaves the outbox once every queue has it.
        expect(entry?.outbox ?? {}).toEqual({});
      });
      // The broker answers after it has sent what is in the queue.
      await channel.checkQueue(queue);
    },
    fromWeather: <N extends EventName>(name: N, payload: EventMap[N], eventId?: string): Promise<void> =>
      weather.publish(name, payload, { eventId }),
    fromAuth: <N extends EventName>(name: N, payload: EventMap[N], eventId?: string): Promise<void> =>
      auth.publish(name, payload, { eventId }),
    /** Publishes bytes that no publisher of ours would send. */
    fromStranger: (name: EventName, body: string): boolean =>
      channel.publish(EVENTS_EXCHANGE, name, Buffer.from(body), {
        type: name,
        messageId: randomUUID(),
        persistent: true,
      }),
    /** How many messages a queue holds. */
    messagesIn: async (queue: QueueName): Promise<number> => (await channel.checkQueue(queue)).messageCount,
    /** Takes one message out of a queue's DLQ. */
    async deadLetter(queue: QueueName): Promise<GetMessage | undefined> {
      return (await channel.get(deadLetterQueue(queue), { noAck: true })) || undefined;
    },
    async stop(): Promise<void> {
      await app.close();
      for (const broker of brokers) await broker.onApplicationShutdown();
      await wire.close();
      await infrastructure.close();
    },
  };
}
