import { jest } from '@jest/globals';
import { WeatherConfig } from '../config.js';
import { LookUpError } from '../observations/weather-provider.js';
import type { FoundPlace, PlaceFinder } from './place-finder.js';
import { ASKED, PlacesService } from './places.service.js';

const PORTO = { name: 'Porto', region: '', country: 'Portugal' };
const NOON = Date.parse('2026-11-20T12:00:00Z');

describe('looking up places', () => {
  let asked: string[];
  let answer: (signal: AbortSignal) => Promise<FoundPlace[]>;
  let places: PlacesService;
  let now: number;

  beforeEach(() => {
    now = NOON;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    asked = [];
    answer = () => Promise.resolve([PORTO]);
    const finder: PlaceFinder = {
      find: (name, signal) => {
        asked.push(name);
        return answer(signal);
      },
    };
    places = new PlacesService(finder, new WeatherConfig());
  });

  afterEach(() => jest.restoreAllMocks());

  it('asks once for a name, in any capitals, also for several who ask at once', async () => {
    const found = { items: [{ location: 'Porto, Portugal', detail: null }] };
    expect(await Promise.all([places.find('Porto'), places.find('porto')])).toEqual([found, found]);
    expect(await places.find('PORTO')).toEqual(found);
    expect(asked).toEqual(['Porto']);
  });

  it('waits for a slow provider no longer than somebody who types, and no longer than it is told to', async () => {
    // As a request that ends with its signal.
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
    expect(await places.find('Porto')).toEqual({ items: null });
    const hasty = Object.assign(new WeatherConfig(), { WEATHER_TIMEOUT_MS: 800 });
    expect(await new PlacesService({ find: (_, signal) => answer(signal) }, hasty).find('Porto')).toEqual({
      items: null,
    });
    expect(waits).toEqual([2_500, 800]);
  });

  it('keeps the names of the last day, and of no more than 5,000', async () => {
    const unlimited = Object.assign(new WeatherConfig(), { RATE_LIMITS: 'off' as const });
    const finder: PlaceFinder = {
      find: (name) => {
        asked.push(name);
        return Promise.resolve([PORTO]);
      },
    };
    places = new PlacesService(finder, unlimited);
    for (let n = 0; n <= 5_000; n += 1) await places.find(`city ${n}`);
    expect(asked).toHaveLength(5_001);
    // The last ones are known, and the oldest has made room.
    await places.find('city 5000');
    await places.find('city 1');
    expect(asked).toHaveLength(5_001);
    await places.find('city 0');
    expect(asked).toHaveLength(5_002);
  });

  it('remembers that a name is unknown', async () => {
    answer = () => Promise.resolve([]);
    expect(await places.find('Nowhere')).toEqual({ items: [] });
    await places.find('Nowhere');
    expect(asked).toHaveLength(1);
  });

  it('asks a provider that fails once in a pause, and says that nobody can tell', async () => {
    answer = () => Promise.reject(new LookUpError('provider_unavailable', 'away'));
    for (const name of ['a', 'b', 'c']) expect(await places.find(name)).toEqual({ items: null });
    expect(asked).toEqual(['a']);
    now += 11_000;
    answer = () => Promise.resolve([PORTO]);
    expect((await places.find('b')).items).toHaveLength(1);
    expect((await places.find('a')).items).toHaveLength(1);
  });

  it.each([0, 1])(
    'asks no more than limit %i allows, whoever wants to know; known names still answer',
    async (which) => {
      const { quota, windowMs } = ASKED[which]!;
      const other = ASKED[1 - which]!;
      await places.find('Porto');
      for (let n = 1; n < quota; n += 1) {
        // So that only this limit is reached.
        if (n % other.quota === 0) now += other.windowMs;
        await places.find(`city ${n}`);
      }
      await expect(places.find('one more')).rejects.toMatchObject({ code: 'rate_limited' });
      expect((await places.find('Porto')).items).toHaveLength(1);
      expect(asked).toHaveLength(quota);
      now += windowMs;
      expect((await places.find('one more')).items).toHaveLength(1);
    },
  );
});
