import { moodInWords as write } from '@inner-weather/domain/entries/mood-names';
import { comparableMood, MOODS, moodOf } from '@inner-weather/domain/entries/moods';
import { words } from './language/words';

/** The name of a mood in the reader's language. A custom mood stays as it was typed. */
export const moodInWords = (mood: string): string => write(mood, words);

/** Normalizes a typed mood: the name of a preset, in the reader's language or in English, means that preset. */
export function moodFromWords(typed: string): string {
  const name = comparableMood(typed);
  return MOODS.find((mood) => comparableMood(moodInWords(mood)) === name) ?? moodOf(typed);
}
