import { eventually } from '@inner-weather/testing/eventually';
import { heldReply, type Reply } from '@inner-weather/testing/fakes/server';
import { weatherApiError } from '@inner-weather/testing/fakes/weather';
import { KEY, startWeather, type WeatherUnderTest } from './harness.js';

const READY = 'weather.observation.ready.v1';
const FAILED = 'weather.observation.failed.v1';

/** One message is handled five times, and each time the provider is asked once more at once. */
const ASKED_IN_ALL = 10;

type Wish = ReturnType<WeatherUnderTest['wish']>;

const times = (count: number, reply: Reply) => Array.from({ length: count }, () => reply);
const unavailableReply = weatherApiError(503, 9999, 'Internal application error.');
const foggy = { body: { current: { condition: { text: 'Fog' } } } };

describe('an entry, while something is broken,', () => {
  let weather: WeatherUnderTest;
  let cities = 0;

  beforeAll(async () => {
    weather = await startWeather();
  });

  beforeEach(() => weather.api.script());

  afterEach(async () => {
    expect(await weather.deadLetter()).toBeUndefined();
  });

  afterAll(() => weather.stop());

  const newWish = () => weather.wish(`City ${(cities += 1)}`);
  const countRequests = ({ location }: Wish) => weather.asked(location);
  /** Resolves when its look-up is under way. */
  const untilAsked = (wish: Wish) => eventually(() => expect(countRequests(wish)).toBe(1));
  const answer = (wish: Wish) =>
    eventually(() => {
      expect(weather.seenOf(wish)).not.toEqual([]);
      return weather.seenOf(wish)[0]!;
    });
  /** Resolves when everything that was sent before has been handled. */
  const untilHandled = async () => {
    const last = newWish();
    await weather.publishCreated(last);
    await answer(last);
  };

  it('gets its weather once, at the very last attempt, whatever was in the way of it', async () => {
    const wish = newWish();
    weather.api.script(
      weatherApiError(429, 0, 'Too many requests.'),
      { status: 200, body: '<h1>Welcome to the hotel</h1>' },
      { status: 302, headers: { location: '/log-in' } },
      { hangUp: true },
      ...times(ASKED_IN_ALL - 5, unavailableReply),
      foggy,
    );
    await weather.publishCreated(wish);
    expect(await answer(wish)).toMatchObject({ type: READY, payload: { condition: 'Fog' } });
    await untilHandled();
    expect(countRequests(wish)).toBe(ASKED_IN_ALL);
    expect(weather.seenOf(wish)).toHaveLength(1);
  });

  it('is told once that there is no weather when it does not pass, and not before the last attempt', async () => {
    const wish = newWish();
    weather.api.script(...times(ASKED_IN_ALL + 2, unavailableReply));
    const start = Date.now();
    await weather.publishCreated(wish, undefined, 'flow-of-ana');
    const failed = await answer(wish);
    expect(countRequests(wish)).toBe(ASKED_IN_ALL);
    // The ladder of 51 s at a hundredth: the waits were there.
    expect(Date.now() - start).toBeGreaterThanOrEqual(500);
    expect(failed).toMatchObject({ type: FAILED, correlationId: 'flow-of-ana' });
    expect(failed.payload).toEqual({
      entryId: wish.entryId,
      weatherKey: wish.weatherKey,
      reason: 'provider_unavailable',
    });
    weather.api.script();
    await untilHandled();
    expect(weather.seenOf(wish)).toHaveLength(1);
  });

  it('does not hold up the entries of other cities, however many of it there are', async () => {
    // Of a past hour, since the weather of now would be looked up again if an hour ended meanwhile.
    const createdAt = new Date(Date.now() - 2 * 60 * 60_000).toISOString();
    const known = weather.wish(`City ${(cities += 1)}`, { createdAt });
    const stuck = newWish();
    await weather.publishCreated(known);
    await answer(known);
    weather.api.script(...times(1_000, unavailableReply));
    const more = Array.from({ length: 40 }, () => weather.wish(stuck.location));
    const next = weather.wish(known.location, { createdAt });
    await Promise.all([...more, next].map((wish) => weather.publishCreated(wish)));
    expect(await answer(next)).toMatchObject({ type: READY });
    const failed = await Promise.all(more.map(answer));
    expect(failed.map(({ type }) => type)).toEqual(more.map(() => FAILED));
    // The one behind them was answered before any of them.
    const places = more.map((wish) => weather.seen.indexOf(weather.seenOf(wish)[0]!));
    expect(Math.min(...places)).toBeGreaterThan(weather.seen.indexOf(weather.seenOf(next)[0]!));
  });

  it('is answered after the broker has come back, when it was away as the answer came', async () => {
    const wish = newWish();
    const fog = heldReply(foggy);
    weather.api.script(fog);
    await weather.publishCreated(wish);
    await untilAsked(wish);
    const lines = weather.logged.length;
    weather.brokerWire.refuse();
    fog.send();
    await eventually(() =>
      expect(weather.logged.slice(lines).join('\n')).toContain('an event was not handled'),
    );
    expect(weather.seenOf(wish)).toEqual([]);
    weather.brokerWire.resume();
    expect(await answer(wish)).toMatchObject({ type: READY, payload: { condition: 'Fog' } });
    expect(new Set(weather.seenOf(wish).map(({ id }) => id)).size).toBe(1);
  });

  it('never brings the key into the log or onto the wire, whatever goes wrong', async () => {
    const wish = newWish();
    const lines = weather.logged.length;
    const quoted = `<pre>GET /current.json?key=${KEY}</pre>`;
    weather.api.script(
      { hangUp: true },
      { hangUp: true },
      { status: 500, body: quoted },
      { status: 302, headers: { location: `/current.json?key=${KEY}` } },
      { status: 200, body: quoted },
      { body: { error: { code: 9999, message: KEY } } },
      { body: KEY.repeat(30_000) },
      weatherApiError(429, 0, KEY),
      ...times(2, { hangUp: true }),
    );
    await weather.publishCreated(wish);
    const failed = await answer(wish);
    const newLines = weather.logged.slice(lines);
    expect(newLines.filter((line) => line.includes('an event was not handled'))).toHaveLength(4);
    expect(newLines.some((line) => line.includes(wish.entryId))).toBe(true);
    expect(weather.logged.filter((line) => line.includes(KEY))).toEqual([]);
    expect(JSON.stringify(failed)).not.toContain(KEY);
  });
});
