import { LIMITS } from '../limits.js';
import { moodOf } from './moods.js';
import { distinctTags } from './tags.js';
import { lengthOf } from '../text/length.js';
import { isVisible } from '../text/visible.js';

/**
 * Fits the tags and the mood of an imported entry into the limits, so that no entry is refused for its labels. Labels
 * beyond the limits are moved to the end of the text as `#words`; `moved` is their number. A text near its own limit
 * may not have room for all of them; `leftOut` is the number of missing ones. Values that are not text are not changed.
 */
export function labelsInText(original: object): { entry: object; moved: number; leftOut: number } {
  const { content, tags, inputMood } = original as { content?: unknown; tags?: unknown; inputMood?: unknown };
  if (typeof content !== 'string') return { entry: original, moved: 0, leftOut: 0 };
  const labels: string[] = [];
  const entry: Record<string, unknown> = { ...original };
  if (typeof inputMood === 'string' && lengthOf(moodOf(inputMood)) > LIMITS.moodMax) {
    labels.push(moodOf(inputMood));
    entry.inputMood = '';
  }
  if (Array.isArray(tags)) {
    const visibleTags = distinctTags(tags).filter((tag) => typeof tag !== 'string' || isVisible(tag));
    const isKept = (tag: unknown): boolean => typeof tag !== 'string' || lengthOf(tag) <= LIMITS.tagMax;
    const keptTags = visibleTags.filter(isKept);
    entry.tags = keptTags.slice(0, LIMITS.tagsMax);
    const beyond = new Set(keptTags.slice(LIMITS.tagsMax));
    labels.push(...visibleTags.filter((tag) => !isKept(tag) || beyond.has(tag)).map(String));
  }
  const lines = labels.map((label) => `#${label}`);
  // A check-in has no words before them.
  const withLabels = () => [content, lines.join(' ')].filter(Boolean).join('\n\n');
  while (lines.length > 0 && lengthOf(withLabels()) > LIMITS.contentMax) lines.pop();
  if (lines.length > 0) entry.content = withLabels();
  return { entry, moved: lines.length, leftOut: labels.length - lines.length };
}
