import { ENGLISH } from './prompts.en';

/** How many prompts a day has. */
export const PER_DAY = 3;

/** By language. Another one is a file beside `prompts.en.ts` and a line here. */
export const PROMPTS: Readonly<Record<string, readonly string[]>> = { en: ENGLISH };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A day's prompts for a person. They follow from the day, so that nothing has to be remembered for them: each comes
 * again only when all the others have had their turn, which takes longer than a month, in every browser alike.
 * `day` is YYYY-MM-DD. An unknown language gets English.
 */
export function promptsOf(day: string, userId: string, language = 'en'): string[] {
  const all = PROMPTS[language] ?? ENGLISH;
  const turn = Date.parse(day) / DAY_MS + startOf(userId);
  return Array.from({ length: PER_DAY }, (_, n) => all[(turn * PER_DAY + n) % all.length] ?? '');
}

/** Where in the list a person begins, so that two of one household are not asked the same. */
function startOf(userId: string): number {
  return [...userId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0);
}
