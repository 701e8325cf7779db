import type { Language } from '@inner-weather/languages/languages';
import { fold } from './fold.js';
import { FORMS_MIN, formsOf, type WordForms } from './word-forms.js';

/*
 * Searches for words in a text. The journal service finds entries with it, and the web app marks the matches.
 */

/** A word or phrase of a search. A text has to contain every term. */
interface Term {
  /** Folded words. The words of a phrase are adjacent, with only blanks and punctuation between them. */
  words: string[];
  /**
   * Whether to match inside of words: for signs, and scripts without blanks between words. Between the words of such a
   * term a text may have none or some blanks and punctuation: "iPhone手机" is in "iPhone 手机".
   */
  anywhere: boolean;
  /** Whether the last word has to match a whole word, for terms in quotes. */
  exact: boolean;
  /** For a single word in Latin letters. */
  forms?: WordForms;
  /** The beginning of every match. */
  root: string;
}

/** The position of a match in a text: its start and its exclusive end. */
export type Mark = readonly [from: number, until: number];

const QUOTES = '"“”„‟«»「」『』';
const PARTS = new RegExp(`[${QUOTES}]([^${QUOTES}]*)[${QUOTES}]?|[^\\s${QUOTES}]+`, 'gu');
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const SIGNS = /\p{S}/u;
const UNSPACED_LETTER =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const UNSPACED = new RegExp(UNSPACED_LETTER, 'u');
/** A run of letters of a script without blanks, or a word of another one. */
const RUNS = new RegExp(
  `(?:${UNSPACED_LETTER}\\p{M}*)+|(?:(?!${UNSPACED_LETTER})[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
);

/** The maximum number of characters between two words of a phrase. */
export const GAP_MAX = 3;

/** The Arabic article, which is written together with its word, as are `and`, `in` and `like` before it. */
const ARTICLE = /(?:^|[^\p{L}\p{N}\p{M}])[وف]?(?:[بك]?ال|لل)$/u;
const ARTICLE_MAX = 4;
/** A searched word without its article, if enough remains to be a word. */
const WITHOUT_ARTICLE = /^ال([\u0621-\u064a]{3,})$/;

/**
 * A search for words. A text has to contain all of them, in any order, regardless of case and accents. A word matches
 * the beginning of a word of the text, with or without an Arabic article. It also matches its other forms in English and
 * in the language of the search ("walk" in "walked", "ging" in "gingen"; see word-forms.ts). Words in quotes match only as
 * an exact phrase. In scripts without blanks between words a term matches anywhere: "天气" in "今天天气很好".
 */
export class WordSearch {
  private constructor(private readonly terms: readonly Term[]) {}

  /**
   * Returns undefined if the query has no words, such as blanks or punctuation.
   * @param language whose forms of words are found too, after `loadWordForms`
   */
  static of(query: string, language: Language = 'en'): WordSearch | undefined {
    const terms = termsOf(query, language);
    return terms.length > 0 ? new WordSearch(terms) : undefined;
  }

  /** The number of terms. */
  get size(): number {
    return this.terms.length;
  }

  isIn(text: string): boolean {
    const searched = new SearchedText(text);
    return this.terms.every((term) => next(term, searched, 0) !== undefined);
  }

  /** The positions of all matches, in order, without overlaps. */
  marksIn(text: string): Mark[] {
    const searched = new SearchedText(text);
    const marks: Mark[] = [];
    for (const term of this.terms) {
      for (let mark = next(term, searched, 0); mark; mark = next(term, searched, mark[1])) {
        const [from, until] = mark;
        marks.push([searched.placeOf(from), searched.placeOf(until)]);
      }
    }
    return mergeMarks(marks);
  }
}

class SearchedText {
  readonly folded: string;
  /** The position in the text of each folded character. It takes time, and most searches need none. */
  private places?: number[];

  constructor(private readonly text: string) {
    this.folded = fold(text);
  }

  /** The position in the text of a position in the folded text. */
  placeOf(at: number): number {
    this.places ??= placesOf(this.text);
    return this.places[at] ?? this.text.length;
  }

  /** A part of the folded text as it was written. */
  written(from: number, until: number): string {
    // Most texts have the same length when folded, and need no positions.
    const candidate = this.text.slice(from, until);
    if (fold(candidate) === this.folded.slice(from, until)) return candidate;
    return this.text.slice(this.placeOf(from), this.placeOf(until));
  }
}

function placesOf(text: string): number[] {
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const { length } = character > '\x7f' ? fold(character) : character;
    for (let n = 0; n < length; n++) places.push(at);
    at += character.length;
  }
  return places;
}

function termsOf(query: string, language: Language): Term[] {
  const terms = [...query.matchAll(PARTS)].flatMap(([part, quoted]) => termOf(part, quoted, language) ?? []);
  // A repeated word is searched once.
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}

function termOf(part: string, quoted: string | undefined, language: Language): Term | undefined {
  const exact = quoted !== undefined;
  const text = fold(quoted ?? part).trim();
  const words = text.match(WORDS) ?? [];
  const [first] = words;
  if (UNSPACED.test(text) && !SIGNS.test(text)) {
    const [root = text, ...others] = text.match(RUNS) ?? [];
    return { words: [root, ...others], anywhere: true, exact, root };
  }
  if (first === undefined || (SIGNS.test(text) && UNSPACED.test(text)))
    return SIGNS.test(text) ? { words: [text], anywhere: true, exact, root: text } : undefined;
  if (exact || words.length > 1) return { words: [...words], anywhere: false, exact, root: first };
  const word = first.replace(WITHOUT_ARTICLE, '$1');
  const term: Term = { words: [word], anywhere: false, exact, root: word };
  if (word.length < FORMS_MIN || !/^[a-z]+$/.test(word)) return term;
  const forms = formsOf(word, part.match(WORDS)?.[0] ?? word, language);
  return { ...term, forms, root: forms.root };
}

/** The first match of a term at or after a position of the folded text. */
function next(term: Term, text: SearchedText, from: number): Mark | undefined {
  const { root, anywhere } = term;
  const { folded } = text;
  for (let at = folded.indexOf(root, from); at !== -1; at = folded.indexOf(root, at + 1)) {
    if (anywhere) {
      const until = endOfRuns(term.words, folded, at);
      if (until !== undefined) return [at, until];
      continue;
    }
    if (isWordAt(folded, at - 1) && !(root.length >= FORMS_MIN && followsArticle(folded, at))) continue;
    const until = endOf(term, text, at);
    if (until !== undefined) return [at, until];
  }
  return undefined;
}

/** The end of a match of a term that may be anywhere. */
function endOfRuns(
  [first = '', ...others]: readonly string[],
  text: string,
  from: number,
): number | undefined {
  let at = from + first.length;
  for (const run of others) {
    const gap = at;
    while (at < text.length && at - gap < GAP_MAX && !isWordAt(text, at)) at += 1;
    if (!text.startsWith(run, at)) return undefined;
    at += run.length;
  }
  return at;
}

function followsArticle(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x621 || code > 0x64a) return false;
  return ARTICLE.test(text.slice(Math.max(0, at - ARTICLE_MAX - 1), at));
}

/** The end of the match that starts at a position; undefined if there is none. */
function endOf({ words, exact, forms }: Term, searched: SearchedText, from: number): number | undefined {
  const text = searched.folded;
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
    const end = at;
    if (!forms?.include(text.slice(begin, end), () => searched.written(begin, end))) return undefined;
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
