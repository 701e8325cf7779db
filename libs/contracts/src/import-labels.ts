import { LIMITS } from './limits.js';
import { moodOf } from './moods.js';
import { distinctTags } from './tags.js';
import { isVisible } from './visible.js';

const lengthOf = (text: string): number => [...text].length;

/**
 * An entry of a file with the tags and the mood that an entry can have. Those beyond the limits stand at the end of its
 * text, as `#words`, so that no entry is refused for its labels: `moved` of them. A text near its own limit may not have
 * room for all: `leftOut` are missing. What is not text is left as it is.
 */
export function labelsInText(given: object): { entry: object; moved: number; leftOut: number } {
  const { content, tags, inputMood } = given as { content?: unknown; tags?: unknown; inputMood?: unknown };
  if (typeof content !== 'string') return { entry: given, moved: 0, leftOut: 0 };
  const labels: string[] = [];
  const entry: Record<string, unknown> = { ...given };
  if (typeof inputMood === 'string' && lengthOf(moodOf(inputMood)) > LIMITS.moodMax) {
    labels.push(moodOf(inputMood));
    entry.inputMood = '';
  }
  if (Array.isArray(tags)) {
    const seen = distinctTags(tags).filter((tag) => typeof tag !== 'string' || isVisible(tag));
    const isKept = (tag: unknown): boolean => typeof tag !== 'string' || lengthOf(tag) <= LIMITS.tagMax;
    const kept = seen.filter(isKept);
    entry.tags = kept.slice(0, LIMITS.tagsMax);
    const beyond = new Set(kept.slice(LIMITS.tagsMax));
    labels.push(...seen.filter((tag) => !isKept(tag) || beyond.has(tag)).map(String));
  }
  const lines = labels.map((label) => `#${label}`);
  const withLabels = () => `${content}\n\n${lines.join(' ')}`;
  while (lines.length > 0 && lengthOf(withLabels()) > LIMITS.contentMax) lines.pop();
  if (lines.length > 0) entry.content = withLabels();
  return { entry, moved: lines.length, leftOut: labels.length - lines.length };
}
