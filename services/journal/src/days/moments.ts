import { type Mood, MOOD_SCORES, MOODS } from '@inner-weather/contracts/moods';
import { type WeatherKind, weatherKindOf } from '@inner-weather/contracts/skies';
import { ZoneClock } from '@inner-weather/platform/zone-clock';
import { normaliseCity } from '../stamps/city.js';
import type { EntryFigures } from './figures.repository.js';

/** Different texts of one range that are remembered. Nobody has as many cities or kinds of weather. */
const TEXTS_MAX = 1_000;

/** The mood of an entry, on the calendar of its reader. */
export interface ScoredMoment {
  /** Days since 1970-01-01. */
  day: number;
  /** -2 to 2; undefined for a mood in other words, or none. */
  score?: number;
}

/** An entry on the clocks and the calendar of its reader. */
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

/** Reads the figures of entries in one time zone. */
export class MomentReader {
  private readonly clock: ZoneClock;
  private readonly skies = new Remembered(weatherKindOf);
  private readonly cities = new Remembered(normaliseCity);

  constructor(timeZone: string) {
    this.clock = ZoneClock.of(timeZone);
  }

  score({ createdAt, inputMood }: Pick<EntryFigures, 'createdAt' | 'inputMood'>): ScoredMoment {
    const { day } = this.clock.at(createdAt.getTime());
    return { day, score: isMood(inputMood) ? MOOD_SCORES[inputMood] : undefined };
  }

  read({ createdAt, inputMood, location, weather }: EntryFigures): Moment {
    const { day, hour } = this.clock.at(createdAt.getTime());
    const mood = isMood(inputMood) ? inputMood : undefined;
    return {
      day,
      hour,
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
