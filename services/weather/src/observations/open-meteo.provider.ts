import { getJson, listAt, numberAt, textAt } from './http.js';
import { LookUpError, type WeatherProvider } from './weather-provider.js';
import { wmoText } from './wmo.js';

/** Base addresses, including their version. */
export interface OpenMeteoUrls {
  weather: string;
  /** For finding a city by its name. */
  places: string;
  /** For the weather of the distant past. */
  archive: string;
}

const DAY_MS = 24 * 60 * 60_000;
/** `/forecast` has the last 92 days (https://open-meteo.com/en/docs, "past_days"); two of them are a margin. */
const RECENT_MS = 90 * DAY_MS;
/** `/archive` begins here (https://open-meteo.com/en/docs/historical-weather-api). */
const ARCHIVE_FROM = Date.parse('1940-01-01T00:00:00Z');

interface Place {
  latitude: number;
  longitude: number;
}

/** Open-Meteo, which needs no key: it finds the city's coordinates first, then the weather there. */
export class OpenMeteoProvider implements WeatherProvider {
  readonly name = 'open-meteo';

  constructor(private readonly urls: OpenMeteoUrls) {}

  async current(city: string, signal: AbortSignal): Promise<string> {
    const place = await this.locate(city, signal);
    const params = { ...place, current: 'weather_code' };
    const { status, data } = await getJson(this.urls.weather, '/forecast', params, signal);
    return wordsOf(status, data, numberAt(data, 'current', 'weather_code'));
  }

  async past(city: string, moment: Date, signal: AbortSignal): Promise<string> {
    if (moment.getTime() < ARCHIVE_FROM) throw new LookUpError('no_history', 'before 1940');
    const place = await this.locate(city, signal);
    const day = moment.toISOString().slice(0, 10);
    const params = { ...place, hourly: 'weather_code', start_date: day, end_date: day };
    const recent = Date.now() - moment.getTime() < RECENT_MS;
    const { status, data } = recent
      ? await getJson(this.urls.weather, '/forecast', params, signal)
      : await getJson(this.urls.archive, '/archive', params, signal);
    // Times are GMT, since the request names no time zone. Both lists have one item per hour of the day.
    const hour = listAt(data, 'hourly', 'time').indexOf(`${moment.toISOString().slice(0, 13)}:00`);
    const code = listAt(data, 'hourly', 'weather_code')[hour];
    return wordsOf(status, data, typeof code === 'number' && Number.isFinite(code) ? code : undefined);
  }

  private async locate(city: string, signal: AbortSignal): Promise<Place> {
    const params = { name: city, count: 1, language: 'en', format: 'json' };
    const { status, data } = await getJson(this.urls.places, '/search', params, signal);
    if (status !== 200 || data === null || typeof data !== 'object') throw failureOf(status, data);
    const { results } = data as { results?: unknown };
    // Without a match the answer has no `results`. Anything else that is not a place says nothing about the city.
    if (results === undefined || (Array.isArray(results) && results.length === 0))
      throw new LookUpError('no_such_city', 'no place of this name');
    const place: unknown = Array.isArray(results) ? results[0] : undefined;
    const latitude = numberAt(place, 'latitude');
    const longitude = numberAt(place, 'longitude');
    if (latitude === undefined || longitude === undefined) throw failureOf(status, data);
    return { latitude, longitude };
  }
}

function wordsOf(status: number, data: unknown, code: number | undefined): string {
  if (status !== 200 || code === undefined) throw failureOf(status, data);
  return wmoText(code);
}

function failureOf(status: number, data: unknown): LookUpError {
  const what = `status ${status}${textAt(data, 'reason') ? ', with a reason' : ''}`;
  const refused = status >= 400 && status < 500 && status !== 429 && status !== 408;
  return new LookUpError(refused ? 'provider_refused' : 'provider_unavailable', what);
}
