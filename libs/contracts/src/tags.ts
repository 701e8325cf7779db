import { oneLine } from './one-line.js';

/** What the spellings of one tag have in common: 'Family' and 'family' are one. */
export const tagKeyOf = (tag: string): string => tag.toLowerCase();

/** A tag in the form in which it is stored and shown: one line, NFC, single blanks, none at the ends. */
export const normaliseTag = (tag: string): string =>
  oneLine(tag).normalize('NFC').trim().replace(/\s+/g, ' ');

/** The stored forms, each tag in its first spelling. What is no text is left for the validation to refuse. */
export function distinctTags(tags: unknown[]): unknown[] {
  const seen = new Set<string>();
  return tags
    .map((tag) => (typeof tag === 'string' ? normaliseTag(tag) : tag))
    .filter((tag) => {
      if (typeof tag !== 'string') return true;
      const key = tagKeyOf(tag);
      return !seen.has(key) && seen.add(key);
    });
}
