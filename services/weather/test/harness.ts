import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { EventMap, EventName } from '@inner-weather/contracts/messaging/events';
import { EVENTS_EXCHANGE } from '@inner-weather/contracts/messaging/topology';
import { runInContext } from '@inner-weather/platform/context';
import { PassOnFilter, validationPipe } from '@inner-weather/platform/errors';
import { HealthRegistry } from '@inner-weather/platform/health';
import { AmqpServer } from '@inner-weather/platform/transport/amqp-server';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { EventPublisher } from '@inner-weather/platform/events/event-publisher';
import { deadLetterQueue } from '@inner-weather/platform/messaging/topology';
import { startFakeOpenMeteo, startFakeWeatherApi } from '@inner-weather/testing/fake-weather';
import { testInfrastructure } from '@inner-weather/testing/infrastructure';
import { tcpProxy } from '@inner-weather/testing/tcp-proxy';
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { connect, type GetMessage } from 'amqplib';
import { AppModule } from '../src/app.module.js';
import { WeatherConfig } from '../src/config.js';

/** Four waits of 10 to 300 ms instead of 1 to 30 s. */
const DELAY_FACTOR = 0.01;

const WEATHER = ['/current.json', '/history.json'];

export const KEY = 'k3y-that-nobody-may-see';

/** An event as it was on the wire. */
interface SeenEvent {
  id: string;
  type: string;
  payload: Record<string, unknown>;
  correlationId: string;
  headers: Record<string, unknown>;
}

export type WeatherUnderTest = Awaited<ReturnType<typeof startWeather>>;
type Wish = EventMap['journal.entry.created.v1'];

/** A weather service on a real broker, its providers, the journal that asks it, and a consumer of its events. */
export async function startWeather(settings: Partial<WeatherConfig> = {}) {
  const infrastructure = await testInfrastructure();
  const brokerWire = await tcpProxy(infrastructure.amqpUrl);
  const [api, meteo] = await Promise.all([startFakeWeatherApi(), startFakeOpenMeteo()]);
  const config = Object.assign(new WeatherConfig(), {
    AMQP_URL: brokerWire.url,
    WEATHER_API_KEY: KEY,
    WEATHER_API_URL: api.url,
    OPEN_METEO_URL: meteo.url,
    OPEN_METEO_GEOCODING_URL: meteo.url,
    OPEN_METEO_ARCHIVE_URL: meteo.url,
    RETRY_DELAY_FACTOR: DELAY_FACTOR,
    ...settings,
  });
  const logged: string[] = [];
  let app = await boot(config, logged);

  const journalBroker = new Broker(infrastructure.amqpUrl, 'journal', new HealthRegistry());
  const journal = new EventPublisher(journalBroker, 'journal', DELAY_FACTOR);
  await journalBroker.onModuleInit();
  await journalBroker.whenUp();

  const wire = await connect(infrastructure.amqpUrl);
  const channel = await wire.createChannel();
  const seen: SeenEvent[] = [];
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EVENTS_EXCHANGE, 'weather.#');
  await channel.consume(
    queue,
    (message) => {
      if (!message) return;
      const { messageId, type, correlationId, headers } = message.properties;
      seen.push({
        id: String(messageId),
        type: String(type),
        payload: JSON.parse(message.content.toString()),
        correlationId: String(correlationId),
        headers: headers ?? {},
      });
    },
    { noAck: true },
  );
  return {
    api,
    meteo,
    brokerWire,
    config,
    /** Everything that the service has written to its log. */
    logged,
    /** A new entry that waits for its weather, as journal publishes it. */
    wish: (location: string, over: Partial<Wish> = {}): Wish => {
      const entryId = randomUUID();
      const createdAt = new Date().toISOString();
      const weatherKey = `${location.toLowerCase()}@${entryId}`;
      const day = createdAt.slice(0, 10);
      const wish = { entryId, userId: 'ana', createdAt, day, location, weatherKey };
      return { ...wish, weatherStatus: 'pending', ...over };
    },
    publishCreated: (wish: Wish, eventId?: string, correlationId: string = randomUUID()): Promise<void> =>
      runInContext({ correlationId }, () => journal.publish('journal.entry.created.v1', wish, { eventId })),
    publishRelocated: ({ weatherStatus: _, ...wish }: Wish, eventId?: string): Promise<void> =>
      journal.publish('journal.entry.relocated.v1', wish, { eventId }),
    /** Asks again in the background, as journal does for an entry after its user has stopped waiting. */
    askInBackground: ({ weatherStatus: _, ...wish }: Wish): Promise<void> =>
      journal.publish('journal.entry.relocated.v1', { ...wish, background: true }),
    /** Everything that was published, in order. */
    seen,
    /** What was published about one entry, in order. */
    seenOf: ({ entryId }: Wish): SeenEvent[] => seen.filter((event) => event.payload.entryId === entryId),
    /** How often WeatherAPI.com was asked for the weather in a city. */
    asked: (city: string): number =>
      api.seen.filter(({ path, query }) => query.q === city && WEATHER.includes(path)).length,
    /** Publishes bytes that no publisher of ours would send. */
    fromStranger: (name: EventName, body: string, type: string = name): boolean =>
      channel.publish(EVENTS_EXCHANGE, name, Buffer.from(body), {
        type,
        messageId: randomUUID(),
        persistent: true,
      }),
    /** Takes one message out of the DLQ. */
    async deadLetter(): Promise<GetMessage | undefined> {
      return (await channel.get(deadLetterQueue('weather.on-entry'), { noAck: true })) || undefined;
    },
    /** Stops the service as a signal does; only what the broker holds is left. */
    stopService: () => app.close(),
    async startService(): Promise<void> {
      app = await boot(config, logged);
    },
    async stop(): Promise<void> {
      await app.close();
      await journalBroker.onApplicationShutdown();
      await wire.close();
      await Promise.all([brokerWire.close(), api.close(), meteo.close()]);
      await infrastructure.close();
    },
  };
}

async function boot(config: WeatherConfig, logged: string[]) {
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(AppModule.forRoot(config), {
    logger: recorder(logged),
    inject: [AmqpServer],
    useFactory: (strategy: AmqpServer) => ({ strategy }),
  });
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new PassOnFilter());
  await app.listen();
  await app.get(Broker).whenUp();
  return app;
}

/** Keeps all that a log line could show of its arguments, which is more than the real log does. */
function recorder(logged: string[]): LoggerService {
  const write = (...line: unknown[]) => void logged.push(inspect(line, { depth: 20, showHidden: true }));
  return { log: write, warn: write, error: write, fatal: write, debug: write, verbose: write };
}
