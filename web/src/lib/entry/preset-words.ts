import { MOOD_NAMES } from '@inner-weather/domain/entries/mood-names';
import type { Mood } from '@inner-weather/domain/entries/moods';
import { words } from '../language/words';

/** The name of one of the six in the reader's language. The landing page knows no others. */
export const presetInWords = (mood: Mood): string => words(MOOD_NAMES[mood]);
