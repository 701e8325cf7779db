import { type Address, FakeServer, type Reply } from './fake-server.js';

/** The weather of the fakes' cities: WeatherAPI's words and Open-Meteo's WMO code. Other cities have London's. */
const CITIES: Record<string, { text: string; code: number; latitude: number; longitude: number }> = {
  London: { text: 'Partly cloudy', code: 2, latitude: 51.51, longitude: -0.13 },
  Porto: { text: 'Sunny', code: 0, latitude: 41.15, longitude: -8.61 },
  Bergen: { text: 'Light rain', code: 61, latitude: 60.39, longitude: 5.32 },
  Oslo: { text: 'Moderate snow', code: 73, latitude: 59.91, longitude: 10.75 },
};

/** No provider knows it. */
export const UNKNOWN_CITY = 'Nowhere-at-All';

const LONDON = { text: 'Partly cloudy', code: 2, latitude: 51.51, longitude: -0.13 };

/** WeatherAPI.com's error body (https://www.weatherapi.com/docs/, "API Error Codes"). */
export function weatherApiError(status: number, code: number, message: string): Reply {
  return { status, body: { error: { code, message } } };
}

/** Speaks WeatherAPI.com's `GET /current.json`. */
export function startFakeWeatherApi(at?: Address): Promise<FakeServer> {
  return FakeServer.start(({ path, query }) => {
    if (path !== '/current.json') return { status: 404, body: '<h1>Not found</h1>' };
    const { key, q = '' } = query;
    if (!key) return weatherApiError(401, 1002, 'API key is invalid or not provided.');
    if (q === UNKNOWN_CITY) return weatherApiError(400, 1006, 'No matching location found.');
    const { text, latitude: lat, longitude: lon } = CITIES[q] ?? LONDON;
    const location = {
      name: q,
      region: '',
      country: '',
      lat,
      lon,
      tz_id: 'UTC',
      localtime: '2026-11-20 18:00',
    };
    const condition = { text, icon: '//cdn.weatherapi.com/weather/64x64/day/116.png', code: 1003 };
    return {
      body: {
        location,
        current: { temp_c: 11.3, is_day: 1, condition, wind_kph: 9, humidity: 71, cloud: 50 },
      },
    };
  }, at);
}

/** Speaks Open-Meteo's geocoding `GET /search` and `GET /forecast`. */
export function startFakeOpenMeteo(): Promise<FakeServer> {
  return FakeServer.start(({ path, query }) => {
    if (path === '/search') return { body: geocoded(query.name ?? '') };
    if (path !== '/forecast') return { status: 404, body: { error: true, reason: 'Not Found' } };
    const latitude = Number(query.latitude);
    const city = Object.values(CITIES).find((place) => place.latitude === latitude) ?? LONDON;
    return {
      body: {
        latitude,
        longitude: Number(query.longitude),
        generationtime_ms: 0.02,
        utc_offset_seconds: 0,
        timezone: 'GMT',
        current_units: { time: 'iso8601', interval: 'seconds', weather_code: 'wmo code' },
        current: { time: '2026-11-20T18:00', interval: 900, weather_code: city.code },
      },
    };
  });
}

/** Without a match Open-Meteo leaves `results` out. */
function geocoded(name: string): unknown {
  if (name === UNKNOWN_CITY) return { generationtime_ms: 0.5 };
  const { latitude, longitude } = CITIES[name] ?? LONDON;
  return {
    results: [{ id: 2_643_743, name, latitude, longitude, country_code: 'XX' }],
    generationtime_ms: 0.5,
  };
}
