import { LIMITS } from '@inner-weather/domain/limits';
import type { PlaceDto } from '@inner-weather/contracts/weather/places.dto';
import type { FoundPlace } from './place-finder.js';

/**
 * Each place with a text that finds it again: its name and its country, or more of where it lies where an earlier place
 * has that text. A place that no such text tells apart is left out, and so is one whose text is too long for a city.
 */
export function namedPlaces(found: readonly FoundPlace[]): PlaceDto[] {
  const placesByName = new Map<string, PlaceDto>();
  for (const { name, county, region, country, place } of found) {
    if (name === '') continue;
    const ways: [string[], string][] = [
      [[name, country], region],
      [[name, region], country],
      [[name, region, country], ''],
      [[name, county, region], country],
    ];
    const texts = ways.map(([parts, detail]) => ({
      location: joinParts(parts),
      detail: otherThan(name, detail),
      place,
    }));
    const text = texts.find(
      ({ location }) => !placesByName.has(location) && [...location].length <= LIMITS.locationMax,
    );
    if (text) placesByName.set(text.location, text);
  }
  return [...placesByName.values()].slice(0, LIMITS.placesMax);
}

const joinParts = (parts: string[]): string => [...new Set(parts)].filter((part) => part !== '').join(', ');

/** Omits a detail that repeats the name, such as the region Oslo of Oslo. */
const otherThan = (name: string, detail: string): string | null =>
  detail === '' || detail === name ? null : detail.slice(0, LIMITS.locationMax);
