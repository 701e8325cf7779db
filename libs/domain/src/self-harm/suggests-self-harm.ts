import { fold } from '../text/fold.js';
import { type Phrases, PHRASES } from './phrases.js';

/** The author of the text: a user in an entry, or a model in an insight. */
export type Voice = 'entry' | 'answer';

interface Matcher {
  signs: Record<Voice, RegExp>;
  idioms: RegExp;
  negations: ReadonlySet<string>;
  joints: ReadonlySet<string>;
}

/** The number of words before a sign that are searched for a negation. */
const NEGATION_REACH = 3;

let matchers: Matcher[] | undefined;

/** Made for the first text, since that takes a while, and a page can be written in before it shows one. */
const matchersOf = (): Matcher[] =>
  (matchers ??= Object.values<Phrases>(PHRASES).map(
    ({ signs, answers, idioms, negations, joints, unspaced }) => ({
      signs: { entry: anyOf(signs, unspaced), answer: anyOf([...signs, ...answers], unspaced) },
      idioms: anyOf(idioms, unspaced),
      negations: new Set(negations.map(plain)),
      joints: new Set(joints.map(plain)),
    }),
  ));

/**
 * Whether a text suggests thoughts of self-harm because it contains one of our phrases in any of our languages. The
 * list is not a diagnosis; sentences.ts shows what it misses and what it mistakes for a sign. The web app runs this
 * function on the texts that it shows, so nothing is sent or stored.
 */
export function suggestsSelfHarm(text: string, voice: Voice = 'entry'): boolean {
  return partsOf(text).some((part) => matchersOf().some((matcher) => hasSign(part, voice, matcher)));
}

/** All texts of an entry, each as a separate part. */
export const wordsOf = ({ content, inputMood, tags }: Said): string =>
  [content, inputMood, ...tags].join('\n\n');

interface Said {
  content: string;
  inputMood: string;
  tags: string[];
}

/** Splits a text into parts of sentences. A line break counts as a space; an empty line or punctuation ends a part. */
function partsOf(text: string): string[] {
  return text
    .split(/\n\s*\n|[^\p{L}\p{M}\p{N}\p{Cf}\s'’‘ʼ`´\-‐‑_*]+/u)
    .map(plain)
    .filter((part) => part !== '');
}

function hasSign(part: string, voice: Voice, { signs, idioms, negations, joints }: Matcher): boolean {
  const literal = part.replaceAll(idioms, ' ');
  for (const { index } of literal.matchAll(signs[voice])) {
    const wordsBefore = literal.slice(0, index).split(' ').filter(Boolean).slice(-NEGATION_REACH);
    const near = wordsBefore.slice(wordsBefore.findLastIndex((word) => joints.has(word)) + 1);
    if (!near.some((word) => negations.has(word))) return true;
  }
  return false;
}

/** As most of our phrases are. */
const IS_PLAIN = /^[a-z\d]+(?: [a-z\d]+)*$/;

/** Folded, without apostrophes and invisible characters; hyphens and markdown characters separate words. */
function plain(text: string): string {
  if (IS_PLAIN.test(text)) return text;
  return (
    fold(text)
      .replace(/[\p{M}\p{Cf}'’‘ʼ`´]/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      // A line break or a blank between Chinese characters separates no words.
      .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
      // Arabic joins its "and" to the next word.
      .replace(/(?<=^| )و(?=\p{L}{3})/gu, 'و ')
  );
}

/** Creates one expression that matches the phrases: as whole words, or anywhere in a language without spaces. */
function anyOf(phrases: string[], unspaced = false): RegExp {
  const alternatives = phrases.map((phrase) =>
    phrase.replace(/[^()|?[\]]+/g, (words) => ` ${words} `.replace(/\S.*\S|\S/, plain).slice(1, -1)),
  );
  const any = `(?:${alternatives.join('|')})`;
  return new RegExp(unspaced ? any : `(?<![\\p{L}\\p{N}])${any}(?![\\p{L}\\p{N}])`, 'gu');
}
