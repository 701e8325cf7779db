import { defineMessages, type Message } from '@inner-weather/languages/messages';
import type { Mood } from './moods.js';

const NAMES = defineMessages('mood', {
  veryHappy: 'Very Happy',
  happy: 'Happy',
  neutral: 'Neutral',
  sad: 'Sad',
  angry: 'Angry',
  tired: 'Tired',
});

/** The names of the moods of the picker. They are stored in English, as their messages are, and shown in the reader's language. */
export const MOOD_NAMES = Object.fromEntries(
  Object.values(NAMES).map((name) => [name.message, name]),
) as Readonly<Record<Mood, Message>>;
