import { LIMITS } from '@inner-weather/domain/limits';
import { fingerprint } from './understand/texts/fingerprint';
import type { ImportEntry, PreparedEntry } from './understand/to-entries';
import type { At, Refused } from './understand/understood';

/** The bytes of entries per request: the limit, less room for the JSON around them. */
const BODY_BYTES = LIMITS.bodyBytesMax - 1_024;

/** Photos per request, unless one entry has more: as many are sent again if the page ends before the request. */
const PHOTOS_MAX = 50;

/** An entry with its place in the file, and its photos. */
export interface NumberedEntry extends Pick<PreparedEntry, 'entry' | 'photos' | 'withoutPhotos'> {
  at: At;
}

/** What is sent in one request. */
export type PartOfImport = NumberedEntry[];

/** Splits entries into parts that fit into one request each, and lists the entries that are too long for any. */
export function partsOf(entries: readonly PreparedEntry[]): { parts: PartOfImport[]; refused: Refused[] } {
  const equal = new Map<string, number>();
  const numbered = entries.map(({ source: { at }, ...one }) => ({ at, ...one, entry: withId(one, equal) }));
  const refused: Refused[] = [];
  const parts = packed(numbered, ({ at }) => refused.push({ at, reason: 'too-long' }));
  return { parts, refused };
}

/** The same for entries that have been sent before. @param onTooLong is given the entries that fit into no request */
export function packed(
  entries: readonly NumberedEntry[],
  onTooLong: (entry: NumberedEntry) => void = () => undefined,
): PartOfImport[] {
  const parts: PartOfImport[] = [];
  const encoder = new TextEncoder();
  let room = 0;
  let photos = 0;
  for (const numbered of entries) {
    const bytes = encoder.encode(JSON.stringify(longestOf(numbered))).length + 1;
    if (bytes > BODY_BYTES) {
      onTooLong(numbered);
      continue;
    }
    const last = parts.at(-1);
    photos += photosIn([numbered]);
    if (last && last.length < LIMITS.importBatchMax && bytes <= room && photos <= PHOTOS_MAX)
      last.push(numbered);
    else {
      parts.push([numbered]);
      room = BODY_BYTES;
      photos = photosIn([numbered]);
    }
    room -= bytes;
  }
  return parts;
}

/** As it is when it is sent, with the ids of its photos. */
const longestOf = ({ entry, photos, withoutPhotos }: NumberedEntry): ImportEntry => ({
  ...entry,
  ...(photos && { photos: photos.map(() => '0'.repeat(24)) }),
  ...(withoutPhotos !== undefined && { content: withoutPhotos }),
});

/** An entry that needs no photo to be one. */
export const withoutPhotos = ({ entry, withoutPhotos: content, ...rest }: NumberedEntry): NumberedEntry => ({
  ...rest,
  entry: { ...entry, ...(content !== undefined && { content }) },
});

/** The number of photos of these entries. */
export const photosIn = (entries: readonly Pick<NumberedEntry, 'photos'>[]): number =>
  entries.reduce((sum, { photos = [] }) => sum + photos.length, 0);

/**
 * Two equal rows are two entries, even if they are sent in two parts. So the second one gets an id that never changes, and
 * so does one with photos, whose ids are others in each import.
 */
function withId({ entry, photos }: Omit<PreparedEntry, 'source'>, equal: Map<string, number>): ImportEntry {
  if (entry._id !== undefined) return entry;
  const text = JSON.stringify(entry);
  const count = equal.get(text) ?? 0;
  equal.set(text, count + 1);
  return count === 0 && !photos ? entry : { ...entry, _id: `equal ${count}: ${fingerprint(text)}` };
}
