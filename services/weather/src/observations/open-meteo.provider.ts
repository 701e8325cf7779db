import { coordinatesOf } from '@inner-weather/domain/weather/place';
import type { PlaceFinder } from '../places/place-finder.js';
import { getJson, listAt, numberAt, textAt } from '../providers/http.js';
import { LookUpError } from '../providers/look-up-error.js';
import {
  type LocalWeather,
  type Weather,
  weatherOf,
  type WeatherProvider,
  type Where,
} from './weather-provider.js';
import { wmoText } from './wmo.js';

/** Base addresses, including their version. */
export interface OpenMeteoUrls {
  weather: string;
  /** For the weather of the distant past. */
  archive: string;
}

/** What is asked for. Temperatures are in degrees Celsius, since the request names no other unit. */
const VARIABLES = 'weather_code,temperature_2m';

const DAY_MS = 24 * 60 * 60_000;
/** `/forecast` has the last 92 days (https://open-meteo.com/en/docs, "past_days"); two of them are a margin. */
const RECENT_MS = 90 * DAY_MS;
/** `/archive` begins here (https://open-meteo.com/en/docs/historical-weather-api). */
const ARCHIVE_FROM = Date.parse('1940-01-01T00:00:00Z');

/** Open-Meteo, which needs no key and knows the weather by coordinates alone. */
export class OpenMeteoProvider implements WeatherProvider {
  readonly name = 'open-meteo';

  constructor(
    private readonly urls: OpenMeteoUrls,
    private readonly places: Pick<PlaceFinder, 'find'>,
  ) {}

  async current(where: Where, signal: AbortSignal): Promise<LocalWeather> {
    const place = await this.locate(where, signal);
    const params = { ...coordinatesOf(place), current: VARIABLES };
    const { status, data } = await getJson(this.urls.weather, '/forecast', params, signal);
    const celsius = numberAt(data, 'current', 'temperature_2m');
    return { ...readWeather(status, data, numberAt(data, 'current', 'weather_code'), celsius), place };
  }

  async past(where: Where, moment: Date, signal: AbortSignal): Promise<LocalWeather> {
    if (moment.getTime() < ARCHIVE_FROM) throw new LookUpError('no_history', 'before 1940');
    const place = await this.locate(where, signal);
    const day = moment.toISOString().slice(0, 10);
    const params = { ...coordinatesOf(place), hourly: VARIABLES, start_date: day, end_date: day };
    const recent = Date.now() - moment.getTime() < RECENT_MS;
    const { status, data } = recent
      ? await getJson(this.urls.weather, '/forecast', params, signal)
      : await getJson(this.urls.archive, '/archive', params, signal);
    // Times are GMT, since the request names no time zone. Each list has one item per hour of the day.
    const hour = listAt(data, 'hourly', 'time').indexOf(`${moment.toISOString().slice(0, 13)}:00`);
    const celsius = listAt(data, 'hourly', 'temperature_2m')[hour];
    const code = listAt(data, 'hourly', 'weather_code')[hour];
    if (status === 200 && code === null)
      throw new LookUpError('provider_unavailable', 'no data for this hour', false);
    return { ...readWeather(status, data, code, celsius), place };
  }

  private async locate({ city, place }: Where, signal: AbortSignal): Promise<string> {
    if (place !== undefined) return place;
    const [meant] = await this.places.find({ text: city }, signal);
    if (!meant) throw new LookUpError('no_such_city', 'no place of this name');
    return meant.place;
  }
}

function readWeather(status: number, data: unknown, code: unknown, celsius: unknown): Weather {
  if (status !== 200 || typeof code !== 'number') throw failureOf(status, data);
  return weatherOf(wmoText(code), celsius);
}

function failureOf(status: number, data: unknown): LookUpError {
  const detail = `status ${status}${textAt(data, 'reason') ? ', with a reason' : ''}`;
  const isRefused = status >= 400 && status < 500 && status !== 429 && status !== 408;
  return new LookUpError(isRefused ? 'provider_refused' : 'provider_unavailable', detail);
}
