import type { FakeServer, Reply } from '@inner-weather/testing/fakes/server';
import { eventually } from '@inner-weather/testing/eventually';
import { startFakeOpenMeteo, UNKNOWN_CITY } from '@inner-weather/testing/fakes/weather';
import { jest } from '@jest/globals';
import { OpenMeteoPlaces } from '../places/open-meteo.places.js';
import type { LookUpError } from '../providers/look-up-error.js';
import { OpenMeteoProvider } from './open-meteo.provider.js';

/** Open-Meteo's error body (https://open-meteo.com/en/docs, "Errors"). */
const refusal = (status: number): Reply => ({ status, body: { error: true, reason: 'not like this' } });
const place = {
  body: { results: [{ name: 'Porto', latitude: 41.15, longitude: -8.61, population: 249_633 }] },
};
const PORTO = { place: 'geo:41.15,-8.61' };
const weather = (code: unknown, celsius?: unknown): Reply => ({
  body: { current: { weather_code: code, temperature_2m: celsius } },
});
const html = { body: '<html><h1>Gateway</h1></html>' };

const PASSING: [string, Reply][] = [
  ['429', refusal(429)],
  ['408', refusal(408)],
  ['500', refusal(500)],
  ['HTML instead of JSON', html],
  ['502 in HTML', { ...html, status: 502 }],
  ['a redirect', { status: 302, headers: { location: '/elsewhere' } }],
  ['null', { body: 'null' }],
  ['a cut connection', { hangUp: true }],
];

const providerAt = (weather: string, places = weather, archive = weather) =>
  new OpenMeteoProvider({ weather, archive }, new OpenMeteoPlaces(places));

