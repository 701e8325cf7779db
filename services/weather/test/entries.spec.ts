import { pastCelsius, pastWords, UNKNOWN_CITY, weatherApiError } from '@inner-weather/testing/fakes/weather';
import { eventually } from '@inner-weather/testing/eventually';
import { startWeather, type WeatherUnderTest } from './harness.js';

const READY = 'weather.observation.ready.v1';
const FAILED = 'weather.observation.failed.v1';
const UUID = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/;
const HOUR_MS = 60 * 60_000;
const EVENT_ID = '7d2d9f0e-0000-4000-8000-000000000001';

type Wish = ReturnType<WeatherUnderTest['wish']>;

// ASVS 1.3.6
describe('an entry', () => {
  let weather: WeatherUnderTest;
  let cities = 0;

  beforeAll(async () => {
    weather = await startWeather();
  });

  beforeEach(() => weather.api.script());

  afterAll(() => weather.stop());

  /** Returns a city that no test has used, so that no cached weather applies. */
  const newCity = () => `City ${(cities += 1)}`;
  const answers = (wish: Wish, count = 1) =>
    eventually(() => {
      expect(weather.seenOf(wish)).toHaveLength(count);
      return weather.seenOf(wish);
    });
  /** Resolves when everything that was sent before has been handled. */
  const untilHandled = async () => {
    const last = weather.wish(newCity());
    await weather.publishCreated(last);
    await answers(last);
  };

  it('that was created gets its weather in one event, in the flow that it began', async () => {
    const ids = {
      entryId: '0f0e6a5e-8a5c-4b7e-9d59-0c8f5d3a1b2c',
      weatherKey: 'porto@2026-11-20T18:00:00.000Z',
    };
    const wish = weather.wish('Porto', ids);
    const before = Date.now();
    await weather.publishCreated(wish, EVENT_ID, 'flow-of-ana');
    const [ready] = await answers(wish);
    expect(ready).toEqual({
      // The same in each process, so that a second answer is known as one.
      id: 'a27b44f2-d09f-84b6-a5dc-0f47ad60da21',
      type: READY,
      key: READY,
      correlationId: 'flow-of-ana',
      payload: {
        entryId: wish.entryId,
        weatherKey: wish.weatherKey,
        condition: 'Sunny',
        temperature: 21.4,
        place: 'geo:41.15,-8.61',
        provider: 'weatherapi',
        observedAt: expect.any(String),
        moment: wish.createdAt,
      },
      headers: expect.objectContaining({
        'x-correlation-id': 'flow-of-ana',
        'x-causation-id': EVENT_ID,
        'x-attempt': 1,
        'x-schema-version': 1,
      }),
    });
    const observedAt = String(ready!.payload.observedAt);
    expect(new Date(observedAt).toISOString()).toBe(observedAt);
    expect(Date.parse(observedAt)).toBeGreaterThanOrEqual(before - 1);
    expect(Date.parse(observedAt)).toBeLessThanOrEqual(Date.now());
    await untilHandled();
    expect(weather.seenOf(wish)).toHaveLength(1);
    expect(weather.asked('Porto')).toBe(1);
  });

  it('that moved gets the weather of its new place, whatever the city there may mean, under its new key', async () => {
    const wish = weather.wish('Porto');
    await weather.publishCreated(wish);
    await answers(wish);
    const [location, place] = [newCity(), 'geo:59.91,10.75'];
    await weather.publishRelocated({ ...wish, location, place, weatherKey: 'oslo@2' });
    const [first, second] = await answers(wish, 2);
    expect(second).toMatchObject({
      type: READY,
      payload: { weatherKey: 'oslo@2', condition: 'Moderate snow', temperature: -0.4, place },
    });
    expect(second!.id).not.toBe(first!.id);
    expect([weather.asked(location), weather.asked('59.91,10.75')]).toEqual([0, 1]);
  });

  it('that brought its own weather is not looked up', async () => {
    const city = newCity();
    const wish = weather.wish(city, { weatherStatus: 'ready' });
    await weather.publishCreated(wish);
    await untilHandled();
    expect(weather.seenOf(wish)).toEqual([]);
    expect(weather.asked(city)).toBe(0);
  });

  it('that is told of twice is answered under one event id, and the provider is asked once', async () => {
    const city = newCity();
    const wish = weather.wish(city);
    await weather.publishCreated(wish, EVENT_ID);
    await weather.publishCreated(wish, EVENT_ID);
    await weather.publishRelocated(wish);
    const seen = await answers(wish, 3);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(1);
    expect(new Set(seen.map(({ payload }) => JSON.stringify(payload))).size).toBe(1);
    expect(weather.asked(city)).toBe(1);
  });

  it('in an unknown city fails at once, and the next one there fails without a request', async () => {
    const wishes = [weather.wish(UNKNOWN_CITY), weather.wish(UNKNOWN_CITY)];
    for (const wish of wishes) {
      await weather.publishCreated(wish);
      const [failed] = await answers(wish);
      expect(failed).toMatchObject({ id: expect.stringMatching(UUID), type: FAILED });
      expect(failed!.payload).toEqual({
        entryId: wish.entryId,
        weatherKey: wish.weatherKey,
        reason: 'no_such_city',
      });
    }
    await untilHandled();
    expect(weather.asked(UNKNOWN_CITY)).toBe(1);
    expect(wishes.flatMap(weather.seenOf)).toHaveLength(2);
  });

  it('for which the provider refuses the key fails at once, under one id however often, and may be asked for again', async () => {
    const wish = weather.wish(newCity());
    for (const times of [1, 2]) {
      weather.api.script(weatherApiError(403, 2008, 'API key has been disabled.'));
      await weather.publishCreated(wish, EVENT_ID);
      await answers(wish, times);
    }
    await weather.publishRelocated(wish);
    const [first, second, ready] = await answers(wish, 3);
    expect(first).toMatchObject({ type: FAILED, payload: { reason: 'provider_refused' } });
    expect(second!.id).toBe(first!.id);
    expect(ready!.type).toBe(READY);
    expect(ready!.id).not.toBe(first!.id);
    expect(weather.asked(wish.location)).toBe(3);
  });

  describe('that was written a while ago', () => {
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
    const wishOf = (createdAt: string) => weather.wish(newCity(), { createdAt });
    const lastAnswer = async (wish: Wish) => (await answers(wish)).at(-1)!;

    it('gets the weather of that hour, and is told whose hour it is', async () => {
      const createdAt = ago(5 * HOUR_MS);
      const wish = wishOf(createdAt);
      await weather.publishCreated(wish);
      const then = new Date(createdAt);
      const observed = { condition: pastWords(then), temperature: pastCelsius(then) };
      expect(await lastAnswer(wish)).toMatchObject({
        type: READY,
        payload: { ...observed, moment: createdAt },
      });
    });

    it('that is asked for in the background is tried once, without the ladder', async () => {
      const wish = wishOf(ago(2 * HOUR_MS));
      weather.api.script({ status: 503 });
      await weather.askInBackground(wish);
      expect(await lastAnswer(wish)).toMatchObject({
        type: FAILED,
        payload: { reason: 'provider_unavailable' },
      });
      expect(weather.asked(wish.location)).toBe(1);
      // The next one that is due finds the provider back.
      await eventually(async () => {
        await weather.askInBackground(wish);
        await eventually(() => expect(weather.seenOf(wish).map(({ type }) => type)).toContain(READY), {
          timeoutMs: 500,
        });
      });
    });
  });
});

describe('an entry, without a key for WeatherAPI.com', () => {
  let weather: WeatherUnderTest;

  beforeAll(async () => {
    weather = await startWeather({ WEATHER_API_KEY: undefined });
  });

  afterAll(() => weather.stop());

  it('gets the weather of Open-Meteo', async () => {
    const [wish, lost] = [weather.wish('Bergen'), weather.wish(UNKNOWN_CITY)];
    await weather.publishCreated(wish);
    await weather.publishCreated(lost);
    const seen = await eventually(() => {
      expect([wish, lost].flatMap(weather.seenOf)).toHaveLength(2);
      return [wish, lost].flatMap(weather.seenOf);
    });
    expect(seen).toMatchObject([
      { type: READY, payload: { condition: 'Slight rain', temperature: 7.6, provider: 'open-meteo' } },
      { type: FAILED, payload: { reason: 'no_such_city' } },
    ]);
    expect(weather.api.seen).toEqual([]);
  });
});
