import type { FakeServer, Reply } from '@inner-weather/testing/fakes/server';
import {
  pastCelsius,
  pastWords,
  startFakeWeatherApi,
  weatherApiError,
} from '@inner-weather/testing/fakes/weather';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { WeatherApiPlaces } from '../places/weatherapi.places.js';
import { WeatherApiProvider } from './weatherapi.provider.js';

const KEY = 'k3y-that-nobody-may-see';

describe('the past by WeatherAPI.com', () => {
  let api: FakeServer;
  let provider: WeatherApiProvider;
  const loggedErrors = jest.spyOn(Logger.prototype, 'error').mockReturnValue();

  beforeAll(async () => {
    api = await startFakeWeatherApi();
    provider = new WeatherApiProvider(api.url, KEY, new WeatherApiPlaces(api.url, KEY));
  });

  beforeEach(() => {
    api.script();
    api.seen.length = 0;
    loggedErrors.mockClear();
  });

  afterAll(async () => {
    loggedErrors.mockRestore();
    await api.close();
  });

  const past = (moment: string, city = 'Porto') =>
    provider.past({ city }, new Date(moment), AbortSignal.timeout(5_000));
  const days = () => api.seen.map(({ query }) => query.dt);

  it.each([
    ['the afternoon in Porto', 'Porto', '2026-11-20T15:20:00Z', ['2026-11-20']],
    ['the morning in Porto', 'Porto', '2026-11-20T07:00:00Z', ['2026-11-19', '2026-11-20']],
    ['an evening in Kolkata', 'Kolkata', '2026-11-20T20:45:00Z', ['2026-11-20', '2026-11-21']],
    ['an evening in Honolulu', 'Honolulu', '2026-11-21T05:59:59Z', ['2026-11-20']],
    [
      'the night after a day of 23 hours in Ohio',
      'London, Ohio',
      '2026-03-09T04:30:00Z',
      ['2026-03-08', '2026-03-09'],
    ],
    ['the last hour of a day of 25 hours in Ohio', 'London, Ohio', '2026-11-02T04:30:00Z', ['2026-11-01']],
  ])("is that of the very hour, by the city's own calendar: %s", async (_when, city, moment, asked) => {
    // Kolkata's hours begin at half past.
    const begins = new Date(city === 'Kolkata' ? '2026-11-20T20:30:00Z' : moment);
    expect(await past(moment, city)).toMatchObject({
      condition: pastWords(begins),
      temperature: pastCelsius(begins),
    });
    expect(days()).toEqual(asked);
    expect(api.seen[0]).toMatchObject({ path: '/history.json', query: { key: KEY, q: city } });
  });

  it.each<[string, Reply]>([
    ['1008', weatherApiError(400, 1008, 'API key is limited to get history data.')],
    ['2009', weatherApiError(403, 2009, 'API key does not have access to the resource.')],
  ])('is not for this key (%s): final, and no reason to call for the administrator', async (_code, reply) => {
    api.script(reply);
    await expect(past('2026-11-20T15:00:00Z')).rejects.toMatchObject({ failure: 'no_history' });
    expect(loggedErrors).not.toHaveBeenCalled();
  });

  it('is not known before 2010, and no request is sent', async () => {
    await expect(past('2009-12-31T23:00:00Z')).rejects.toMatchObject({ failure: 'no_history' });
    expect(api.seen).toEqual([]);
  });

  it.each<[string, Reply, string]>([
    ['a bad key', weatherApiError(401, 2006, 'invalid'), 'provider_refused'],
    ['busy', weatherApiError(429, 0, 'slow down'), 'provider_unavailable'],
    ['HTML', { body: '<h1>Hotel</h1>' }, 'provider_unavailable'],
    ['a day without hours', { body: { forecast: { forecastday: [{ hour: [] }] } } }, 'provider_unavailable'],
    [
      'an hour without words',
      { body: { forecast: { forecastday: [{ hour: [{ time_epoch: 1_795_186_800 }] }] } } },
      'provider_unavailable',
    ],
    ['a cut connection', { hangUp: true }, 'provider_unavailable'],
  ])('is answered by %s: no weather is made up', async (_what, reply, failure) => {
    api.script(reply);
    await expect(past('2026-11-20T15:00:00Z')).rejects.toMatchObject({ failure });
  });
});
