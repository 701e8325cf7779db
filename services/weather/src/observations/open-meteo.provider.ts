import { getJson, numberAt, textAt } from './http.js';
import { LookUpError, type WeatherProvider } from './weather-provider.js';
import { wmoText } from './wmo.js';

/** The current condition by Open-Meteo, which needs no key: the city's place first, then the weather there. */
export class OpenMeteoProvider implements WeatherProvider {
  readonly name = 'open-meteo';

  constructor(
    private readonly baseUrl: string,
    private readonly geocodingUrl: string,
  ) {}

  async current(city: string, signal: AbortSignal): Promise<string> {
    const { latitude, longitude } = await this.locate(city, signal);
    const params = { latitude, longitude, current: 'weather_code' };
    const { status, data } = await getJson(this.baseUrl, '/forecast', params, signal);
    const code = numberAt(data, 'current', 'weather_code');
    if (status !== 200 || code === undefined) throw failureOf(status, data);
    return wmoText(code);
  }

  private async locate(city: string, signal: AbortSignal): Promise<{ latitude: number; longitude: number }> {
    const params = { name: city, count: 1, language: 'en', format: 'json' };
    const { status, data } = await getJson(this.geocodingUrl, '/search', params, signal);
    if (status !== 200 || data === null || typeof data !== 'object') throw failureOf(status, data);
    const { results } = data as { results?: unknown };
    // Without a match the answer has no results at all; anything else that is no place says nothing about the city.
    if (results === undefined || (Array.isArray(results) && results.length === 0))
      throw new LookUpError('no_such_city', 'no place of this name');
    const place: unknown = Array.isArray(results) ? results[0] : undefined;
    const latitude = numberAt(place, 'latitude');
    const longitude = numberAt(place, 'longitude');
    if (latitude === undefined || longitude === undefined) throw failureOf(status, data);
    return { latitude, longitude };
  }
}

function failureOf(status: number, data: unknown): LookUpError {
  const what = `status ${status}${textAt(data, 'reason') ? ', with a reason' : ''}`;
  const refused = status >= 400 && status < 500 && status !== 429 && status !== 408;
  return new LookUpError(refused ? 'provider_refused' : 'provider_unavailable', what);
}
