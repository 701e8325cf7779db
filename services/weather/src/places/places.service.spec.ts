import { jest } from '@jest/globals';
import { WeatherConfig } from '../config.js';
import { LookUpError } from '../providers/look-up-error.js';
import type { FoundPlace, PlaceFinder } from './place-finder.js';
import { PlacesService } from './places.service.js';
import { ASKED, Questions } from './questions.js';

const PORTO: FoundPlace = {
  id: '1',
  name: 'Porto',
  region: '',
  county: '',
  country: 'Portugal',
  countryCode: 'PT',
  population: 249_633,
  place: 'geo:41.15,-8.61',
};
const NOON = Date.parse('2026-11-20T12:00:00Z');

describe('looking up places', () => {
  let requests: string[];
  let answer: (signal: AbortSignal) => Promise<FoundPlace[]>;
  let places: PlacesService;
  let finder: PlaceFinder;
  let questions: Questions;
  let now: number;

  beforeEach(() => {
    now = NOON;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    requests = [];
    answer = () => Promise.resolve([PORTO]);
    finder = {
      suggest: ({ text }, signal) => {
        questions.count();
        requests.push(text);
        return answer(signal);
      },
      find: ({ text, languages = [] }, signal) => {
        questions.count();
        requests.push([text, 'whole', ...languages].join(' '));
        return answer(signal);
      },
    };
    places = placesWith(new WeatherConfig());
  });

  afterEach(() => jest.restoreAllMocks());

  const placesWith = (config: WeatherConfig) => {
    questions = new Questions(config);
    return new PlacesService(finder, config, questions);
  };
  const list = (name: string, how = {}) => places.list({ name, ...how });

  it('sends one request per name, whatever its case, also for concurrent users', async () => {
    const found = { items: [{ location: 'Porto, Portugal', detail: null, place: PORTO.place }] };
    expect(await Promise.all([list('Porto'), list('porto')])).toEqual([found, found]);
    expect(await list('PORTO')).toEqual(found);
    expect(requests).toEqual(['Porto']);
  });

  it('answers concurrent users alike while the provider fails', async () => {
    answer = () => Promise.reject(new LookUpError('provider_unavailable', 'no answer'));
    expect(await Promise.all([list('Porto'), list('porto')])).toEqual([{ items: null }, { items: null }]);
    expect(requests).toEqual(['Porto']);
  });

  it('waits for a slow provider no longer than the time limits for typing and for the provider', async () => {
    // Like a request that stops when its signal is aborted.
    answer = (signal) =>
      new Promise((_, reject) => {
        if (signal.aborted) reject(new LookUpError('provider_unavailable', 'no answer in time'));
        signal.addEventListener('abort', () =>
          reject(new LookUpError('provider_unavailable', 'no answer in time')),
        );
      });
    const waits: number[] = [];
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      waits.push(ms);
      return AbortSignal.abort();
    });
    expect(await list('Porto')).toEqual({ items: null });
    const hastyConfig = Object.assign(new WeatherConfig(), { WEATHER_TIMEOUT_MS: 800 });
    expect(await placesWith(hastyConfig).list({ name: 'Porto' })).toEqual({ items: null });
    expect(waits).toEqual([2_500, 800]);
  });

  it('caches the last 5,000 names', async () => {
    const unlimitedConfig = Object.assign(new WeatherConfig(), { RATE_LIMITS: 'off' as const });
    places = placesWith(unlimitedConfig);
    for (let n = 0; n <= 5_000; n += 1) await list(`city ${n}`);
    expect(requests).toHaveLength(5_001);
    // The last names are cached, and the oldest one is not.
    await list('city 5000');
    await list('city 1');
    expect(requests).toHaveLength(5_001);
    await list('city 0');
    expect(requests).toHaveLength(5_002);
  });

  it('caches complete names, beginnings of names, and languages separately', async () => {
    await list('Porto');
    await list('Porto', { whole: true });
    await list('Porto', { whole: true, languages: ['fi'] });
    await list('Porto', { whole: true, languages: ['fi'] });
    expect(requests).toEqual(['Porto', 'Porto whole', 'Porto whole fi']);
  });

  it('finds the places for an entry in the cache', async () => {
    const signal = AbortSignal.timeout(1_000);
    await list('Porto', { whole: true });
    expect(await places.find({ text: ' PORTO ' }, signal)).toEqual([PORTO]);
    expect(requests).toEqual(['Porto whole']);
    answer = () => Promise.reject(new LookUpError('no_such_city', 'odd'));
    await expect(places.find({ text: 'Lisbon' }, signal)).rejects.toMatchObject({ failure: 'no_such_city' });
  });

  it('caches that a name is unknown', async () => {
    answer = () => Promise.resolve([]);
    expect(await list('Nowhere')).toEqual({ items: [] });
    await list('Nowhere');
    expect(requests).toHaveLength(1);
  });

  it('sends one request per pause to a failing provider, and reports unknown places', async () => {
    answer = () => Promise.reject(new LookUpError('provider_unavailable', 'away'));
    for (const name of ['a', 'b', 'c']) expect(await list(name)).toEqual({ items: null });
    expect(requests).toEqual(['a']);
    now += 11_000;
    answer = () => Promise.resolve([PORTO]);
    expect((await list('b')).items).toHaveLength(1);
    expect((await list('a')).items).toHaveLength(1);
  });

  it.each([0, 1])('keeps within limit %i, and still answers cached names', async (index) => {
    const { quota, windowMs } = ASKED[index]!;
    const other = ASKED[1 - index]!;
    const signal = AbortSignal.timeout(5_000);
    await list('Porto');
    for (let n = 1; n < quota; n += 1) {
      // Only this limit may be reached.
      if (n % other.quota === 0) now += other.windowMs;
      await list(`city ${n}`);
    }
    await expect(list('one more')).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(list('one more', { whole: true })).rejects.toMatchObject({ code: 'rate_limited' });
    // The weather of an entry is looked up later.
    await expect(places.find({ text: 'one more' }, signal)).rejects.toMatchObject({
      failure: 'provider_unavailable',
      isOutage: false,
    });
    expect((await list(`city ${quota - 1}`)).items).toHaveLength(1);
    expect(requests).toHaveLength(quota);
    now += windowMs;
    expect((await list('one more')).items).toHaveLength(1);
  });
});
