import { LIMITS } from '@inner-weather/domain/limits';
import { textBytes } from '@inner-weather/platform/encryption/field-encryption';
import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { COUNTED_FIELDS, type CountedField } from './entry.schema.js';

/** Bytes that every entry counts besides its text: for its times, its index keys and its weather. */
const ENTRY_BYTES = 500;
/** The share of ENTRY_BYTES for the weather's text, enough for any provider's. Longer text from a client counts in addition. */
const WEATHER_BYTES = 100;

/** The most bytes that the database sends in one batch (https://www.mongodb.com/docs/manual/reference/limits/). */
const REPLY_BYTES_MAX = 16 * 1024 * 1024;
/** Bytes of the longest entry; a character takes up to four bytes. */
const ENTRY_BYTES_MAX = 4 * LIMITS.contentMax + 2_000;

/** The fields that an entry's size depends on: its text, encrypted or not, and its weather. */
export type Sized = Partial<Record<CountedField, string | StoredBytes>> & { weather?: { text?: string } };

/** The stored fields that `bytesOf` reads, as a projection. */
export const SIZED_PROJECTION: Record<string, 1> = {
  ...Object.fromEntries(COUNTED_FIELDS.map((field) => [field, 1])),
  'weather.text': 1,
};

/**
 * How many bytes an entry counts towards its writer's quota. The result is the same before and after encryption, and
 * before and after a provider's answer, so that exactly the reserved bytes are released again.
 */
export function bytesOf(entry: Sized): number {
  const weather = textBytes(entry.weather?.text ?? '') - WEATHER_BYTES;
  return COUNTED_FIELDS.reduce(
    (bytes, field) => bytes + textBytes(entry[field] ?? ''),
    ENTRY_BYTES + Math.max(0, weather),
  );
}

/** The most bytes that a batch of this many entries takes. */
export function batchBytes(batch: number): number {
  return Math.min(batch * ENTRY_BYTES_MAX, REPLY_BYTES_MAX);
}
