import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { Dependencies } from '@inner-weather/platform/dependencies';
import { jest } from '@jest/globals';
import { WeatherConfig } from '../config.js';
import { ASKED, Questions } from '../places/questions.js';
import { LookUpError } from '../providers/look-up-error.js';
import { CurrentWeather } from './current-weather.js';
import { ObservationsService } from './observations.service.js';
import type { LocalWeather, WeatherProvider, Where } from './weather-provider.js';

const PORTO = 'geo:41.15,-8.61';
const NOON = Date.parse('2026-11-20T12:00:00Z');

/** A provider that a test scripts; afterwards it is sunny. */
class Sky implements WeatherProvider {
  readonly name = 'open-meteo';
  readonly asked: Where[] = [];
  readonly answers: Promise<LocalWeather>[] = [];

  current(where: Where): Promise<LocalWeather> {
    this.asked.push(where);
    return this.answers.shift() ?? Promise.resolve({ condition: 'Sunny', temperature: 21.4 });
  }

  past(): Promise<LocalWeather> {
    return Promise.reject(new Error('not now'));
  }
}

describe('the weather of a place now', () => {
  let sky: Sky;
  let weather: CurrentWeather;
  let now: number;

  beforeEach(() => {
    now = NOON;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    sky = new Sky();
    weather = weatherWith(new WeatherConfig());
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const weatherWith = (config: WeatherConfig) =>
    new CurrentWeather(new ObservationsService(sky, config, new Dependencies()), new Questions(config));
  const down = () => Promise.reject(new LookUpError('provider_unavailable', 'status 503'));

  it('is asked once an hour for all users, however a client writes the place', async () => {
    const sunny = { condition: 'Sunny', temperature: 21.4, provider: 'open-meteo' };
    expect(await weather.at(PORTO)).toEqual(sunny);
    expect(await weather.at('geo:41.150000,-8.6104')).toEqual(sunny);
    expect(sky.asked).toHaveLength(1);
    expect(sky.asked[0]).toMatchObject({ place: PORTO, city: '' });
  });

  it('has no temperature where the provider names none', async () => {
    sky.answers.push(Promise.resolve({ condition: 'Fog' }));
    expect(await weather.at(PORTO)).toEqual({
      condition: 'Fog',
      temperature: undefined,
      provider: 'open-meteo',
    });
  });

  it('is null while the provider fails, which is not asked for every user then', async () => {
    sky.answers.push(down());
    expect(await weather.at(PORTO)).toBeNull();
    expect(await weather.at('geo:60.39,5.32')).toBeNull();
    expect(sky.asked).toHaveLength(1);
    now += 31_000;
    expect(await weather.at(PORTO)).toMatchObject({ condition: 'Sunny' });
  });

  it('is null for a user who waits too long, and cached for the next', async () => {
    jest.useFakeTimers({ now: NOON });
    let answer: (answered: LocalWeather) => void = () => undefined;
    sky.answers.push(new Promise((resolve) => (answer = resolve)));
    const waited = weather.at(PORTO);
    await jest.advanceTimersByTimeAsync(2_600);
    expect(await waited).toBeNull();
    answer({ condition: 'Light rain', temperature: 7.6 });
    await jest.advanceTimersByTimeAsync(0);
    expect(await weather.at(PORTO)).toMatchObject({ condition: 'Light rain' });
    expect(sky.asked).toHaveLength(1);
  });

  it('is refused after too many requests to the provider, but not if it is cached', async () => {
    const quota = ASKED[0]?.quota ?? 0;
    for (let n = 0; n < quota; n += 1) await weather.at(`geo:${n % 90},${Math.floor(n / 90)}`);
    await expect(weather.at(PORTO)).rejects.toThrow(DomainError);
    expect(await weather.at('geo:0,0')).toMatchObject({ condition: 'Sunny' });
    expect(sky.asked).toHaveLength(quota);
  });
});
