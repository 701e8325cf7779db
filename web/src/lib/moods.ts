import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { comparableMood, type Mood, MOODS, moodOf } from '@inner-weather/domain/entries/moods';

/** The moods are stored and sent in English, and shown by these names. */
const NAMES: Record<Mood, MessageDescriptor> = {
  'Very Happy': msg({ message: 'Very Happy', comment: 'A mood, as an answer to “How do you feel?”' }),
  Happy: msg({ message: 'Happy', comment: 'A mood, as an answer to “How do you feel?”' }),
  Neutral: msg({ message: 'Neutral', comment: 'A mood, as an answer to “How do you feel?”' }),
  Sad: msg({ message: 'Sad', comment: 'A mood, as an answer to “How do you feel?”' }),
  Angry: msg({ message: 'Angry', comment: 'A mood, as an answer to “How do you feel?”' }),
  Tired: msg({ message: 'Tired', comment: 'A mood, as an answer to “How do you feel?”' }),
};

/** The name of a mood in the reader's language. A custom mood stays as it was typed. */
export function moodInWords(mood: string): string {
  return Object.hasOwn(NAMES, mood) ? i18n._(NAMES[mood as Mood]) : mood;
}

/** Normalizes a typed mood: the name of a preset, in the reader's language or in English, means that preset. */
export function moodFromWords(words: string): string {
  const name = comparableMood(words);
  return MOODS.find((mood) => comparableMood(moodInWords(mood)) === name) ?? moodOf(words);
}
