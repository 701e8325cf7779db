import { i18n } from '@lingui/core';
import { PROMPTS } from './prompt-messages';

/** How many prompts a day has. */
export const PER_DAY = 3;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A user's prompts of a day, in the language of the page. They are computed from the day, so no state is stored and every
 * browser shows the same ones. A prompt repeats only after all others were used, which takes longer than a month.
 * @param day YYYY-MM-DD
 */
export function promptsOf(day: string, userId: string): string[] {
  const first = (Date.parse(day) / DAY_MS + startOf(userId)) * PER_DAY;
  return Array.from({ length: PER_DAY }, (_, n) => {
    const prompt = PROMPTS[(first + n) % PROMPTS.length];
    return prompt ? i18n._(prompt) : '';
  });
}

/** The position in the list at which a user begins, so that two users see different prompts. */
function startOf(userId: string): number {
  return [...userId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0);
}
