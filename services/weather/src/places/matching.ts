import type { FoundPlace } from './place-finder.js';
import { nameKey } from './place-names.js';
import { countriesNamed, isTerritoryOf, regionKey, subdivisionsNamed } from './regions.js';

/** Whether a place lies in the country or region that the user wrote, or in a territory of the country. */
export type Lies = 'there' | 'in a territory' | 'elsewhere';

export function liesWithin(place: FoundPlace, within: readonly string[]): Lies {
  const relations = within.map((part) => liesIn(place, part));
  if (relations.includes('elsewhere')) return 'elsewhere';
  return relations.includes('in a territory') ? 'in a territory' : 'there';
}

function liesIn({ region, county, country, countryCode }: FoundPlace, part: string): Lies {
  const key = regionKey(part);
  // WeatherAPI.com's regions may be lists: "City of London, Greater London".
  const areas = [country, ...region.split(','), region, county].map(regionKey);
  if (areas.includes(key)) return 'there';
  const countries = countriesNamed(part);
  if (countries.has(countryCode)) return 'there';
  const isAreaOf = (subdivision: { country: string; name: string }): boolean =>
    subdivision.country === countryCode && areas.includes(regionKey(subdivision.name));
  if (subdivisionsNamed(part).some(isAreaOf)) return 'there';
  return isTerritoryOf(countryCode, countries) ? 'in a territory' : 'elsewhere';
}

/** Whether a place lies within these areas, of which the user may have typed only the beginning. */
export function mayLieWithin(place: FoundPlace, within: readonly string[]): boolean {
  const areas = [place.region, place.county, place.country].map(regionKey);
  return within.every(
    (part) =>
      liesWithin(place, [part]) !== 'elsewhere' || areas.some((area) => area.startsWith(regionKey(part))),
  );
}

/** Whether the name of a place begins with this text. */
export const beginsWith = (place: FoundPlace, name: string): boolean =>
  nameKey(place.name).startsWith(nameKey(name));

/** Removes duplicates, since a place may be found in several languages. The first one is kept. */
export const distinct = (places: readonly FoundPlace[]): FoundPlace[] =>
  [...new Map(places.toReversed().map((place) => [place.id, place])).values()].toReversed();

/**
 * Returns the places that have one of these names and lie within these areas, the largest population first. A place that
 * was found in several languages may match by its name in one and by its region in another.
 * @param keys names in the form of `nameKey`
 */
export function namedWithin(
  found: readonly FoundPlace[],
  keys: ReadonlySet<string>,
  within: readonly string[],
): FoundPlace[] {
  const rank = new Map<string, Lies>();
  for (const place of found) {
    const lies = liesWithin(place, within);
    if (lies === 'there' || (lies === 'in a territory' && !rank.has(place.id))) rank.set(place.id, lies);
  }
  return distinct(found.filter(({ id, name }) => rank.has(id) && keys.has(nameKey(name)))).sort(
    (a, b) =>
      Number(rank.get(a.id) === 'in a territory') - Number(rank.get(b.id) === 'in a territory') ||
      b.population - a.population,
  );
}
