import type { FoundPlace } from './place-finder.js';
import { nameKey } from './place-names.js';
import { countriesNamed, isTerritoryOf, regionKey, subdivisionsNamed } from './regions.js';

/** Whether a place lies where the text says: in a country, a territory of it, or in one of its regions. */
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
  const isOneOf = ({ country: of, name }: { country: string; name: string }): boolean =>
    of === countryCode && areas.includes(regionKey(name));
  if (subdivisionsNamed(part).some(isOneOf)) return 'there';
  return isTerritoryOf(countryCode, countries) ? 'in a territory' : 'elsewhere';
}

/** Whether it lies there, or may do so when the user finishes typing. */
export function mayLieWithin(place: FoundPlace, within: readonly string[]): boolean {
  const areas = [place.region, place.county, place.country].map(regionKey);
  return within.every(
    (part) =>
      liesWithin(place, [part]) !== 'elsewhere' || areas.some((area) => area.startsWith(regionKey(part))),
  );
}

/** Whether a name of the place begins like this, though it may end otherwise. */
export const beginsWith = (place: FoundPlace, name: string): boolean =>
  nameKey(place.name).startsWith(nameKey(name));

/** Each place once, however many languages it was found in; the first of them counts. */
export const distinct = (places: readonly FoundPlace[]): FoundPlace[] =>
  [...new Map(places.toReversed().map((place) => [place.id, place])).values()].toReversed();

/**
 * The places that have one of these names and lie there, those with the most people first. A place that was found in
 * several languages has its name in one and may have its region in another.
 * @param keys as nameKey
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
