import { dayNumber, hourAt } from '@inner-weather/contracts/local-time';
import { type Mood, MOOD_SCORES, MOODS } from '@inner-weather/contracts/moods';
import { type WeatherKind, weatherKindOf } from '@inner-weather/contracts/skies';
import { normaliseCity } from '../entries/city.js';
import type { EntryFigures } from './figures.repository.js';

/** Different texts of one range that are remembered: more than the days of ten years. */
const TEXTS_MAX = 4_000;

/** The mood of an entry, on the calendar of its place. */
export interface ScoredMoment {
  /** Days since 1970-01-01. */
  day: number;
  /** -2 to 2; undefined for a mood in other words, or none. */
  score?: number;
}

/** An entry on the clocks and the calendar of its place. */
export interface Moment extends ScoredMoment {
  /** 0 to 23. */
  hour: number;
  /** Undefined for a mood in other words, or none. */
  mood?: Mood;
  sky?: WeatherKind;
  /** As it was written. */
  city: string;
  /** What the spellings of one city have in common. */
  cityKey: string;
}

/** Reads the figures of entries. */
export class MomentReader {
  private readonly days = new Remembered(dayNumber);
  private readonly skies = new Remembered(weatherKindOf);
  private readonly cities = new Remembered(normaliseCity);

  score({ day, inputMood }: Pick<EntryFigures, 'day' | 'inputMood'>): ScoredMoment {
    return { day: this.days.of(day), score: isMood(inputMood) ? MOOD_SCORES[inputMood] : undefined };
  }

  read({ day, createdAt, offset, inputMood, location, weather }: EntryFigures): Moment {
    const mood = isMood(inputMood) ? inputMood : undefined;
    return {
      day: this.days.of(day),
      hour: hourAt(createdAt.getTime(), offset),
      mood,
      score: mood && MOOD_SCORES[mood],
      sky: this.skies.of(weather),
      city: location,
      cityKey: this.cities.of(location),
    };
  }
}

/** What a function says about texts that come again and again. */
class Remembered<T> {
  private readonly known = new Map<string, T>();

  constructor(private readonly read: (text: string) => T) {}

  of(text: string): T {
    if (this.known.has(text)) return this.known.get(text) as T;
    const value = this.read(text);
    if (this.known.size < TEXTS_MAX) this.known.set(text, value);
    return value;
  }
}

const isMood = (text: string): text is Mood => MOODS.some((mood) => mood === text);
