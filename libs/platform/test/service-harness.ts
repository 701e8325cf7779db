import { randomUUID } from 'node:crypto';
import type { EventMap, EventName } from '@inner-weather/contracts/messaging/events';
import {
  EVENTS_EXCHANGE,
  type QueueName,
  type ServiceName,
} from '@inner-weather/contracts/messaging/topology';
import type { RpcMap, RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { testInfrastructure } from '@inner-weather/testing/infrastructure';
import { testMasterKeys } from '@inner-weather/testing/random';
import type { INestMicroservice, LoggerService } from '@nestjs/common';
import { connect, type GetMessage } from 'amqplib';
import { mongo } from 'mongoose';
import { createService } from '../src/bootstrap.js';
import { EventPublisher } from '../src/events/event-publisher.js';
import { DATABASE_CHECK, HealthRegistry } from '../src/health.js';
import { Broker } from '../src/messaging/broker.js';
import { deadLetterQueue } from '../src/messaging/topology.js';
import { RpcClient } from '../src/rpc/rpc-client.js';

/** Waits of 10 to 300 ms between the attempts of a message instead of 1 to 30 s. */
const DELAY_FACTOR = 0.01;
/** Milliseconds that a call may take; many at once take their time on a busy machine. */
const CALL_MS = 30_000;

/** An event as it was on the wire. */
export interface SeenEvent {
  id: string;
  type: string;
  /** Its routing key. */
  key: string;
  payload: Record<string, unknown>;
  correlationId: string;
  headers: Record<string, unknown>;
}

/**
 * What stands around a service in its tests: a broker and a database of its own, the gateway that calls it, the services
 * `others` whose events it gets, and a consumer of all events of `service`.
 */
export async function startHarness<Other extends ServiceName = never>(
  service: ServiceName,
  others: readonly Other[] = [],
) {
  const infrastructure = await testInfrastructure();
  const { amqpUrl, mongoUrl, mongoDb } = infrastructure;
  const apps = new Set<INestMicroservice>();
  const brokers: Broker[] = [];

  const connectAs = async <Client>(name: ServiceName, use: (broker: Broker) => Client): Promise<Client> => {
    const broker = new Broker(amqpUrl, name, new HealthRegistry());
    brokers.push(broker);
    const client = use(broker);
    await broker.onModuleInit();
    await broker.whenUp();
    return client;
  };
  const rpc = await connectAs('gateway', (broker) => new RpcClient(broker, CALL_MS));
  const publishers = new Map<ServiceName, EventPublisher>();
  for (const name of others)
    publishers.set(name, await connectAs(name, (broker) => new EventPublisher(broker, name, DELAY_FACTOR)));

  const wire = await connect(amqpUrl);
  const channel = await wire.createChannel();
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EVENTS_EXCHANGE, `${service}.#`);
  const seen: SeenEvent[] = [];
  await channel.consume(
    queue,
    (message) => {
      if (!message) return;
      const { messageId, type, correlationId, headers } = message.properties;
      seen.push({
        id: String(messageId),
        type: String(type),
        key: message.fields.routingKey,
        payload: parsed(message.content),
        correlationId: String(correlationId),
        headers: headers ?? {},
      });
    },
    { noAck: true },
  );
  // It connects with its first command.
  const database = new mongo.MongoClient(mongoUrl);

  return {
    amqpUrl,
    db: database.db(mongoDb),
    channel,
    /** Every event of the service, in order. */
    seen,
    /** What the configuration of a service has in all its tests. */
    settings: {
      AMQP_URL: amqpUrl,
      MONGO_URL: mongoUrl,
      MONGO_DB: mongoDb,
      MASTER_KEYS_FILE: testMasterKeys(),
      RETRY_DELAY_FACTOR: DELAY_FACTOR,
      RATE_LIMITS: 'off' as const,
    },
    /** Starts a service as its own process would, and resolves when it serves. */
    async serve(
      module: Parameters<typeof createService>[0],
      logger: LoggerService | false = false,
    ): Promise<INestMicroservice> {
      const app = await createService(module, { logger });
      apps.add(app);
      await app.listen();
      await app.get(Broker).whenUp();
      const health = app.get(HealthRegistry);
      const isPassing = health.isPassing.bind(health);
      // No suite stops its database, and on a busy machine the answer to a ping may take longer than a service waits.
      health.isPassing = (name) => (name === DATABASE_CHECK ? Promise.resolve(true) : isPassing(name));
      return app;
    },
    /** Ends a service as a signal does. */
    async end(app: INestMicroservice): Promise<void> {
      apps.delete(app);
      await app.close();
    },
    call: <M extends RpcMethod>(method: M, request: RpcMap[M]['request']): Promise<RpcMap[M]['answer']> =>
      rpc.call(method, request),
    callRaw: rpc.callRaw.bind(rpc),
    /** Publishes an event as another service does. `at`: when it happened, for one that comes out of an outbox. */
    publish: <N extends EventName>(
      from: Other,
      type: N,
      payload: EventMap[N],
      { eventId = randomUUID(), at }: { eventId?: string; at?: Date } = {},
    ): Promise<void> => publishers.get(from)!.publishEvent({ id: eventId, type, payload, at }),
    /** Publishes what no publisher of ours would send. */
    fromStranger: (name: string, body: string, type = name, messageId: string = randomUUID()): boolean =>
      channel.publish(EVENTS_EXCHANGE, name, Buffer.from(body), { type, messageId, persistent: true }),
    /** Resolves when every event that the broker has passed on so far is in `seen`. */
    async untilSeen(): Promise<void> {
      // The broker answers after it has sent what is in the queue.
      await channel.checkQueue(queue);
    },
    messagesIn: async (name: QueueName): Promise<number> => (await channel.checkQueue(name)).messageCount,
    deadLetters: async (of: QueueName): Promise<number> =>
      (await channel.checkQueue(deadLetterQueue(of))).messageCount,
    /** Takes one message out of a queue's DLQ. */
    deadLetter: async (of: QueueName): Promise<GetMessage | undefined> =>
      (await channel.get(deadLetterQueue(of), { noAck: true })) || undefined,
    async stop(): Promise<void> {
      for (const app of apps) await app.close();
      for (const broker of brokers) await broker.onApplicationShutdown();
      await wire.close();
      await database.close();
      await infrastructure.close();
    },
  };
}

/** Some suites publish what is no JSON in the service's name. */
function parsed(content: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(content.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
