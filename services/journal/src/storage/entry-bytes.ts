import { textBytes } from '@inner-weather/platform/encryption/field-encryption';
import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { COUNTED_FIELDS, type CountedField } from '../entries/entry.schema.js';

/** Bytes that every entry counts besides its words: for its times, its weather, and its place in indexes. */
const ENTRY_BYTES = 500;

/** The part of an entry that its size depends on: its words, encrypted or not. */
export type Sized = Partial<Record<CountedField, string | StoredBytes>>;

/** The stored fields that `bytesOf` reads, as a projection. */
export const SIZED_PROJECTION: Record<string, 1> = Object.fromEntries(
  COUNTED_FIELDS.map((field) => [field, 1]),
);

/**
 * How many bytes an entry takes of what its writer may store. The same before and after it is encrypted, and
 * independent of its weather, so that what is given back is what was taken.
 */
export function bytesOf(entry: Sized): number {
  return COUNTED_FIELDS.reduce((bytes, field) => bytes + textBytes(entry[field] ?? ''), ENTRY_BYTES);
}
