import { inspect } from 'node:util';
import { LIMITS } from '@inner-weather/domain/limits';
import type { FakeServer, Reply } from '@inner-weather/testing/fakes/server';
import { startFakeWeatherApi, UNKNOWN_CITY, weatherApiError } from '@inner-weather/testing/fakes/weather';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { WeatherApiPlaces } from '../places/weatherapi.places.js';
import type { LookUpError } from '../providers/look-up-error.js';
import { WeatherApiProvider } from './weatherapi.provider.js';

const KEY = 'k3y-that-nobody-may-see';

/** An answer of the right shape. */
const condition = (text: unknown, padding = '', temp_c?: unknown): Reply => ({
  body: { padding, current: { temp_c, condition: { text } } },
});
const providerAt = (url: string) => new WeatherApiProvider(url, KEY, new WeatherApiPlaces(url, KEY));
const html = (status: number): Reply => ({ status, body: '<html><h1>Gateway</h1></html>' });

// Contract: 7 weather by key and place, without air quality: `current.condition.text`
describe('WeatherAPI.com', () => {
  let api: FakeServer;
  let provider: WeatherApiProvider;
  const loggedErrors = jest.spyOn(Logger.prototype, 'error').mockReturnValue();

  beforeAll(async () => {
    api = await startFakeWeatherApi();
  });

  beforeEach(() => {
    api.script();
    api.seen.length = 0;
    loggedErrors.mockClear();
    provider = providerAt(api.url);
  });

  afterAll(async () => {
    loggedErrors.mockRestore();
    await api.close();
  });

  const current = (city = 'Porto', timeoutMs = 5_000) =>
    provider.current({ city }, AbortSignal.timeout(timeoutMs));
  const failure = (city?: string, timeoutMs?: number): Promise<LookUpError> =>
    current(city, timeoutMs).then(
      (answered) => {
        throw new Error(`answered ${answered.condition}`);
      },
      (error: LookUpError) => error,
    );

  it('is asked with the key, the city and no air quality, and answers words and degrees Celsius', async () => {
    expect(await current('Porto')).toEqual({
      condition: 'Sunny',
      temperature: 21.4,
      place: 'geo:41.15,-8.61',
    });
    expect(api.seen).toMatchObject([
      { method: 'GET', path: '/current.json', query: { key: KEY, q: 'Porto', aqi: 'no' } },
    ]);
    expect(Object.keys(api.seen[0]!.query)).toHaveLength(3);
  });

  it.each(['Sao Tome & Principe', 'Porto&key=other&aqi=yes', '東京', '../forecast.json?q=x#y', '50% + more'])(
    'gets the city %s as it was written, as one parameter',
    async (city) => {
      await current(city);
      expect(api.seen[0]).toMatchObject({
        path: '/current.json',
        query: { key: KEY, q: city, aqi: 'no' },
      });
    },
  );

  it('is found at an address that ends with a slash', async () => {
    provider = providerAt(`${api.url}/`);
    expect(await current('Oslo')).toMatchObject({ condition: 'Moderate snow', temperature: -0.4 });
  });

  it('has words that fit an entry, whatever it sends', async () => {
    api.script(condition('  Patchy rain nearby '), condition('x'.repeat(LIMITS.weatherMax + 1)));
    expect((await current()).condition).toBe('Patchy rain nearby');
    expect((await current()).condition).toBe('x'.repeat(LIMITS.weatherMax));
  });

  it.each([
    ['of none', undefined],
    ['as text', '12'],
    ['that could not be', 1_000],
  ])('answers a temperature %s: the condition counts in any case', async (_how, celsius) => {
    api.script(condition('Sunny', '', celsius));
    expect(await current()).toEqual({ condition: 'Sunny' });
  });

  it('does not know a city: permanent, and no other cause', async () => {
    expect(await failure(UNKNOWN_CITY)).toMatchObject({ failure: 'no_such_city', isPermanent: true });
    expect(loggedErrors).not.toHaveBeenCalled();
  });

  it.each([
    [401, 1002],
    [401, 2006],
    [403, 2007],
    [403, 2008],
    [403, 2009],
  ])('refuses the key with %i/%i: permanent, said once and loudly', async (status, code) => {
    const refusal = weatherApiError(status, code, `the key ${KEY} is not good`);
    api.script(refusal, refusal, refusal);
    for (const city of ['Porto', 'Oslo', 'Bergen']) {
      expect(await failure(city)).toMatchObject({ failure: 'provider_refused', isPermanent: true });
    }
    expect(loggedErrors).toHaveBeenCalledTimes(1);
    expect(loggedErrors.mock.calls[0]![0]).toContain('WEATHER_API_KEY');
    expect(loggedErrors.mock.calls[0]![0]).toContain(`status ${status}, code ${code}`);
  });

  it('says again that the key is refused when it was accepted in between', async () => {
    const refusal = weatherApiError(403, 2007, 'over quota');
    api.script(refusal, condition('Sunny'), refusal);
    await failure();
    await current();
    await failure();
    expect(loggedErrors).toHaveBeenCalledTimes(2);
  });

  it('finds something wrong with the request itself: permanent, and not about the key', async () => {
    api.script(weatherApiError(400, 1003, 'Parameter q is missing.'));
    expect(await failure()).toMatchObject({ failure: 'provider_refused', isPermanent: true });
    expect(loggedErrors).not.toHaveBeenCalled();
  });

  it.each<[string, Reply]>([
    ['429', weatherApiError(429, 0, 'slow down')],
    ['500', html(500)],
    ['503 with a reason', weatherApiError(503, 9999, 'Internal application error.')],
    ['502 without a body', { status: 502 }],
    ['404', html(404)],
    ['HTML instead of JSON', html(200)],
    ['half of a JSON', { body: '{"current": {"condition": {"te' }],
    ['an empty body', {}],
    ['null', { body: 'null' }],
    ['a list', { body: [] }],
    ['an empty condition', condition('  ')],
    ['a condition that is no text', condition({ $ne: 1 })],
    ['a cut connection', { hangUp: true }],
    ['more than anybody would read', condition('Sunny', 'x'.repeat(600 * 1024))],
  ])('answers %s: it may pass', async (_what, reply) => {
    api.script(reply);
    expect(await failure()).toMatchObject({ failure: 'provider_unavailable', isPermanent: false });
    expect(loggedErrors).not.toHaveBeenCalled();
  });

  it('sends somewhere else: it is not followed, since the key would go along', async () => {
    const elsewhere = await startFakeWeatherApi();
    api.script({ status: 302, headers: { location: `${elsewhere.url}/current.json?key=${KEY}&q=Porto` } });
    expect(await failure()).toMatchObject({ failure: 'provider_unavailable' });
    expect(elsewhere.seen).toEqual([]);
    await elsewhere.close();
  });

  it('is not there at all: it may pass', async () => {
    const stoppedApi = await startFakeWeatherApi();
    const { url } = stoppedApi;
    await stoppedApi.close();
    provider = providerAt(url);
    expect(await failure()).toMatchObject({ failure: 'provider_unavailable', message: 'ECONNREFUSED' });
  });

  it.each<[string, Reply, number]>([
    ['a bad request', weatherApiError(400, 1003, KEY), 5_000],
    ['a refused key', weatherApiError(401, 2006, KEY), 5_000],
    ['an error that quotes it', { status: 500, body: `<pre>/current.json?key=${KEY}</pre>` }, 5_000],
    ['a redirect', { status: 302, headers: { location: `/current.json?key=${KEY}` } }, 5_000],
    ['a cut connection', { hangUp: true }, 5_000],
    ['too much', condition('Sunny', KEY.repeat(30_000)), 5_000],
    ['nothing in time', { delayMs: 400 }, 50],
  ])('never shows its key in an error or a log line: %s', async (_what, reply, timeoutMs) => {
    api.script(reply);
    const inspected = inspect(await failure('Porto', timeoutMs), { depth: 20, showHidden: true });
    expect(inspected).toContain('LookUpError');
    expect(inspected).not.toContain(KEY);
    expect(inspect(loggedErrors.mock.calls, { depth: 20 })).not.toContain(KEY);
  });
});
