import { LIMITS } from '../limits.js';
import { tagKeyOf } from './tags.js';

/** A tag, and the number of entries that have it. */
export interface UsedTag {
  tag: string;
  entries: number;
}

/** Sorts the most used tags first, equals in alphabetical order. */
export const byUse = (one: UsedTag, other: UsedTag): number =>
  other.entries - one.entries || one.tag.localeCompare(other.tag);

/**
 * Counts the tags of entries, as the list of the server does.
 * @param entries newest first, since the newest spelling of a tag counts
 */
export function usedTags(entries: Iterable<{ tags: readonly string[] }>): UsedTag[] {
  const byKey = new Map<string, UsedTag>();
  for (const { tags } of entries) {
    for (const tag of tags) {
      const used = byKey.get(tagKeyOf(tag));
      if (used) used.entries += 1;
      else byKey.set(tagKeyOf(tag), { tag, entries: 1 });
    }
  }
  return [...byKey.values()].sort(byUse).slice(0, LIMITS.tagsListMax);
}
