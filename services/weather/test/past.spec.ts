import { eventually } from '@inner-weather/testing/eventually';
import { pastCelsius, pastWords, weatherApiError } from '@inner-weather/testing/fakes/weather';
import { startWeather, type WeatherUnderTest } from './harness.js';

const READY = 'weather.observation.ready.v1';
const FAILED = 'weather.observation.failed.v1';
const HOUR_MS = 60 * 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

type Wish = ReturnType<WeatherUnderTest['wish']>;

describe('an entry that was written a while ago', () => {
  let weather: WeatherUnderTest;
  let cities = 0;

  beforeAll(async () => {
    weather = await startWeather();
  });

  beforeEach(() => weather.api.script());

  afterAll(() => weather.stop());

  const newCity = () => `Past city ${(cities += 1)}`;
  const wishOf = (createdAt: string) => weather.wish(newCity(), { createdAt });
  const answer = (wish: Wish, count = 1) =>
    eventually(() => {
      expect(weather.seenOf(wish)).toHaveLength(count);
      return weather.seenOf(wish).at(-1)!;
    });

  it('gets the weather of that hour, and is told whose hour it is', async () => {
    const createdAt = ago(5 * HOUR_MS);
    const wish = wishOf(createdAt);
    await weather.publishCreated(wish);
    const then = new Date(createdAt);
    const observed = { condition: pastWords(then), temperature: pastCelsius(then) };
    expect(await answer(wish)).toMatchObject({ type: READY, payload: { ...observed, moment: createdAt } });
  });

  it('gets none where the key has no history, at once', async () => {
    const wish = wishOf(ago(26 * HOUR_MS));
    weather.api.script(weatherApiError(400, 1008, 'API key is limited to get history data.'));
    await weather.publishCreated(wish);
    expect(await answer(wish)).toMatchObject({ type: FAILED, payload: { reason: 'no_history' } });
    expect(weather.asked(wish.location)).toBe(1);
  });

  it('that is asked for in the background is tried once, without the ladder', async () => {
    const wish = wishOf(ago(2 * HOUR_MS));
    weather.api.script({ status: 503 });
    await weather.askInBackground(wish);
    expect(await answer(wish)).toMatchObject({
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

  it('in hundreds causes hardly any load on a provider that is away', async () => {
    const wishes = Array.from({ length: 200 }, () => wishOf(ago(2 * HOUR_MS)));
    weather.api.script(...Array.from({ length: 400 }, () => ({ status: 503 })));
    const before = weather.api.seen.length;
    const start = Date.now();
    await Promise.all(wishes.map((wish) => weather.askInBackground(wish)));
    for (const wish of wishes) expect(await answer(wish)).toMatchObject({ type: FAILED });
    // The first ones are under way together; then one in each pause of 300 ms.
    const pauses = Math.ceil((Date.now() - start) / 300);
    expect(weather.api.seen.length - before).toBeLessThanOrEqual(20 + pauses);
  });
});
