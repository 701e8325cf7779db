import type { Mood } from '@inner-weather/domain/entries/moods';
import type { Sky } from '@inner-weather/domain/weather/skies';
import type { Difference } from '@inner-weather/domain/statistics/mood-days';
import { ENGLISH } from './sentences.en.js';

/** How bright a mean mood is, from -2 to 2. */
export type Brightness = 'very bright' | 'bright' | 'even' | 'low' | 'very low';

/** How the words sound, by their mean valence from -5 to 5. */
export type Sound = 'warm' | 'friendly' | 'balanced' | 'heavy' | 'very heavy';

/**
 * What the letter says, in one language: nothing else in it is text. Names of people and places are given with their
 * markdown escaped. Days are YYYY-MM-DD.
 */
export interface Sentences {
  greeting: (name: string) => string;
  /** What was read. */
  read: (entries: number, days: number, firstDay: string, lastDay: string) => string;
  /** In place of everything cheerful and all advice, where words suggest self-harm. */
  heavyWords: string;
  moods: (moods: readonly { name: Mood; entries: number }[]) => string;
  ownMoods: (entries: number) => string;
  withoutMood: (entries: number, all: number) => string;
  overall: (brightness: Brightness) => string;
  trend: Record<Difference | 'none', string>;
  sound: Record<Sound, string>;
  /** The words sound heavier or friendlier than the moods. */
  soundsHeavier: string;
  soundsFriendlier: string;
  /** Only for one or two days. */
  tooFew: (days: number) => string;
  skies: (differs: Difference, skies: readonly Sky[]) => string;
  /** Weekdays are `Weekday`s. */
  weekdays: (differs: Difference, weekdays: readonly string[]) => string;
  places: (differs: Difference, places: readonly string[]) => string;
  /** After a difference. */
  notACause: string;
  noDifference: { skies: string; weekdays: string };
  tooFewToCompare: string;
  /** Of days whose weather is in words of no known kind. */
  otherWeather: (days: number) => string;
  onePlace: (place: string) => string;
  advice: {
    tired: string;
    angry: string;
    sky: (sky: Sky) => string;
    weekday: (weekday: string) => string;
    hardDays: string;
    lookingUp: string;
    writeMore: string;
  };
  closing: Record<'hard' | 'other', string>;
}

/** A language that is missing here is written to in English. */
const LANGUAGES = { en: ENGLISH };

/** @param language an ISO 639-1 code */
export const sentencesIn = (language: keyof typeof LANGUAGES): Sentences => LANGUAGES[language];
