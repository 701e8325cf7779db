import { oneLine } from '../text/one-line.js';

/** The key that all spellings of a tag share: 'Family' and 'family' are the same tag. */
export const tagKeyOf = (tag: string): string => tag.toLowerCase();

/** The stored form of a tag: one line, NFC, single blanks, trimmed. */
export const normaliseTag = (tag: string): string =>
  oneLine(tag).normalize('NFC').trim().replace(/\s+/g, ' ');

/** The stored forms, each tag in its first spelling. Values that are not text are left for validation to refuse. */
export function distinctTags(tags: unknown[]): unknown[] {
  const keys = new Set<string>();
  return tags
    .map((tag) => (typeof tag === 'string' ? normaliseTag(tag) : tag))
    .filter((tag) => {
      if (typeof tag !== 'string') return true;
      const key = tagKeyOf(tag);
      return !keys.has(key) && keys.add(key);
    });
}
