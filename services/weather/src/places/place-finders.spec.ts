import type { FakeServer, Reply } from '@inner-weather/testing/fake-server';
import {
  startFakeOpenMeteo,
  startFakeWeatherApi,
  UNKNOWN_CITY,
  weatherApiError,
} from '@inner-weather/testing/fake-weather';
import { OpenMeteoPlaces } from './open-meteo.places.js';
import { WeatherApiPlaces } from './weatherapi.places.js';

const FAILURES: [string, Reply][] = [
  ['an error', { status: 500, body: { error: true } }],
  ['a refusal', weatherApiError(403, 2007, 'over its quota')],
  ['HTML', { body: '<html></html>' }],
  ['null', { body: 'null' }],
  ['a cut connection', { hangUp: true }],
];

const PROVIDERS = [
  {
    name: 'Open-Meteo',
    start: startFakeOpenMeteo,
    finderAt: (url: string) => new OpenMeteoPlaces(url),
    asked: { path: '/search', query: { name: 'Porto', count: '6', language: 'en', format: 'json' } },
    odd: { body: { results: [7, null, { name: 7 }, { name: 'Porto' }] } },
  },
  {
    name: 'WeatherAPI.com',
    start: startFakeWeatherApi,
    finderAt: (url: string) => new WeatherApiPlaces(url, 'a-key'),
    asked: { path: '/search.json', query: { key: 'a-key', q: 'Porto' } },
    odd: { body: [7, null, { name: 7 }, { name: 'Porto' }] },
  },
];

describe.each(PROVIDERS)('places of $name', ({ start, finderAt, asked, odd }) => {
  let api: FakeServer;
  beforeAll(async () => {
    api = await start();
  });
  afterAll(() => api.close());

  const find = (name: string) => finderAt(api.url).find(name, AbortSignal.timeout(5_000));

  it('are found by one question', async () => {
    api.seen.length = 0;
    expect((await find('Porto')).slice(0, 2)).toEqual([
      { name: 'Porto', region: 'Porto District', country: 'Portugal' },
      { name: 'Porto', region: 'Piauí', country: 'Brazil' },
    ]);
    expect(api.seen.map(({ path, query }) => ({ path, query }))).toEqual([asked]);
  });

  it('are none for a name that nobody knows', async () => {
    expect(await find(UNKNOWN_CITY)).toEqual([]);
  });

  it('have no name, region or country where the answer is odd', async () => {
    api.script(odd);
    const nameless = { name: '', region: '', country: '' };
    expect(await find('Porto')).toEqual([nameless, nameless, nameless, { ...nameless, name: 'Porto' }]);
  });

  it.each(FAILURES)('cannot be told after %s', async (_what, reply) => {
    api.script(reply);
    await expect(find('Porto')).rejects.toMatchObject({ failure: 'provider_unavailable' });
    api.script();
  });
});
