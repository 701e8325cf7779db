import type { Language } from '@inner-weather/languages/languages';
import { stem as englishStem } from 'porter2';
import { fold } from './fold.js';

type Stem = (word: string) => string;

/** Snowball's rules, each fetched only where a search needs it. Arabic has no rules here: fold() unites its spellings. */
const RULES: Partial<Record<Language, () => Promise<{ stemmer: Stem }>>> = {
  de: () => import('@orama/stemmers/german'),
  es: () => import('@orama/stemmers/spanish'),
  fr: () => import('@orama/stemmers/french'),
  'pt-BR': () => import('@orama/stemmers/portuguese'),
};

/** What Snowball leaves apart: `Freundin` and `Freundinnen`, `feliz` and `felices`, `emoção` and `emoções`. */
const ADJUSTED: Partial<Record<Language, (stem: Stem) => Stem>> = {
  de: (stem) => (word) => stem(word).replace(/inn$/, 'in'),
  es: (stem) => (word) => stem(word).replace(/z$/, 'c'),
  'pt-BR': (stem) => (word) => stem(word.replace(/[õo]es$/, (ending) => (ending === 'ões' ? 'ão' : 'ao'))),
};

const loadedStems = new Map<Language, Stem>();

/** Fetches the rules of a language. Until they are there, searches in that language know only the forms of English. */
export async function loadWordForms(language: Language): Promise<void> {
  const rules = RULES[language];
  if (!rules || loadedStems.has(language)) return;
  const { stemmer } = await rules();
  loadedStems.set(language, ADJUSTED[language]?.(stemmer) ?? stemmer);
}

/** Whether a search in this language has all rules that it needs. */
export const hasWordForms = (language: Language): boolean => !RULES[language] || loadedStems.has(language);

/** Shorter words have no useful forms, and longer texts are not words. */
export const FORMS_MIN = 3;
const FORMS_MAX = 40;
/** The maximum size of the cache of one search, in words. */
const KNOWN_MAX = 5_000;

/** The forms of a word: in English, and in the language of the search if its rules are loaded. */
export interface WordForms {
  /** The folded beginning of the word and of all its forms. */
  root: string;
  /**
   * Whether another word is a form of it. Results are cached for the duration of the search.
   * @param written returns the word with its accents, which the rules of many languages depend on
   */
  include: (folded: string, written: () => string) => boolean;
}

/**
 * @param folded the word, folded
 * @param written the same word with its case and accents
 */
export function formsOf(folded: string, written: string, language: Language): WordForms {
  const english = cached(sameStem(folded, englishStem));
  const englishRoot = rootOf(folded, englishStem(folded), 1);
  const stem = loadedStems.get(language);
  if (!stem)
    return { root: englishRoot, include: (other) => other.length <= FORMS_MAX && english(other, other) };
  const plain = plainOf(written);
  const ownStems = [fold(stem(plain)), fold(stem(folded))];
  const sameWritten = sameStem(plain, stem);
  const sameFolded = sameStem(folded, stem);
  // People leave accents out, so two words are also compared without any. Rules are applied to like with like.
  const own = cached((other, otherWritten) => sameWritten(otherWritten) || sameFolded(other));
  const roots = [englishRoot, ...ownStems.map((ownStem) => rootOf(folded, ownStem, ENDING_MAX))];
  return {
    root: roots.reduce((shortest, root) => (root.length < shortest.length ? root : shortest)),
    include: (other, otherWritten) =>
      other.length <= FORMS_MAX &&
      (english(other, other) || (other.length >= FORMS_MIN && own(other, plainOf(otherWritten())))),
  };
}

const plainOf = (written: string): string => written.normalize('NFC').toLowerCase();

function sameStem(word: string, stem: Stem): (other: string) => boolean {
  const wordStem = fold(stem(word));
  return (other) => fold(stem(other)) === wordStem;
}

type Comparison = (folded: string, written: string) => boolean;

function cached(isForm: Comparison): Comparison {
  const cache = new Map<string, boolean>();
  return (folded, written) => {
    let result = cache.get(written);
    if (result === undefined) {
      result = isForm(folded, written);
      if (cache.size < KNOWN_MAX) cache.set(written, result);
    }
    return result;
  };
}

/** How many letters at the end of a stem may be others than in the word: `recent` is the stem of `récemment`. */
const ENDING_MAX = 2;

/** The common beginning of a word and its forms. The stem may end in other letters: "happi" of "happy". */
function rootOf(word: string, wordStem: string, endingMax: number): string {
  const certain = wordStem.length - (wordStem.length > 4 ? endingMax : 1);
  let same = 0;
  while (same < certain && wordStem[same] === word[same]) same += 1;
  return word.slice(0, Math.max(same, 1));
}
