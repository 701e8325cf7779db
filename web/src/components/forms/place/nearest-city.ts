import cities from 'virtual:cities';
import { type Coordinates, coordinatesOf, kilometresBetween } from '@inner-weather/domain/weather/place';
import type { QueryClient } from '@tanstack/react-query';
import { meaningOf, type Place } from './places';

/*
 * The city at a position, from an extract of GeoNames that comes with the page. The position stays on this device: only the
 * name of a city is looked up, as if it had been typed. Loaded when it is asked for, since it has some 200 kB.
 */

/** Kilometres beyond which a city says too little about the weather. */
const KM_MAX = 50;
/** Cities that are tried, since the weather provider may not know the first one by this name. */
const TRIED_MAX = 3;

interface City extends Coordinates {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

let all: City[] | undefined;

/** What a form keeps of a place; without `place`, it is looked up when the entry is saved. */
type Found = Pick<Place, 'location'> & Partial<Place>;

/** The city at a position, in the words of the weather provider; null if there is none within 50 km that it knows. */
export async function nearestCity(client: QueryClient, where: Coordinates): Promise<Found | null> {
  const near = citiesNear(where);
  for (const city of near) {
    for (const name of [city.name, inCountry(city)]) {
      const places = await client.fetchQuery(meaningOf(name)).catch(() => null);
      // No look-ups for now: a name with its country is understood later.
      if (!places) return { location: inCountry(city) };
      const found = places.find(({ place }) => kilometresBetween(coordinatesOf(place), city) <= KM_MAX);
      if (found) return found;
    }
  }
  return null;
}

/** The cities within 50 km, the nearest first. */
function citiesNear(where: Coordinates): City[] {
  all ??= read(cities);
  return all
    .map((city) => ({ city, kilometres: kilometresBetween(where, city) }))
    .filter(({ kilometres }) => kilometres <= KM_MAX)
    .sort((one, other) => one.kilometres - other.kilometres)
    .slice(0, TRIED_MAX)
    .map(({ city }) => city);
}

/** In English, as the weather providers name countries in every language. */
const inCountry = ({ name, country }: City): string =>
  `${name}, ${new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country}`;

function read(text: string): City[] {
  let country = '';
  let latitude = 0;
  return text.split('\n').flatMap((line) => {
    const [name = '', step, longitude] = line.split('\t');
    if (step === undefined) {
      country = name;
      return [];
    }
    latitude += Number(step);
    return { name, country, latitude: latitude / 100, longitude: Number(longitude) / 100 };
  });
}
