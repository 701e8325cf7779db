import { PHRASES } from './phrases';

/** Who speaks: somebody in a journal, or an insight to its reader. */
export type Voice = 'entry' | 'answer';

interface Matcher {
  signs: Record<Voice, RegExp>;
  idioms: RegExp;
  negations: ReadonlySet<string>;
  joints: ReadonlySet<string>;
}

/** Words before a sign in which a negation takes it back. */
const NEGATION_REACH = 3;

const MATCHERS = Object.values(PHRASES).map(({ signs, answers, idioms, negations, joints }): Matcher => ({
  signs: { entry: anyOf(signs), answer: anyOf([...signs, ...answers]) },
  idioms: anyOf(idioms),
  negations: new Set(negations.map(plain)),
  joints: new Set(joints.map(plain)),
}));

/**
 * Whether words suggest that who wrote them thinks of harming themselves: one of our phrases, in any of our languages.
 * It is a list and no judgement: what it misses and what it takes for a sign by mistake stands in its spec. Pure; the
 * page runs it over what it shows, so that nothing is sent or stored for it.
 */
export function suggestsSelfHarm(text: string, voice: Voice = 'entry'): boolean {
  return partsOf(text).some((part) => MATCHERS.some((matcher) => hasSign(part, voice, matcher)));
}

/** Parts of sentences, in plain words. A line's end is a space, an empty line and any punctuation an end. */
function partsOf(text: string): string[] {
  return text
    .split(/\n\s*\n|[^\p{L}\p{M}\p{N}\p{Cf}\s'’‘ʼ`´\-‐‑_*]+/u)
    .map(plain)
    .filter((part) => part !== '');
}

function hasSign(part: string, voice: Voice, { signs, idioms, negations, joints }: Matcher): boolean {
  const meant = part.replaceAll(idioms, ' ');
  for (const { index } of meant.matchAll(signs[voice])) {
    const before = meant.slice(0, index).split(' ').filter(Boolean).slice(-NEGATION_REACH);
    const near = before.slice(before.findLastIndex((word) => joints.has(word)) + 1);
    if (!near.some((word) => negations.has(word))) return true;
  }
  return false;
}

/** Lower case without accents, apostrophes and invisible characters; hyphens and markdown's signs part words. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}'’‘ʼ`´]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** One expression for whole words out of phrases, which are written as people write them. */
function anyOf(phrases: string[]): RegExp {
  const alternatives = phrases.map((phrase) =>
    phrase.replace(/[^()|?[\]]+/g, (words) => ` ${words} `.replace(/\S.*\S|\S/, plain).slice(1, -1)),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}
