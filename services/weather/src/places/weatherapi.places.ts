import { getJson, textAt } from '../observations/http.js';
import { LookUpError } from '../observations/weather-provider.js';
import type { FoundPlace, PlaceFinder } from './place-finder.js';

/** WeatherAPI.com's search (https://www.weatherapi.com/docs/, "Search/Autocomplete API"). */
export class WeatherApiPlaces implements PlaceFinder {
  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
  ) {}

  async find(name: string, signal: AbortSignal): Promise<FoundPlace[]> {
    const { status, data } = await getJson(this.baseUrl, '/search.json', { key: this.key, q: name }, signal);
    // Whoever runs the installation reads of a refused key when the next entry needs its weather.
    if (status !== 200 || !Array.isArray(data))
      throw new LookUpError('provider_unavailable', `status ${status}`);
    return data.map((place) => ({
      name: textAt(place, 'name') ?? '',
      region: textAt(place, 'region') ?? '',
      country: textAt(place, 'country') ?? '',
    }));
  }
}
