import { LIMITS } from '@inner-weather/domain/limits';
import { beginningOf, lengthOf } from '@inner-weather/domain/text/length';
import type { PlaceDto } from '@inner-weather/contracts/weather/places.dto';
import type { FoundPlace } from './place-finder.js';

/**
 * Gives each place a text that identifies it: its name and country, or a more detailed text if an earlier place has the
 * same one. A place is omitted if every such text is already used or too long for a city.
 */
export function namedPlaces(found: readonly FoundPlace[]): PlaceDto[] {
  const placesByName = new Map<string, PlaceDto>();
  for (const { name, county, region, country, place } of found) {
    if (name === '') continue;
    const alternatives: [string[], string][] = [
      [[name, country], region],
      [[name, region], country],
      [[name, region, country], ''],
      [[name, county, region], country],
    ];
    const texts = alternatives.map(([parts, detail]) => ({
      location: joinParts(parts),
      detail: omitRepetition(name, detail),
      place,
    }));
    const text = texts.find(
      ({ location }) => !placesByName.has(location) && lengthOf(location) <= LIMITS.locationMax,
    );
    if (text) placesByName.set(text.location, text);
  }
  return [...placesByName.values()].slice(0, LIMITS.placesMax);
}

const joinParts = (parts: string[]): string => [...new Set(parts)].filter((part) => part !== '').join(', ');

/** Omits a detail that repeats the name, such as the region Oslo of Oslo. */
const omitRepetition = (name: string, detail: string): string | null =>
  detail === '' || detail === name ? null : beginningOf(detail, LIMITS.locationMax);
