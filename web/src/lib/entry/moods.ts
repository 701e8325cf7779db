import { comparableMood, MOODS, moodOf } from '@inner-weather/domain/entries/moods';
import { PRESET_MOODS } from '@inner-weather/domain/entries/own-moods';
import { words } from '../language/words';
import { presetInWords } from './preset-words';
import { createStore, useStore } from '../store';

/** The moods of the signed-in user: the six, until own ones are known. lib/own-moods sets them. */
export const moodsStore = createStore(PRESET_MOODS);

export const useMoods = () => useStore(moodsStore);

/** The name of a mood in the reader's language. An own mood has its present name; other words stay as they were typed. */
export const moodInWords = (mood: string): string => moodsStore.get().inWords(mood, words);

/** Normalizes a typed mood: the name of a preset, in the reader's language or in English, means that preset. */
export function moodFromWords(typed: string): string {
  const name = comparableMood(typed);
  return MOODS.find((mood) => comparableMood(presetInWords(mood)) === name) ?? moodOf(typed);
}
