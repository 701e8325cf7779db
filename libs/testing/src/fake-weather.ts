import { cityNamed, placesNamed } from './fake-places.js';
import { type Address, FakeServer, type Reply } from './fake-server.js';

interface City {
  text: string;
  code: number;
  /** Degrees Celsius. */
  celsius: number;
  latitude: number;
  longitude: number;
  /** Hours from UTC, all year; 0 by default. */
  zone?: number;
}

/** The weather of the cities: the text of WeatherAPI and the WMO code of Open-Meteo. Other cities have London's. */
const CITIES: Record<string, City> = {
  London: { text: 'Partly cloudy', code: 2, celsius: 11.3, latitude: 51.51, longitude: -0.13 },
  Porto: { text: 'Sunny', code: 0, celsius: 21.4, latitude: 41.15, longitude: -8.61 },
  Bergen: { text: 'Light rain', code: 61, celsius: 7.6, latitude: 60.39, longitude: 5.32 },
  Kolkata: { text: 'Haze', code: 45, celsius: 31, latitude: 22.57, longitude: 88.36, zone: 5.5 },
  Honolulu: { text: 'Sunny', code: 1, celsius: 26.5, latitude: 21.31, longitude: -157.86, zone: -10 },
  Oslo: { text: 'Moderate snow', code: 73, celsius: -0.4, latitude: 59.91, longitude: 10.75 },
};

/** A city that no provider knows. */
export const UNKNOWN_CITY = 'Nowhere-at-All';

const LONDON: City = { text: 'Partly cloudy', code: 2, celsius: 11.3, latitude: 51.51, longitude: -0.13 };

const HOUR_S = 60 * 60;

/** WeatherAPI.com's past weather, in every city: a text that names the hour in UTC. */
export const pastWords = (moment: Date): string => `Past weather of ${moment.toISOString().slice(0, 13)}`;

/** Open-Meteo's past weather, in every city: the hour in UTC selects one of these codes. */
const PAST_CODES = [0, 3, 45, 51, 61, 71, 80, 95] as const;
export const pastCode = (moment: Date): number => PAST_CODES[moment.getUTCHours() % PAST_CODES.length] ?? 0;

/** The temperature in the past, in degrees Celsius, in every city: the hour in UTC selects it. */
export const pastCelsius = (moment: Date): number => moment.getUTCHours() - 6.5;

/** WeatherAPI.com's error body (https://www.weatherapi.com/docs/, "API Error Codes"). */
export function weatherApiError(status: number, code: number, message: string): Reply {
  return { status, body: { error: { code, message } } };
}

/** Answers WeatherAPI.com's `GET /current.json`, `GET /history.json` and `GET /search.json`. */
export function startFakeWeatherApi(at?: Address): Promise<FakeServer> {
  return FakeServer.start(({ path, query }) => {
    if (!['/current.json', '/history.json', '/search.json'].includes(path))
      return { status: 404, body: '<h1>Not found</h1>' };
    const { key, q = '', dt = '' } = query;
    if (!key) return weatherApiError(401, 1002, 'API key is invalid or not provided.');
    if (path === '/search.json') return { body: searched(q) };
    if (q === UNKNOWN_CITY) return weatherApiError(400, 1006, 'No matching location found.');
    const { text, celsius, latitude: lat, longitude: lon, zone = 0 } = CITIES[cityNamed(q) ?? ''] ?? LONDON;
    const location = {
      name: q,
      region: '',
      country: '',
      lat,
      lon,
      tz_id: 'UTC',
      localtime: '2026-11-20 18:00',
    };
    if (path === '/history.json') return { body: { location, forecast: { forecastday: [dayOf(dt, zone)] } } };
    const condition = { text, icon: '//cdn.weatherapi.com/weather/64x64/day/116.png', code: 1003 };
    return {
      body: {
        location,
        current: { temp_c: celsius, is_day: 1, condition, wind_kph: 9, humidity: 71, cloud: 50 },
      },
    };
  }, at);
}

/** The hours of a day YYYY-MM-DD in a city's own time zone, as in `/history.json`. */
function dayOf(date: string, zone: number): unknown {
  const midnight = Date.parse(`${date}T00:00:00Z`) / 1_000 - zone * HOUR_S;
  const hour = Array.from({ length: 24 }, (_, index) => {
    const time_epoch = midnight + index * HOUR_S;
    const moment = new Date(time_epoch * 1_000);
    const text = pastWords(moment);
    return {
      time_epoch,
      time: `${date} ${String(index).padStart(2, '0')}:00`,
      temp_c: pastCelsius(moment),
      condition: { text, code: 1003 },
    };
  });
  return { date, date_epoch: Date.parse(`${date}T00:00:00Z`) / 1_000, hour };
}

/**
 * Answers Open-Meteo's geocoding `GET /search`, its `GET /forecast` for now and the last months, and the archive's
 * `GET /archive` for older days.
 */
export function startFakeOpenMeteo(at?: Address): Promise<FakeServer> {
  return FakeServer.start(({ path, query }) => {
    if (path === '/search') return { body: geocoded(query.name ?? '', Number(query.count ?? 10)) };
    if (path !== '/forecast' && path !== '/archive')
      return { status: 404, body: { error: true, reason: 'Not Found' } };
    const { start_date: day } = query;
    if (day) return { body: { utc_offset_seconds: 0, timezone: 'GMT', hourly: hoursOf(day) } };
    const latitude = Number(query.latitude);
    const city = Object.values(CITIES).find((place) => place.latitude === latitude) ?? LONDON;
    return {
      body: {
        latitude,
        longitude: Number(query.longitude),
        generationtime_ms: 0.02,
        utc_offset_seconds: 0,
        timezone: 'GMT',
        current_units: {
          time: 'iso8601',
          interval: 'seconds',
          weather_code: 'wmo code',
          temperature_2m: '°C',
        },
        current: {
          time: '2026-11-20T18:00',
          interval: 900,
          weather_code: city.code,
          temperature_2m: city.celsius,
        },
      },
    };
  }, at);
}

/** The 24 hours of a day YYYY-MM-DD in GMT. */
function hoursOf(day: string): unknown {
  const time = Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00`);
  const moments = time.map((one) => new Date(`${one}Z`));
  return { time, weather_code: moments.map(pastCode), temperature_2m: moments.map(pastCelsius) };
}

/** WeatherAPI.com's `/search.json`: a list, which is empty when nothing matches. */
function searched(name: string): unknown[] {
  if (name === UNKNOWN_CITY) return [];
  const { latitude: lat, longitude: lon } = LONDON;
  return placesNamed(name).map((place, index) => ({ id: index + 1, ...place, lat, lon, url: '' }));
}

/** Open-Meteo omits `results` when nothing matches. */
function geocoded(text: string, count: number): unknown {
  if (text === UNKNOWN_CITY) return { generationtime_ms: 0.5 };
  const { latitude, longitude } = CITIES[cityNamed(text) ?? ''] ?? LONDON;
  const results = placesNamed(text)
    .slice(0, count)
    .map(({ name, region, country }, index) => ({
      id: 2_643_743 + index,
      name,
      latitude,
      longitude,
      country_code: 'XX',
      country,
      ...(region && { admin1: region }),
      timezone: 'Europe/London',
    }));
  return { results, generationtime_ms: 0.5 };
}
