import { defineMessages, type Message, type Params } from '@inner-weather/languages/messages';
import { type Mood, MOODS } from './moods.js';

const NAMES = defineMessages('mood', {
  veryHappy: 'Very Happy',
  happy: 'Happy',
  neutral: 'Neutral',
  sad: 'Sad',
  angry: 'Angry',
  tired: 'Tired',
});

/** The names of the moods of the picker. They are stored in English and shown in the reader's language. */
export const MOOD_NAMES: Readonly<Record<Mood, Message>> = {
  'Very Happy': NAMES.veryHappy,
  Happy: NAMES.happy,
  Neutral: NAMES.neutral,
  Sad: NAMES.sad,
  Angry: NAMES.angry,
  Tired: NAMES.tired,
};

/**
 * A stored mood in the language of `write`. A custom mood stays as it is.
 * @param write a translator, or `words` of the page
 */
export function moodInWords(mood: string, write: (message: Message, params?: Params) => string): string {
  const known = MOODS.find((name) => name === mood);
  return known ? write(MOOD_NAMES[known]) : mood;
}
