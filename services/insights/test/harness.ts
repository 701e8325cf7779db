import { randomUUID } from 'node:crypto';
import type { EventMap, EventName } from '@inner-weather/contracts/messaging/events';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { RpcMap, RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import {
  EVENTS_EXCHANGE,
  type QueueName,
  type ServiceName,
} from '@inner-weather/contracts/messaging/topology';
import { PassOnFilter, validationPipe } from '@inner-weather/platform/errors';
import { HealthRegistry } from '@inner-weather/platform/health';
import { AmqpServer } from '@inner-weather/platform/transport/amqp-server';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { EventPublisher } from '@inner-weather/platform/events/event-publisher';
import { eventsHandled } from '@inner-weather/platform/events/events.metrics';
import { inFlight } from '@inner-weather/platform/messaging/queue-consumer.metrics';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { deadLetterQueue } from '@inner-weather/platform/messaging/topology';
import { eventually } from '@inner-weather/testing/eventually';
import { startFakeGemini } from '@inner-weather/testing/fake-models';
import type { Reply } from '@inner-weather/testing/fake-server';
import { testInfrastructure } from '@inner-weather/testing/infrastructure';
import { testMasterKeys } from '@inner-weather/testing/master-keys';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { connect, type GetMessage } from 'amqplib';
import { mongo, Types } from 'mongoose';
import { AppModule } from '../src/app.module.js';
import { InsightsConfig } from '../src/config.js';
import type { Job } from '../src/jobs/job.schema.js';
import { FakeAuth, serveFakeAuth } from './fake-auth.js';
import { FakeJournal, serveFakeJournal } from './fake-journal.js';

const DELAY_FACTOR = 0.01;
/** Milliseconds that a call may take; many at once take their time on a busy machine. */
const CALL_MS = 30_000;

/** A reply that comes when `send` is called. */
export function heldReply(reply: Reply): Reply & { send: () => void } {
  let send = (): void => undefined;
  const until = new Promise<void>((resolve) => (send = resolve));
  return { ...reply, until, send };
}

export type InsightsUnderTest = Awaited<ReturnType<typeof startInsights>>;

/** The service on a real broker and database, a journal and a Gemini that do what a test says, and the neighbours. */
export async function startInsights(settings: Partial<InsightsConfig> = {}, { withJournal = true } = {}) {
  const infrastructure = await testInfrastructure();
  const gemini = await startFakeGemini();
  const config = Object.assign(new InsightsConfig(), {
    AMQP_URL: infrastructure.amqpUrl,
    MONGO_URL: infrastructure.mongoUrl,
    MONGO_DB: infrastructure.mongoDb,
    MASTER_KEYS_FILE: testMasterKeys(),
    RETRY_DELAY_FACTOR: DELAY_FACTOR,
    RATE_LIMITS: 'off',
    GEMINI_API_KEY: 'a-key',
    GEMINI_API_URL: gemini.url,
    // Only suites that say so look for jobs without a worker.
    JOB_CHECK_MS: 24 * 60 * 60_000,
    // A worker in the middle of a test's endless wait must not delay the end of the suite.
    SHUTDOWN_GRACE_MS: 500,
    ...settings,
  });
  const apps: INestMicroservice[] = [];
  const journal = new FakeJournal();
  const auth = new FakeAuth();
  const app = await serve(config);
  apps.push(app);
  apps.push(await serveFakeAuth(auth, config));
  const serveJournal = async () => apps.push(await serveFakeJournal(journal, config));
  if (withJournal) await serveJournal();

  const broker = (service: ServiceName) => new Broker(config.AMQP_URL, service, new HealthRegistry());
  const brokers = {
    gateway: broker('gateway'),
    journal: broker('journal'),
    auth: broker('auth'),
    reminders: broker('reminders'),
  };
  const rpc = new RpcClient(brokers.gateway, CALL_MS);
  const fromJournal = new EventPublisher(brokers.journal, 'journal', DELAY_FACTOR);
  const fromAuth = new EventPublisher(brokers.auth, 'auth', DELAY_FACTOR);
  const fromReminders = new EventPublisher(brokers.reminders, 'reminders', DELAY_FACTOR);
  for (const one of Object.values(brokers)) {
    await one.onModuleInit();
    await one.whenUp();
  }
  const wire = await connect(config.AMQP_URL);
  const channel = await wire.createChannel();
  const database = await new mongo.MongoClient(config.MONGO_URL).connect();
  const db = database.db(config.MONGO_DB);
  const jobs = db.collection<Job>('jobs');

  const call = <M extends RpcMethod>(
    method: M,
    request: RpcMap[M]['request'],
  ): Promise<RpcMap[M]['answer']> => rpc.call(method, request);
  const get = (userId: string, jobId: string): Promise<InsightJobDto> =>
    call('insights.get', { userId, jobId });
  const publishJob = (name: string, body: string): boolean =>
    channel.publish(EVENTS_EXCHANGE, name, Buffer.from(body), {
      type: name,
      messageId: randomUUID(),
      persistent: true,
    });

  const messagesAtWork = async (queue: QueueName): Promise<number | undefined> => {
    const { values } = await inFlight.get();
    return values.find(({ labels }) => labels.queue === queue)?.value;
  };

  return {
    app,
    config,
    gemini,
    journal,
    auth,
    jobs,
    call,
    get,
    serveJournal,
    /** Another replica, or the service after a restart. */
    async startAnother(other: Partial<InsightsConfig> = {}): Promise<void> {
      apps.push(await serve(Object.assign(new InsightsConfig(), config, other)));
    },
    /** Ends the first replica in the middle of whatever it does. */
    async kill(): Promise<void> {
      apps.splice(apps.indexOf(app), 1);
      await app.close();
    },
    stored: (jobId: string) => jobs.findOne({ _id: new Types.ObjectId(jobId) }),
    /** Resolves with the job when it has come to this status. Leases and retries take their time on a busy machine. */
    until: (userId: string, jobId: string, status: InsightJobDto['status']): Promise<InsightJobDto> =>
      eventually(
        async () => {
          const job = await get(userId, jobId);
          expect(job).toMatchObject({ status });
          return job;
        },
        { timeoutMs: 25_000 },
      ),
    /** `at`: when it happened; now, unless given. */
    fromJournal: <N extends EventName>(type: N, payload: EventMap[N], at = new Date()): Promise<void> =>
      fromJournal.publishEvent({ id: randomUUID(), type, payload, at }),
    fromAuth: <N extends EventName>(type: N, payload: EventMap[N]): Promise<void> =>
      fromAuth.publish(type, payload),
    fromReminders: <N extends EventName>(type: N, payload: EventMap[N]): Promise<void> =>
      fromReminders.publish(type, payload),
    /** Publishes bytes that no publisher of ours would send. */
    fromStranger: publishJob,
    /** Delivers a job's message once more. */
    deliverAgain: (jobId: string): boolean =>
      publishJob('insights.job.requested.v1', JSON.stringify({ jobId })),
    /** Takes one message out of a queue's DLQ. */
    async deadLetter(of: QueueName): Promise<GetMessage | undefined> {
      return (await channel.get(deadLetterQueue(of), { noAck: true })) || undefined;
    },
    /** Messages of a queue that this process has in hand. */
    messagesAtWork,
    /** Messages about jobs that a worker of this process has in hand. */
    jobsAtWork: () => messagesAtWork('insights.jobs'),
    /** How often this process has sent a message about a job to its next attempt. */
    async retries(): Promise<number> {
      const { values } = await eventsHandled.get();
      const ours = values.find(
        ({ labels }) =>
          labels.queue === ('insights.jobs' satisfies QueueName) && labels.outcome === 'retried',
      );
      return ours?.value ?? 0;
    },
    async stop(): Promise<void> {
      for (const one of apps) await one.close();
      for (const one of Object.values(brokers)) await one.onApplicationShutdown();
      await wire.close();
      await database.close();
      await gemini.close();
      await infrastructure.close();
    },
  };
}

async function serve(config: InsightsConfig): Promise<INestMicroservice> {
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
