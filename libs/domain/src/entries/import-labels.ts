import { LIMITS } from '../limits.js';
import { moodOf } from './moods.js';
import { distinctTags } from './tags.js';
import { fold } from '../text/fold.js';
import { lengthOf } from '../text/length.js';
import { isVisible } from '../text/visible.js';

/**
 * Fits the tags and the mood of an imported entry into the limits, so that no entry is refused for its labels. Labels
 * beyond the limits are moved to the end of the text as `#words`, unless the text has them already; `moved` is the number of
 * those that were added. A text near its own limit may not have room for all of them; `leftOut` is the number of missing
 * ones. Values that are not text are not changed.
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
  const text = labels.length > 0 ? comparable(content) : '';
  const missing = labels.filter((label) => !hasWords(text, comparable(label)));
  const lines = missing.map((label) => `#${label}`);
  // A check-in has no words before them.
  const withLabels = () => [content, lines.join(' ')].filter(Boolean).join('\n\n');
  while (lines.length > 0 && lengthOf(withLabels()) > LIMITS.contentMax) lines.pop();
  if (lines.length > 0) entry.content = withLabels();
  return { entry, moved: lines.length, leftOut: missing.length - lines.length };
}

/** The form in which `#Long_Walk` and `long walk` are equal. */
const comparable = (text: string): string =>
  fold(text)
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** Whether a text has these words, and not only as a part of longer ones. Both are in their comparable forms. */
function hasWords(text: string, words: string): boolean {
  if (words === '') return false;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (
      !WORD_BEFORE.test(text.slice(Math.max(0, at - 2), at)) &&
      !WORD_AFTER.test(text.slice(at + words.length, at + words.length + 2))
    )
      return true;
  return false;
}

const WORD_BEFORE = /[\p{L}\p{M}\p{N}]$/u;
const WORD_AFTER = /^[\p{L}\p{M}\p{N}]/u;
