import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { EventMap, EventName } from '@inner-weather/contracts/messaging/events';
import { runInContext } from '@inner-weather/platform/context';
import { type SeenEvent, startHarness } from '@inner-weather/platform/test/service-harness';
import { startFakeOpenMeteo, startFakeWeatherApi } from '@inner-weather/testing/fakes/weather';
import { tcpProxy } from '@inner-weather/testing/tcp-proxy';
import type { LoggerService } from '@nestjs/common';
import { AppModule } from '../src/app.module.js';
import { WeatherConfig } from '../src/config.js';

const WEATHER = ['/current.json', '/history.json'];

export const KEY = 'k3y-that-nobody-may-see';

export type WeatherUnderTest = Awaited<ReturnType<typeof startWeather>>;
type Wish = EventMap['journal.entry.created.v1'];

/** A weather service on a real broker, its providers, the journal that asks it, and a consumer of its events. */
export async function startWeather(settings: Partial<WeatherConfig> = {}) {
  const harness = await startHarness('weather', ['journal']);
  const { seen } = harness;
  const brokerWire = await tcpProxy(harness.amqpUrl);
  const [api, meteo] = await Promise.all([startFakeWeatherApi(), startFakeOpenMeteo()]);
  const config = Object.assign(new WeatherConfig(), harness.settings, {
    AMQP_URL: brokerWire.url,
    WEATHER_API_KEY: KEY,
    WEATHER_API_URL: api.url,
    OPEN_METEO_URL: meteo.url,
    OPEN_METEO_GEOCODING_URL: meteo.url,
    OPEN_METEO_ARCHIVE_URL: meteo.url,
    ...settings,
  });
  const logged: string[] = [];
  await harness.serve(AppModule.forRoot(config), recorder(logged));
  const publish = <N extends EventName>(type: N, payload: EventMap[N], eventId?: string) =>
    harness.publish('journal', type, payload, { eventId });
  return {
    api,
    brokerWire,
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
      runInContext({ correlationId }, () => publish('journal.entry.created.v1', wish, eventId)),
    publishRelocated: ({ weatherStatus: _, ...wish }: Wish, eventId?: string): Promise<void> =>
      publish('journal.entry.relocated.v1', wish, eventId),
    /** Asks again in the background, as journal does for an entry after its user has stopped waiting. */
    askInBackground: ({ weatherStatus: _, ...wish }: Wish): Promise<void> =>
      publish('journal.entry.relocated.v1', { ...wish, background: true }),
    /** Everything that was published, in order. */
    seen,
    /** What was published about one entry, in order. */
    seenOf: ({ entryId }: Wish): SeenEvent[] => seen.filter((event) => event.payload.entryId === entryId),
    /** How often WeatherAPI.com was asked for the weather in a city. */
    asked: (city: string): number =>
      api.seen.filter(({ path, query }) => query.q === city && WEATHER.includes(path)).length,
    /** Takes one message out of the DLQ. */
    deadLetter: () => harness.deadLetter('weather.on-entry'),
    async stop(): Promise<void> {
      await harness.stop();
      await Promise.all([brokerWire.close(), api.close(), meteo.close()]);
    },
  };
}

/** Keeps all that a log line could show of its arguments, which is more than the real log does. */
function recorder(logged: string[]): LoggerService {
  const write = (...line: unknown[]) => void logged.push(inspect(line, { depth: 20, showHidden: true }));
  return { log: write, warn: write, error: write, fatal: write, debug: write, verbose: write };
}
