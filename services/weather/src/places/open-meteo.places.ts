import { LIMITS } from '@inner-weather/contracts/limits';
import { getJson, listAt, textAt } from '../observations/http.js';
import { LookUpError } from '../observations/weather-provider.js';
import type { FoundPlace, PlaceFinder } from './place-finder.js';

/** Open-Meteo's geocoding (https://open-meteo.com/en/docs/geocoding-api), which needs no key. */
export class OpenMeteoPlaces implements PlaceFinder {
  constructor(private readonly baseUrl: string) {}

  async find(name: string, signal: AbortSignal): Promise<FoundPlace[]> {
    const params = { name, count: LIMITS.placesMax, language: 'en', format: 'json' };
    const { status, data } = await getJson(this.baseUrl, '/search', params, signal);
    if (status !== 200 || data === null || typeof data !== 'object')
      throw new LookUpError('provider_unavailable', `status ${status}`);
    // Without a match the answer has no `results`.
    return listAt(data, 'results').map((place) => ({
      name: textAt(place, 'name') ?? '',
      region: textAt(place, 'admin1') ?? '',
      country: textAt(place, 'country') ?? '',
    }));
  }
}
