import { stem } from 'porter2';
import { fold } from './fold.js';

/*
 * Searches for words in a text. The journal service finds entries with it, and the web app marks the matches.
 */

/** A word or phrase of a search. A text has to contain every term. */
interface Term {
  /** Folded words. The words of a phrase are adjacent, with only blanks and punctuation between them. */
  words: string[];
  /** Whether to match inside of words: for signs, and scripts without blanks between words. */
  anywhere: boolean;
  /** Whether the last word has to match a whole word, for terms in quotes. */
  exact: boolean;
  /** For a single English word: whether another word is a form of it. */
  isForm?: (word: string) => boolean;
  /** The beginning of every match. */
  root: string;
}

/** The position of a match in a text: its start and its exclusive end. */
export type Mark = readonly [from: number, until: number];

const QUOTES = '"“”„‟«»';
const PARTS = new RegExp(`[${QUOTES}]([^${QUOTES}]*)[${QUOTES}]?|[^\\s${QUOTES}]+`, 'gu');
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const SIGNS = /\p{S}/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The maximum number of characters between two words of a phrase. */
export const GAP_MAX = 3;

/** Shorter words have no useful forms, and longer texts are not words. */
const STEMMED_MIN = 3;
const STEMMED_MAX = 40;
/** The maximum size of the cache of one search, in words. */
const KNOWN_MAX = 5_000;

/**
 * A search for words. A text has to contain all of them, in any order, regardless of case and accents. A word matches
 * the beginning of a word of the text, and an English word also matches its other forms ("walk" in "walked", "tries" in
 * "try", by Porter2). Words in quotes match only as an exact phrase.
 */
export class WordSearch {
  private constructor(private readonly terms: readonly Term[]) {}

  /** Returns undefined if the query has no words, such as blanks or punctuation. */
  static of(query: string): WordSearch | undefined {
    const terms = termsOf(query);
    return terms.length > 0 ? new WordSearch(terms) : undefined;
  }

  /** The number of terms. */
  get size(): number {
    return this.terms.length;
  }

  isIn(text: string): boolean {
    const folded = fold(text);
    return this.terms.every((term) => next(term, folded, 0) !== undefined);
  }

  /** The positions of all matches, in order, without overlaps. */
  marksIn(text: string): Mark[] {
    const { folded, places } = foldWithPlaces(text);
    const marks: Mark[] = [];
    for (const term of this.terms) {
      for (let mark = next(term, folded, 0); mark; mark = next(term, folded, mark[1])) {
        const [from, until] = mark;
        marks.push([places[from] ?? 0, places[until] ?? text.length]);
      }
    }
    return mergeMarks(marks);
  }
}

/** Folds the text, and maps each folded character to its position in the text. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  const places: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const one = fold(character);
    folded += one;
    places.push(...Array.from({ length: one.length }, () => at));
    at += character.length;
  }
  return { folded, places };
}

function termsOf(query: string): Term[] {
  const terms = [...query.matchAll(PARTS)].flatMap(([part, quoted]) => termOf(part, quoted) ?? []);
  // A repeated word is searched once.
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}

function termOf(part: string, quoted: string | undefined): Term | undefined {
  const exact = quoted !== undefined;
  const text = fold(quoted ?? part).trim();
  const words = text.match(WORDS) ?? [];
  const [first] = words;
  if (first === undefined || UNSPACED.test(text)) {
    const anywhere = UNSPACED.test(text) || SIGNS.test(text);
    return anywhere ? { words: [text], anywhere, exact, root: text } : undefined;
  }
  const term: Term = { words: [...words], anywhere: false, exact, root: first };
  const hasForms = !exact && words.length === 1 && first.length >= STEMMED_MIN && /^[a-z]+$/.test(first);
  return hasForms ? { ...term, isForm: formsOf(first), root: rootOf(first) } : term;
}

/** Returns a predicate for other forms of a word. Its results are cached for the duration of the search. */
function formsOf(word: string): (other: string) => boolean {
  const wordStem = stem(word);
  const cache = new Map<string, boolean>();
  return (other) => {
    if (other.length > STEMMED_MAX) return false;
    let isForm = cache.get(other);
    if (isForm === undefined) {
      isForm = stem(other) === wordStem;
      if (cache.size < KNOWN_MAX) cache.set(other, isForm);
    }
    return isForm;
  };
}

/** The common beginning of a word and its forms. The stem may end in another letter: "happi" of "happy". */
function rootOf(word: string): string {
  const wordStem = stem(word);
  let same = 0;
  while (same < wordStem.length - 1 && wordStem[same] === word[same]) same += 1;
  return word.slice(0, Math.max(same, 1));
}

/** The first match of a term at or after a position. */
function next(term: Term, text: string, from: number): Mark | undefined {
  const { root, anywhere } = term;
  for (let at = text.indexOf(root, from); at !== -1; at = text.indexOf(root, at + 1)) {
    if (anywhere) return [at, at + root.length];
    if (isWordAt(text, at - 1)) continue;
    const until = endOf(term, text, at);
    if (until !== undefined) return [at, until];
  }
  return undefined;
}

/** The end of the match that starts at a position; undefined if there is none. */
function endOf({ words, exact, isForm }: Term, text: string, from: number): number | undefined {
  let at = from;
  for (const [index, word] of words.entries()) {
    if (index > 0) {
      const gap = at;
      while (at < text.length && at - gap < GAP_MAX && !isWordAt(text, at)) at += 1;
    }
    const begin = at;
    while (isWordAt(text, at)) at += 1;
    const isWhole = exact || index < words.length - 1;
    const begins = text.startsWith(word, begin) && begin + word.length <= at;
    if (isWhole ? begins && at === begin + word.length : begins) continue;
    if (!isForm?.(text.slice(begin, at))) return undefined;
  }
  return at;
}

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code > 96 && code < 123) || (code > 47 && code < 58);
  // NaN outside of the text.
  return code >= 128 && WORD.test(text.charAt(at));
}

const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Sorts the marks and merges overlapping ones. */
function mergeMarks(marks: Mark[]): Mark[] {
  const result: [number, number][] = [];
  for (const [from, until] of marks.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], until);
    else result.push([from, until]);
  }
  return result;
}
