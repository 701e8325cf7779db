import { placeAt } from '@inner-weather/domain/weather/place';
import { getJson, numberAt, textAt, valueAt } from '../providers/http.js';
import { LookUpError } from '../providers/look-up-error.js';
import { beginsWith, distinct, liesWithin, mayLieWithin } from './matching.js';
import type { FoundPlace, PlaceFinder, WrittenCity } from './place-finder.js';
import { nameKey, type Reading, readingsOf } from './place-names.js';
import { countriesNamed } from './regions.js';

/**
 * WeatherAPI.com's search (https://www.weatherapi.com/docs/, "Search/Autocomplete API"), which is requested with
 * the name alone, and the place that the service itself chooses for a text. That place is often wrong
 * (https://github.com/weatherapicom/java/issues/5), so it is used only if its name and region match.
 */
export class WeatherApiPlaces implements PlaceFinder {
  /** @param onQuestion called before each request */
  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
    private readonly onQuestion: () => void = () => undefined,
  ) {}

  async suggest({ text }: WrittenCity, signal: AbortSignal): Promise<FoundPlace[]> {
    for (const { name, within } of readingsOf(text)) {
      const found = await this.search(name, signal);
      const places = found.filter((place) => mayLieWithin(place, within));
      const exact = places.filter((place) => isNamed(place, name));
      if (places.length > 0) return distinct([...exact, ...places]);
    }
    return [];
  }

  async find({ text }: WrittenCity, signal: AbortSignal): Promise<FoundPlace[]> {
    const readings = readingsOf(text);
    if (readings.length === 0) return [];
    const chosenPlace = await this.locate(text, signal);
    for (const reading of readings) {
      const places = await this.findNamed(reading, chosenPlace, signal);
      if (places.length > 0) return places;
    }
    return [];
  }

  /** Returns the places that have this name or are known by it. The service lists the best known ones first. */
  private async findNamed(
    { name, within }: Reading,
    chosenPlace: FoundPlace | undefined,
    signal: AbortSignal,
  ): Promise<FoundPlace[]> {
    const spellings = nameKey(name) === name.toLowerCase() ? [name] : [name, nameKey(name)];
    for (const spelling of spellings) {
      const found = await this.search(spelling, signal);
      // The first result may be known by a name that is not in the response: "München" finds Munich.
      const knownPlaces = found.filter(
        (place, index) => isNamed(place, name) || (index === 0 && !beginsWith(place, name)),
      );
      const isKnown =
        chosenPlace &&
        (isNamed(chosenPlace, name) || knownPlaces.some(({ place }) => place === chosenPlace.place));
      const places = [...(isKnown ? [chosenPlace] : []), ...knownPlaces].filter(
        (place) => liesWithin(place, within) !== 'elsewhere',
      );
      if (places.length > 0) return distinct(places);
    }
    return [];
  }

  private async search(name: string, signal: AbortSignal): Promise<FoundPlace[]> {
    const { status, data } = await this.ask('/search.json', name, signal);
    // A refused key is not logged here, because the next look-up of weather logs it.
    if (status !== 200 || !Array.isArray(data))
      throw new LookUpError('provider_unavailable', `status ${status}`);
    return data.flatMap((item) => weatherApiPlace(item) ?? []);
  }

  /** Returns the place that the service itself chooses for a text; undefined if it knows none. */
  private async locate(text: string, signal: AbortSignal): Promise<FoundPlace | undefined> {
    const { status, data } = await this.ask('/timezone.json', text, signal);
    if (status === 400) return undefined;
    const place = weatherApiPlace(valueAt(data, 'location'));
    if (status !== 200 || !place) throw new LookUpError('provider_unavailable', `status ${status}`);
    return place;
  }

  private ask(path: string, q: string, signal: AbortSignal): Promise<{ status: number; data: unknown }> {
    this.onQuestion();
    return getJson(this.baseUrl, path, { key: this.key, q }, signal);
  }
}

/** Whether a place of the service matches a text by name and region. */
export function isMeantBy(place: FoundPlace, text: string): boolean {
  return readingsOf(text).some(
    ({ name, within }) => isNamed(place, name) && liesWithin(place, within) !== 'elsewhere',
  );
}

const isNamed = (place: FoundPlace, name: string): boolean => nameKey(place.name) === nameKey(name);

/** Reads the `location` of a response; undefined if it is not a place. */
export function weatherApiPlace(location: unknown): FoundPlace | undefined {
  const latitude = numberAt(location, 'lat');
  const longitude = numberAt(location, 'lon');
  const name = textAt(location, 'name');
  if (latitude === undefined || longitude === undefined || name === undefined) return undefined;
  const place = placeAt({ latitude, longitude });
  // Some responses have "USA United States of America".
  const country = (textAt(location, 'country') ?? '').replace(/^USA /, '');
  const [countryCode = ''] = countriesNamed(country);
  const region = textAt(location, 'region') ?? '';
  return { id: place, name, region, county: '', country, countryCode, population: 0, place };
}
