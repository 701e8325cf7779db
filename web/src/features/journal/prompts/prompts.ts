import { ENGLISH } from './prompts.en';

/** How many prompts a day has. */
export const PER_DAY = 3;

/** The prompts by language. To add a language, add a file beside `prompts.en.ts` and a line here. */
export const PROMPTS: Readonly<Record<string, readonly string[]>> = { en: ENGLISH };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A user's prompts of a day. They are computed from the day, so no state is stored and every browser shows the same ones.
 * A prompt repeats only after all others were used, which takes longer than a month.
 * `day` is YYYY-MM-DD. An unknown language gets English.
 */
export function promptsOf(day: string, userId: string, language = 'en'): string[] {
  const all = PROMPTS[language] ?? ENGLISH;
  const position = Date.parse(day) / DAY_MS + startOf(userId);
  return Array.from({ length: PER_DAY }, (_, n) => all[(position * PER_DAY + n) % all.length] ?? '');
}

/** The position in the list at which a user begins, so that two users see different prompts. */
function startOf(userId: string): number {
  return [...userId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0);
}
