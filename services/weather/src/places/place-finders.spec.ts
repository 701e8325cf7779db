import type { FakeServer, Reply } from '@inner-weather/testing/fakes/server';
import {
  startFakeOpenMeteo,
  startFakeWeatherApi,
  UNKNOWN_CITY,
  weatherApiError,
} from '@inner-weather/testing/fakes/weather';
import { LookUpError } from '../providers/look-up-error.js';
import type { FoundPlace } from './place-finder.js';
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
    expected: { path: '/search', query: { name: 'Porto', count: '20', language: 'en', format: 'json' } },
    invalid: {
      body: { results: [7, null, { name: 7 }, { name: 'X' }, { name: 'Porto', latitude: 1, longitude: 2 }] },
    },
  },
  {
    name: 'WeatherAPI.com',
    start: startFakeWeatherApi,
    finderAt: (url: string) => new WeatherApiPlaces(url, 'a-key'),
    expected: { path: '/search.json', query: { key: 'a-key', q: 'Porto' } },
    invalid: { body: [7, null, { name: 7 }, { name: 'X' }, { name: 'Porto', lat: 1, lon: 2 }] },
  },
];

describe.each(PROVIDERS)('places of $name', ({ start, finderAt, expected, invalid }) => {
  let api: FakeServer;
  beforeAll(async () => {
    api = await start();
  });
  afterAll(() => api.close());

  const signal = () => AbortSignal.timeout(5_000);
  const suggest = (text: string, languages?: string[]) =>
    finderAt(api.url).suggest({ text, languages }, signal());
  const find = (text: string) => finderAt(api.url).find({ text }, signal());
  const namesOf = (places: FoundPlace[]) =>
    places.map(({ name, region, country }) => [name, region, country].join(', '));

  it('are found with one request', async () => {
    api.seen.length = 0;
    const places = await suggest('Porto');
    expect(namesOf(places)).toEqual([
      'Porto, Porto District, Portugal',
      'Porto, Piauí, Brazil',
      'Porto Alegre, Rio Grande do Sul, Brazil',
    ]);
    expect(places[0]).toMatchObject({ countryCode: 'PT', place: 'geo:41.15,-8.61' });
    expect(api.seen.map(({ path, query }) => ({ path, query }))).toEqual([expected]);
  });

  it('are empty for an unknown name', async () => {
    expect(await suggest(UNKNOWN_CITY)).toEqual([]);
    expect(await find(UNKNOWN_CITY)).toEqual([]);
  });

  it('are found by the beginnings of a name and a region', async () => {
    const illinois = `Springfield, Illinois, ${start === startFakeOpenMeteo ? 'United States' : 'United States of America'}`;
    expect(namesOf(await suggest('springf, ill'))).toEqual([illinois]);
    expect(namesOf(await suggest('Springfield IL'))).toEqual([illinois]);
    expect(namesOf(await suggest('Springfield'))[0]).toContain('Missouri');
  });

  it.each(['auto:ip', '10.0.0.1', 'iata:DXB', '48.8,2.3', 'SW1', '::1', 'bulk'])(
    'are empty for %s, without a request',
    async (text) => {
      api.seen.length = 0;
      expect([await suggest(text), await find(text)]).toEqual([[], []]);
      expect(api.seen).toEqual([]);
    },
  );

  it('are read from a response with missing and invalid fields', async () => {
    api.script(invalid);
    expect(await suggest('Porto')).toMatchObject([
      { name: 'Porto', region: '', country: '', place: 'geo:1,2' },
    ]);
  });

  it.each(FAILURES)('cannot be found after %s', async (_what, reply) => {
    api.script(reply);
    await expect(suggest('Porto')).rejects.toBeInstanceOf(LookUpError);
    api.script(reply);
    await expect(find('Porto')).rejects.toBeInstanceOf(LookUpError);
    api.script();
  });
});

describe('places of Open-Meteo, while the user types,', () => {
  let api: FakeServer;
  let places: OpenMeteoPlaces;
  beforeAll(async () => {
    api = await startFakeOpenMeteo();
    places = new OpenMeteoPlaces(api.url);
  });
  afterAll(() => api.close());

  it.each([
    ['東京', [], '東京, 日本', ['zh', 'ja']],
    ['Моск', [], 'Москва, Россия', ['ru', 'uk', 'bg', 'sr']],
    ['Münch', [], 'München, Deutschland', ['en', 'de', 'fr', 'es']],
    ['Lissab', ['de', 'fr'], 'Lissabon, Portugal', ['de', 'en']],
    ['Å', ['no'], undefined, []],
  ])('%s are requested in few languages', async (text, languages, first, requestedLanguages) => {
    api.seen.length = 0;
    const found = await places.suggest({ text, languages }, AbortSignal.timeout(5_000));
    const names = found.map(({ name, country }) => `${name}, ${country}`);
    if (first === undefined) expect(names).toEqual([]);
    else expect(names).toContain(first);
    expect(api.seen.map(({ query }) => query.language)).toEqual(requestedLanguages);
  });

  it.each([
    ['Lissabon', ['de'], 'Lissabon, Portugal', ['de']],
    ['Oslo', ['de', 'en'], 'Oslo, Norwegen', ['de']],
    ['Oslo', [], 'Oslo, Norway', ['en']],
    ['Tokyo', ['ja'], 'Tokyo, Japan', ['ja', 'en']],
  ])('%s is named for a reader of %s', async (text, languages, first, requestedLanguages) => {
    api.seen.length = 0;
    const [place] = await places.find({ text, languages }, AbortSignal.timeout(5_000));
    expect(`${place?.name}, ${place?.country}`).toBe(first);
    expect(api.seen.map(({ query }) => query.language)).toEqual(requestedLanguages);
  });
});
