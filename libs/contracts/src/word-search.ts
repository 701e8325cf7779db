import { stem } from 'porter2';
import { fold } from './fold.js';

/*
 * How words are found in a text. The journal service finds entries by it, and the page marks what was found.
 */

/** What is looked for; a text has to have each of them. */
interface Term {
  /** Folded. More than one follow each other, with nothing but blanks and punctuation between them. */
  words: string[];
  /** Also within a word: signs, and scripts that put no blanks between words. */
  anywhere: boolean;
  /** The last word has to be the whole one: what stands in quotes. */
  exact: boolean;
  /** Of a single English word: whether another word is a form of it. */
  isForm?: (word: string) => boolean;
  /** What every match begins with. */
  root: string;
}

/** Where something was found in a text: from the first to behind the last character. */
export type Mark = readonly [from: number, until: number];

const QUOTES = '"“”„‟«»';
const PARTS = new RegExp(`[${QUOTES}]([^${QUOTES}]*)[${QUOTES}]?|[^\\s${QUOTES}]+`, 'gu');
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const SIGNS = /\p{S}/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Characters between two words of a phrase, at most. */
export const GAP_MAX = 3;

/** Shorter words have no forms worth looking for, and longer ones are no words. */
const STEMMED_MIN = 3;
const STEMMED_MAX = 40;
/** Words of one search that are remembered. */
const KNOWN_MAX = 5_000;

/**
 * A search for words. All of them must be in a text, in any order, whatever their case and accents. A word is found where
 * a word of the text begins with it, and English words in their other forms ("walk" in "walked", "tries" in "try", by
 * Porter2). Words in quotes must be there as they are, one after the other.
 */
export class WordSearch {
  private constructor(private readonly terms: readonly Term[]) {}

  /** Undefined where nothing is left to look for, such as in blanks or punctuation. */
  static of(query: string): WordSearch | undefined {
    const terms = termsOf(query);
    return terms.length > 0 ? new WordSearch(terms) : undefined;
  }

  /** How many things are looked for. */
  get size(): number {
    return this.terms.length;
  }

  isIn(text: string): boolean {
    const folded = fold(text);
    return this.terms.every((term) => next(term, folded, 0) !== undefined);
  }

  /** Every place where one of the words was found, in order, none within another. */
  marksIn(text: string): Mark[] {
    const { folded, places } = foldWithPlaces(text);
    const marks: Mark[] = [];
    for (const term of this.terms) {
      for (let mark = next(term, folded, 0); mark; mark = next(term, folded, mark[1])) {
        const [from, until] = mark;
        marks.push([places[from] ?? 0, places[until] ?? text.length]);
      }
    }
    return joined(marks);
  }
}

/** The folded text, and for each of its characters the place in the text that it comes from. */
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
  // The same word twice is looked for once.
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

/** Whether a word is another form of this one. Words that were met before are known, for as long as the search lasts. */
function formsOf(word: string): (other: string) => boolean {
  const stemmed = stem(word);
  const known = new Map<string, boolean>();
  return (other) => {
    if (other.length > STEMMED_MAX) return false;
    let isForm = known.get(other);
    if (isForm === undefined) {
      isForm = stem(other) === stemmed;
      if (known.size < KNOWN_MAX) known.set(other, isForm);
    }
    return isForm;
  };
}

/** What a word and its forms begin with. The last letter of a stem may differ from the word's: "happi" of "happy". */
function rootOf(word: string): string {
  const stemmed = stem(word);
  let same = 0;
  while (same < stemmed.length - 1 && stemmed[same] === word[same]) same += 1;
  return word.slice(0, Math.max(same, 1));
}

/** The first match of a term from a place on. */
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

/** Where the match that begins at a place ends; undefined if there is none. */
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
  // Beside the text, there is no code.
  return code >= 128 && WORD.test(text.charAt(at));
}

const WORD = /[\p{L}\p{N}\p{M}]/u;

/** In order; those that overlap become one. */
function joined(marks: Mark[]): Mark[] {
  const result: [number, number][] = [];
  for (const [from, until] of marks.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], until);
    else result.push([from, until]);
  }
  return result;
}
