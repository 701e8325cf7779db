import { LIMITS } from '@inner-weather/domain/limits';
import { isVisible } from '@inner-weather/domain/text/visible';
import type { Words } from '../to-entries';

/** Characters that the note about a part needs, such as "(10 of 12)" in any language, with its line breaks. */
const PART_ROOM = 50;

/** Splits a text that is longer than an entry may be, between paragraphs, lines or words where there are some. */
export function partsOf(text: string, words: Pick<Words, 'part'>): string[] {
  if (text.length <= LIMITS.contentMax) return [text];
  const characters = [...text];
  if (characters.length <= LIMITS.contentMax) return [text];
  const max = LIMITS.contentMax - PART_ROOM;
  const parts: string[] = [];
  for (let from = 0; from < characters.length;) {
    const window = characters.slice(from, from + max);
    const isLast = from + max >= characters.length;
    const length = isLast ? window.length : breakBefore(window);
    parts.push(window.slice(0, length).join('').trim());
    from += length;
  }
  const visible = parts.filter(isVisible);
  return visible.map((part, index) => `${part}\n\n${words.part(index + 1, visible.length)}`);
}

/** The length of the longest part that ends at a break; at least half of what fits. */
function breakBefore(characters: string[]): number {
  const isBreak = [
    (n: number) => characters[n - 1] === '\n' && characters[n - 2] === '\n',
    (n: number) => characters[n - 1] === '\n',
    (n: number) => characters[n - 1] === ' ',
  ];
  for (const found of isBreak) {
    for (let length = characters.length; length > characters.length / 2; length -= 1)
      if (found(length)) return length;
  }
  return characters.length;
}
