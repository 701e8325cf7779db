import type { Mood } from '@inner-weather/domain/entries/moods';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const NAMES: Record<Mood, MessageDescriptor> = {
  'Very Happy': msg({ message: 'Very Happy', context: 'mood' }),
  Happy: msg({ message: 'Happy', context: 'mood' }),
  Neutral: msg({ message: 'Neutral', context: 'mood' }),
  Sad: msg({ message: 'Sad', context: 'mood' }),
  Angry: msg({ message: 'Angry', context: 'mood' }),
  Tired: msg({ message: 'Tired', context: 'mood' }),
};

/** The name of a mood of the picker. A custom mood stays as it was written. */
export function moodInWords(mood: string): string {
  return Object.hasOwn(NAMES, mood) ? i18n._(NAMES[mood as Mood]) : mood;
}
