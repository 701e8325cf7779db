import { lengthOf } from '@inner-weather/domain/text/length';
import { placeAt } from '@inner-weather/domain/weather/place';
import { getJson, listAt, numberAt, textAt } from '../providers/http.js';
import { LookUpError } from '../providers/look-up-error.js';
import { beginsWith, distinct, liesWithin, mayLieWithin, namedWithin } from './matching.js';
import type { FoundPlace, PlaceFinder, WrittenCity } from './place-finder.js';
import { nameKey, type Reading, readingsOf } from './place-names.js';
import {
  firstLanguages,
  languagesOf,
  languagesWhileTyping,
  moreLanguages,
  type Spelling,
  spellingsOf,
} from './spellings.js';

/** The maximum number of results that the service returns. */
const COUNT_MAX = 100;
/** Results per suggestion. This is more than the page shows, because ambiguous ones are omitted. */
const COUNT_SUGGESTED = 20;
/** The service returns nothing for shorter names. */
const NAME_MIN = 2;
/** A place with this population is surely meant by its name. A smaller one may be a village of the same name. */
const CITY_POPULATION = 100_000;

/**
 * Open-Meteo's geocoding (https://open-meteo.com/en/docs/geocoding-api), which needs no key. Requests contain only the
 * name, and results are filtered here by the text after a comma: the service limits its results before it filters them, and
 * knows only a few names of each country.
 */
export class OpenMeteoPlaces implements PlaceFinder {
  /** @param onQuestion called before each request */
  constructor(
    private readonly baseUrl: string,
    private readonly onQuestion: () => void = () => undefined,
  ) {}

  async suggest({ text, languages = [] }: WrittenCity, signal: AbortSignal): Promise<FoundPlace[]> {
    for (const { name, within } of this.readingsOf(text)) {
      const spellings = languagesWhileTyping(name, languages).map((language) => ({ name, language }));
      const count = within.length > 0 ? COUNT_MAX : COUNT_SUGGESTED;
      const found = await this.askAll(spellings, count, signal);
      const places = found.filter((place) => mayLieWithin(place, within));
      const exact = namedWithin(places, new Set([nameKey(name)]), []);
      const longer = places.filter((place) => beginsWith(place, name));
      if (places.length > 0) return distinct([...exact, ...longer, ...places]);
    }
    return [];
  }

  async find({ text, languages }: WrittenCity, signal: AbortSignal): Promise<FoundPlace[]> {
    let first: { reading: Reading; found: FoundPlace[] } | undefined;
    for (const reading of this.readingsOf(text)) {
      const { name, within } = reading;
      const found: FoundPlace[] = [];
      let matches: FoundPlace[] = [];
      for (const asked of distinctLists(firstLanguages(name, languages), languagesOf(name))) {
        const spellings = asked.map((language) => ({ name, language }));
        found.push(...(await this.askAll(spellings, COUNT_MAX, signal)));
        matches = namedWithin(found, new Set([nameKey(name)]), within);
        if (matches[0] && matches[0].population >= CITY_POPULATION) return matches;
      }
      first = { reading, found };
      if (matches[0]) break;
    }
    return first ? this.findFurther(first.reading, first.found, languages, signal) : [];
  }

  private readingsOf(text: string): Reading[] {
    return readingsOf(text).filter(({ name }) => lengthOf(name) >= NAME_MIN);
  }

  /** Asks in other languages and spellings if the name was not found, or only as the name of a small place. */
  private async findFurther(
    { name, within }: Reading,
    found: FoundPlace[],
    languages: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<FoundPlace[]> {
    const spellings = languagesOf(name).includes('en') ? spellingsOf(name) : [];
    const asked = firstLanguages(name, languages);
    const others = moreLanguages(name, languages)
      .filter((language) => !asked.includes(language))
      .map((language) => ({ name, language }));
    const furtherPlaces = await this.askAll([...others, ...spellings], COUNT_MAX, signal);
    const keys = new Set([name, ...spellings.map((spelling) => spelling.name)].map(nameKey));
    const matches = namedWithin([...found, ...furtherPlaces], keys, within);
    if (matches.length > 0) return matches;
    // A city may be found by a name that is not in the response, such as `Saigon` or an airport code.
    const [aliasMatch] = found.filter((place) => liesWithin(place, within) === 'there');
    return aliasMatch && aliasMatch.population >= CITY_POPULATION && !beginsWith(aliasMatch, name)
      ? [aliasMatch]
      : [];
  }

  private async askAll(spellings: Spelling[], count: number, signal: AbortSignal): Promise<FoundPlace[]> {
    const answers = await Promise.all(
      spellings.map(({ name, language }) => this.ask(name, language, count, signal)),
    );
    return answers.flat();
  }

  private async ask(
    name: string,
    language: string,
    count: number,
    signal: AbortSignal,
  ): Promise<FoundPlace[]> {
    this.onQuestion();
    const params = { name, count, language, format: 'json' };
    const { status, data } = await getJson(this.baseUrl, '/search', params, signal);
    if (status !== 200 || data === null || typeof data !== 'object') throw failureOf(status);
    // Without a match, the response has no `results`. Any other value is a failure of the service.
    if ('results' in data && !Array.isArray(data.results)) throw failureOf(status);
    const results = listAt(data, 'results');
    const places = results.flatMap((result) => placeOf(result) ?? []);
    if (places.length === 0 && results.length > 0) throw failureOf(status);
    return places;
  }
}

/** Both lists, or one of them if they are the same. */
const distinctLists = (one: readonly string[], other: readonly string[]): (readonly string[])[] =>
  one.join() === other.join() ? [one] : [one, other];

function failureOf(status: number): LookUpError {
  const isRefused = status >= 400 && status < 500 && status !== 429 && status !== 408;
  return new LookUpError(isRefused ? 'provider_refused' : 'provider_unavailable', `status ${status}`);
}

function placeOf(result: unknown): FoundPlace | undefined {
  const latitude = numberAt(result, 'latitude');
  const longitude = numberAt(result, 'longitude');
  const name = textAt(result, 'name');
  if (latitude === undefined || longitude === undefined || name === undefined) return undefined;
  const place = placeAt({ latitude, longitude });
  const isCountry = textAt(result, 'feature_code')?.startsWith('PCL') ?? false;
  return {
    id: String(numberAt(result, 'id') ?? place),
    name,
    region: textAt(result, 'admin1') ?? '',
    county: textAt(result, 'admin2') ?? '',
    country: textAt(result, 'country') ?? '',
    countryCode: textAt(result, 'country_code') ?? '',
    population: isCountry ? 0 : (numberAt(result, 'population') ?? 0),
    place,
  };
}
