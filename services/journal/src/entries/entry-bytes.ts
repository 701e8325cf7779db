import { textBytes } from '@inner-weather/platform/encryption/field-encryption';
import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { COUNTED_FIELDS, type CountedField } from './entry.schema.js';

/** Bytes that every entry counts besides its words: for its times, its place in indexes, and its weather. */
const ENTRY_BYTES = 500;
/** Of those, for the text of the weather: a provider's fits. A longer one, which only a client sends, counts as well. */
const WEATHER_BYTES = 100;

/** The part of an entry that its size depends on: its words, encrypted or not, and its weather. */
export type Sized = Partial<Record<CountedField, string | StoredBytes>> & { weather?: { text?: string } };

/** The stored fields that `bytesOf` reads, as a projection. */
export const SIZED_PROJECTION: Record<string, 1> = {
  ...Object.fromEntries(COUNTED_FIELDS.map((field) => [field, 1])),
  'weather.text': 1,
};

/**
 * How many bytes an entry takes of what its writer may store. The same before and after it is encrypted, and before and
 * after a provider has answered, so that what is given back is what was taken.
 */
export function bytesOf(entry: Sized): number {
  const weather = textBytes(entry.weather?.text ?? '') - WEATHER_BYTES;
  return COUNTED_FIELDS.reduce(
    (bytes, field) => bytes + textBytes(entry[field] ?? ''),
    ENTRY_BYTES + Math.max(0, weather),
  );
}
