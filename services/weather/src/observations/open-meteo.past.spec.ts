import type { FakeServer, Reply } from '@inner-weather/testing/fakes/server';
import { pastCelsius, pastCode, startFakeOpenMeteo } from '@inner-weather/testing/fakes/weather';
import { OpenMeteoPlaces } from '../places/open-meteo.places.js';
import { OpenMeteoProvider } from './open-meteo.provider.js';
import { wmoText } from './wmo.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const place = {
  body: { results: [{ name: 'Porto', latitude: 41.15, longitude: -8.61, population: 249_633 }] },
};
const PORTO = { place: 'geo:41.15,-8.61' };
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

describe('the past by Open-Meteo', () => {
  let api: FakeServer;
  let provider: OpenMeteoProvider;

  beforeAll(async () => {
    api = await startFakeOpenMeteo();
    provider = new OpenMeteoProvider({ weather: api.url, archive: api.url }, new OpenMeteoPlaces(api.url));
  });

  beforeEach(() => {
    api.script();
    api.seen.length = 0;
  });

  afterAll(() => api.close());

  const past = (moment: Date, city = 'Porto') => provider.past({ city }, moment, AbortSignal.timeout(5_000));
  const weatherThen = (moment: Date) => ({
    condition: wmoText(pastCode(moment)),
    temperature: pastCelsius(moment),
    ...PORTO,
  });
  const askedPaths = () => api.seen.map(({ path }) => path);

  it.each([
    ['a few hours ago', new Date(Date.now() - 3 * HOUR_MS), '/forecast'],
    ['a month ago', daysAgo(30), '/forecast'],
    ['half a year ago', daysAgo(180), '/archive'],
    ['in the war', new Date('1944-06-06T06:30:00Z'), '/archive'],
  ])('is that of the very hour: %s', async (_when, moment, path) => {
    expect(await past(moment)).toEqual(weatherThen(moment));
    const day = moment.toISOString().slice(0, 10);
    const query = { latitude: '41.15', longitude: '-8.61', hourly: 'weather_code,temperature_2m' };
    expect(api.seen[1]).toMatchObject({ path, query: { ...query, start_date: day, end_date: day } });
  });

  it.each([0, 7, 23])('is told apart by the hour, at %i:59 too', async (hour) => {
    const moment = new Date(`2026-05-04T${String(hour).padStart(2, '0')}:59:59.999Z`);
    expect(await past(moment)).toEqual(weatherThen(moment));
  });

  it('is not known before 1940, and no request is sent', async () => {
    await expect(past(new Date('1939-12-31T23:00:00Z'))).rejects.toMatchObject({ failure: 'no_history' });
    expect(askedPaths()).toEqual([]);
  });

  it.each<[string, Reply, string]>([
    ['without hours', { body: {} }, 'provider_unavailable'],
    [
      'with other hours',
      { body: { hourly: { time: ['2000-01-01T00:00'], weather_code: [3] } } },
      'provider_unavailable',
    ],
    ['that is a portal', { body: '<h1>Hotel</h1>' }, 'provider_unavailable'],
    ['of 502', { status: 502 }, 'provider_unavailable'],
    ['of 429', { status: 429, body: { error: true, reason: 'Minutely limit' } }, 'provider_unavailable'],
    ['of 400', { status: 400, body: { error: true, reason: 'out of range' } }, 'provider_refused'],
  ])('answers with an answer %s: no weather is made up', async (_how, reply, failure) => {
    api.script(place, reply);
    await expect(past(daysAgo(2))).rejects.toMatchObject({ failure });
  });

  it('answers an hour without a temperature: the condition is worth having without it', async () => {
    const moment = daysAgo(1);
    const time = [`${moment.toISOString().slice(0, 13)}:00`];
    for (const temperature_2m of [undefined, [null], ['12'], [], { 0: 12 }]) {
      api.script(place, { body: { hourly: { time, weather_code: [3], temperature_2m } } });
      expect(await past(moment)).toEqual({ condition: 'Overcast', ...PORTO });
    }
  });

  it('answers an hour without a code: it may come', async () => {
    const moment = daysAgo(1);
    const time = [`${moment.toISOString().slice(0, 13)}:00`];
    for (const code of [null, '3', undefined]) {
      api.script(place, { body: { hourly: { time, weather_code: [code] } } });
      await expect(past(moment)).rejects.toMatchObject({
        failure: 'provider_unavailable',
        // In JSON, undefined is null: the form of an hour without data.
        isOutage: code === '3',
      });
    }
  });
});