describe('Open-Meteo', () => {
  let api: FakeServer;
  let provider: OpenMeteoProvider;

  beforeAll(async () => {
    api = await startFakeOpenMeteo();
    provider = providerAt(api.url);
  });

  beforeEach(() => {
    api.script();
    api.seen.length = 0;
  });

  afterAll(() => api.close());

  const current = (city = 'Porto') => provider.current({ city }, AbortSignal.timeout(5_000));
  const failure = (city?: string): Promise<LookUpError> => failureOf(current(city));
  const failureOf = (call: Promise<{ condition: string }>): Promise<LookUpError> =>
    call.then(
      ({ condition }) => {
        throw new Error(`answered ${condition}`);
      },
      (error: LookUpError) => error,
    );
  const askedPaths = () => api.seen.map(({ path }) => path);

  it('is asked for the place first and then for the weather there, without any key', async () => {
    expect(await current('Porto')).toEqual({ condition: 'Clear sky', temperature: 21.4, ...PORTO });
    expect(api.seen.map(({ path, query }) => ({ path, query }))).toEqual([
      { path: '/search', query: { name: 'Porto', count: '100', language: 'en', format: 'json' } },
      {
        path: '/forecast',
        query: { latitude: '41.15', longitude: '-8.61', current: 'weather_code,temperature_2m' },
      },
    ]);
  });

  it.each([
    ['Bergen', 'Slight rain', 7.6],
    ['Oslo', 'Moderate snowfall', -0.4],
  ])('has %s under %s, at %d °C', async (city, condition, temperature) => {
    expect(await current(city)).toMatchObject({ condition, temperature });
  });

  it.each([
    ['to a tenth', -12.3456, { temperature: -12.3 }],
    ['at zero', 0, { temperature: 0 }],
    ['of none', undefined, {}],
    ['of null', null, {}],
    ['as text', '12', {}],
    ['colder than anywhere', -100.1, {}],
    ['hotter than anywhere', 70.1, {}],
  ])('answers a temperature %s: the condition counts in any case', async (_how, celsius, known) => {
    api.script(place, weather(3, celsius));
    expect(await current()).toEqual({ condition: 'Overcast', ...known, ...PORTO });
  });

  it('takes a place on the equator and the first meridian for a place', async () => {
    const island = { name: 'Null Island', latitude: 0, longitude: 0, population: 100_000 };
    api.script({ body: { results: [island] } }, weather(3));
    expect(await current('Null Island')).toEqual({ condition: 'Overcast', place: 'geo:0,0' });
  });

  it('is found at addresses that end with a slash', async () => {
    const slashed = providerAt(`${api.url}/`);
    expect((await slashed.current({ city: 'Bergen' }, AbortSignal.timeout(5_000))).condition).toBe(
      'Slight rain',
    );
  });

  it('has two hosts, one for places and one for the weather', async () => {
    const places = await startFakeOpenMeteo();
    provider = providerAt(api.url, places.url);
    await current();
    expect([places.seen, api.seen].map((seen) => seen.map(({ path }) => path))).toEqual([
      ['/search'],
      ['/forecast'],
    ]);
    await places.close();
    provider = providerAt(api.url);
  });

  it.each([
    ['as Open-Meteo says it', UNKNOWN_CITY, undefined],
    ['as an empty list', 'Porto', { body: { results: [] } }],
  ])('does not know a city, %s: permanent, and the weather is not asked for', async (_how, city, reply) => {
    if (reply) api.script(...Array.from({ length: 20 }, () => reply));
    expect(await failure(city)).toMatchObject({ failure: 'no_such_city', isPermanent: true });
    expect(new Set(askedPaths())).toEqual(new Set(['/search']));
  });

  it.each<[string, Reply]>([
    ['without coordinates', { body: { results: [{ name: 'Porto' }] } }],
    ['with coordinates of the wrong type', { body: { results: [{ latitude: '41', longitude: null }] } }],
    ['in another shape', { body: { results: { latitude: 41.15, longitude: -8.61 } } }],
  ])('answers a place %s: that says nothing about the city, and may pass', async (_how, reply) => {
    api.script(reply);
    expect(await failure()).toMatchObject({ failure: 'provider_unavailable', isPermanent: false });
  });

  it.each(PASSING)('answers %s to the place: it may pass', async (_what, reply) => {
    api.script(reply);
    expect(await failure()).toMatchObject({ failure: 'provider_unavailable', isPermanent: false });
    expect(askedPaths()).toEqual(['/search']);
  });

  it.each<[string, Reply]>([
    ...PASSING,
    ['no current weather', { body: {} }],
    ['a code that is no number', weather('61')],
  ])('answers %s to the weather: it may pass', async (_what, reply) => {
    api.script(place, reply);
    expect(await failure()).toMatchObject({ failure: 'provider_unavailable', isPermanent: false });
    expect(askedPaths()).toEqual(['/search', '/forecast']);
  });

  it.each([400, 403, 404])('refuses the request with %i: permanent', async (status) => {
    api.script(refusal(status));
    expect(await failure()).toMatchObject({ failure: 'provider_refused', isPermanent: true });
    api.script(place, refusal(status));
    expect(await failure()).toMatchObject({ failure: 'provider_refused', isPermanent: true });
  });

  it('is slow: one deadline holds for both questions', async () => {
    const never = new Promise(() => undefined);
    const ownDeadlines = jest.spyOn(AbortSignal, 'timeout');
    for (const replies of [[{ ...place, until: never }], [place, { ...weather(0), until: never }]]) {
      api.seen.length = 0;
      api.script(...replies);
      const controller = new AbortController();
      const failing = failureOf(provider.current({ city: 'Porto' }, controller.signal));
      await eventually(() => expect(api.seen).toHaveLength(replies.length));
      controller.abort(new DOMException('late', 'TimeoutError'));
      expect(await failing).toMatchObject({ message: 'no answer in time' });
    }
    expect(askedPaths()).toEqual(['/search', '/forecast']);
    expect(ownDeadlines).not.toHaveBeenCalled();
    ownDeadlines.mockRestore();
  });
});
