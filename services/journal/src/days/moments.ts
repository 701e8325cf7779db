import { dayNumber, hourAt } from '@inner-weather/domain/time/local-time';
import { type Mood, MOOD_SCORES, MOODS } from '@inner-weather/domain/entries/moods';
import { type WeatherKind, weatherKindOf } from '@inner-weather/domain/weather/skies';
import { normaliseCity } from '../entries/city.js';
import type { EntryFigures } from './figures.repository.js';

/** The most texts that a memo holds: more than ten years have days. */
const TEXTS_MAX = 4_000;

/** The mood of an entry and its local day. */
export interface ScoredMoment {
  /** Days since 1970-01-01. */
  day: number;
  /** -2 to 2; undefined for a custom mood, or none. */
  score?: number;
}

/** The figures of an entry, in its local time. */
export interface Moment extends ScoredMoment {
  /** 0 to 23. */
  hour: number;
  /** Undefined for a custom mood, or none. */
  mood?: Mood;
  sky?: WeatherKind;
  /** As the writer spelt it. */
  city: string;
  /** The same for all spellings of one city. */
  cityKey: string;
}

/** Turns figures into moments. One reader serves one range, so that repeated texts are parsed once. */
export class MomentReader {
  private readonly days = new Memo(dayNumber);
  private readonly skies = new Memo(weatherKindOf);
  private readonly cities = new Memo(normaliseCity);

  score({ day, inputMood }: Pick<EntryFigures, 'day' | 'inputMood'>): ScoredMoment {
    return { day: this.days.get(day), score: isMood(inputMood) ? MOOD_SCORES[inputMood] : undefined };
  }

  read({ day, createdAt, offset, inputMood, location, weather }: EntryFigures): Moment {
    const mood = isMood(inputMood) ? inputMood : undefined;
    return {
      day: this.days.get(day),
      hour: hourAt(createdAt.getTime(), offset),
      mood,
      score: mood && MOOD_SCORES[mood],
      sky: this.skies.get(weather),
      city: location,
      cityKey: this.cities.get(location),
    };
  }
}

/** Remembers the results of a function, since the same few texts repeat. */
class Memo<T> {
  private readonly values = new Map<string, T>();

  constructor(private readonly compute: (text: string) => T) {}

  get(text: string): T {
    if (this.values.has(text)) return this.values.get(text) as T;
    const value = this.compute(text);
    if (this.values.size < TEXTS_MAX) this.values.set(text, value);
    return value;
  }
}

const isMood = (text: string): text is Mood => MOODS.some((mood) => mood === text);
