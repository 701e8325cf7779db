import { createECDH, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventMap, EventName } from '@inner-weather/contracts/messaging/events';
import { EVENTS_EXCHANGE, type QueueName } from '@inner-weather/contracts/messaging/topology';
import type { RpcMap, RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { PassOnFilter, validationPipe } from '@inner-weather/platform/errors';
import { HealthRegistry } from '@inner-weather/platform/health';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { deadLetterQueue } from '@inner-weather/platform/messaging/topology';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { AmqpServer } from '@inner-weather/platform/transport/amqp-server';
import { testInfrastructure } from '@inner-weather/testing/infrastructure';
import { testMasterKeys } from '@inner-weather/testing/master-keys';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { connect } from 'amqplib';
import { mongo } from 'mongoose';
import { AppModule } from '../src/app.module.js';
import { RemindersConfig } from '../src/config.js';
import type { Letter } from '../src/letters/letter.schema.js';
import { LetterScheduler } from '../src/letters/letter-scheduler.js';
import { PushClient, type PushMessage, type PushOutcome, type PushTarget } from '../src/push/push-client.js';
import type { Device } from '../src/reminders/device.schema.js';
import type { Reminder } from '../src/reminders/reminder.schema.js';
import { Scheduler } from '../src/reminders/scheduler.js';

export type RemindersUnderTest = Awaited<ReturnType<typeof startReminders>>;

/** Two replicas of the service on a real broker and database, whose push service is a function of the test. */
export async function startReminders(settings: Partial<RemindersConfig> = {}) {
  const infrastructure = await testInfrastructure();
  const config = Object.assign(new RemindersConfig(), {
    AMQP_URL: infrastructure.amqpUrl,
    MONGO_URL: infrastructure.mongoUrl,
    MONGO_DB: infrastructure.mongoDb,
    MASTER_KEYS_FILE: testMasterKeys(),
    VAPID_PRIVATE_KEY_FILE: testPushKey(),
    RETRY_DELAY_FACTOR: 0.01,
    RATE_LIMITS: 'off',
    // A test says when to look for due reminders.
    REMINDERS_CHECK_MS: 24 * 60 * 60_000,
    ...settings,
  });
  const push = {
    sent: [] as { endpoint: string; message: PushMessage }[],
    answer: (_endpoint: string): PushOutcome | Promise<PushOutcome> => ({ outcome: 'sent' }),
  };
  const apps = [await serve(config), await serve(config)] as const;
  for (const app of apps) {
    app.get(PushClient).send = async ({ endpoint }: PushTarget, message: PushMessage) => {
      push.sent.push({ endpoint, message });
      return push.answer(endpoint);
    };
  }
  const broker = new Broker(config.AMQP_URL, 'gateway', new HealthRegistry());
  // Long enough for a busy machine: no test is about the deadline of a call.
  const rpc = new RpcClient(broker, 30_000);
  await broker.onModuleInit();
  await broker.whenUp();
  const wire = await connect(config.AMQP_URL);
  const channel = await wire.createChannel();
  const published: { type: string; payload: Record<string, unknown> }[] = [];
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EVENTS_EXCHANGE, 'reminders.#');
  await channel.consume(
    queue,
    (message) => {
      const payload = JSON.parse(message?.content.toString() ?? '{}') as Record<string, unknown>;
      published.push({ type: String(message?.properties.type), payload });
    },
    { noAck: true },
  );
  const database = await new mongo.MongoClient(config.MONGO_URL).connect();
  const db = database.db(config.MONGO_DB);
  return {
    push,
    reminders: db.collection<Reminder>('reminders'),
    devices: db.collection<Device>('devices'),
    letters: db.collection<Letter>('letters'),
    /** The events of the service. */
    published,
    schedulers: apps.map((app) => app.get(Scheduler)),
    letterSchedulers: apps.map((app) => app.get(LetterScheduler)),
    call: <M extends RpcMethod>(method: M, request: RpcMap[M]['request']): Promise<RpcMap[M]['answer']> =>
      rpc.call(method, request),
    publish: <N extends EventName>(
      type: N,
      payload: EventMap[N] | object,
      messageId: string = randomUUID(),
    ) =>
      channel.publish(EVENTS_EXCHANGE, type, Buffer.from(JSON.stringify(payload)), {
        type,
        messageId,
        persistent: true,
      }),
    deadLetters: async (queue: QueueName) => (await channel.checkQueue(deadLetterQueue(queue))).messageCount,
    async stop(): Promise<void> {
      for (const app of apps) await app.close();
      await broker.onApplicationShutdown();
      await wire.close();
      await database.close();
      await infrastructure.close();
    },
  };
}

/** What a browser has after it subscribed to a push service that is known by default. */
export function newSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
}

function testPushKey(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'inner-weather-keys-')), 'vapid-private.pem');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return file;
}

async function serve(config: RemindersConfig): Promise<INestMicroservice> {
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(AppModule.forRoot(config), {
    logger: false,
    inject: [AmqpServer],
    useFactory: (strategy: AmqpServer) => ({ strategy }),
  });
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new PassOnFilter());
  await app.listen();
  await app.get(Broker).whenUp();
  return app;
}
