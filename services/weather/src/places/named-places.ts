import { LIMITS } from '@inner-weather/contracts/limits';
import type { PlaceDto } from '@inner-weather/contracts/places.dto';
import type { FoundPlace } from './place-finder.js';

/**
 * Each place with a text that finds it again: its name and its country, or its region where an earlier place has that
 * text. Both providers take one of them after a comma. A place that no such text tells apart is left out, and so is one
 * whose text is too long for a city.
 */
export function namedPlaces(found: readonly FoundPlace[]): PlaceDto[] {
  const named = new Map<string, PlaceDto>();
  for (const { name, region, country } of found) {
    if (name === '') continue;
    const ways: PlaceDto[] = [
      { location: joined(name, country), detail: otherThan(name, region) },
      { location: joined(name, region), detail: otherThan(name, country) },
    ];
    const place = ways.find(
      ({ location }) => !named.has(location) && [...location].length <= LIMITS.locationMax,
    );
    if (place) named.set(place.location, place);
  }
  return [...named.values()].slice(0, LIMITS.placesMax);
}

const joined = (name: string, within: string): string => (within === '' ? name : `${name}, ${within}`);

/** Oslo lies in the region Oslo, which tells nobody anything. */
const otherThan = (name: string, detail: string): string | null =>
  detail === '' || detail === name ? null : detail.slice(0, LIMITS.locationMax);
