import { dayNumber, hourAt } from '@inner-weather/domain/time/local-time';
import type { KnownMood, Moods } from '@inner-weather/domain/entries/own-moods';
import { type WeatherKind, weatherKindOf } from '@inner-weather/domain/weather/skies';
import { normaliseCity } from '@inner-weather/domain/weather/city';
import type { EntryFigures } from './figures.repository.js';

/** The most texts that a memo holds: more than ten years have days. */
const TEXTS_MAX = 4_000;

/** The mood of an entry and its local day. */
export interface ScoredMoment {
  /** Days since 1970-01-01. */
  day: number;
  /** -2 to 2; undefined if averages leave it out. */
  score?: number;
}

/** The figures of an entry, in its local time. */
export interface Moment extends ScoredMoment {
  /** 0 to 23. */
  hour: number;
  /** Undefined for words that are no mood of the writer, and for none. */
  mood?: string;
  sky?: WeatherKind;
  /** As the writer spelt it. */
  city: string;
  /** The same for all spellings of one city. */
  cityKey: string;
}

/** Turns figures into moments. One reader serves one range, so that repeated texts are parsed once. */
export class MomentReader {
  private readonly days = new Memo(dayNumber);
  private readonly moods: Memo<KnownMood | undefined>;
  private readonly skies = new Memo(weatherKindOf);
  private readonly cities = new Memo(normaliseCity);

  /** @param moods of the person whose entries are read */
  constructor(moods: Moods) {
    this.moods = new Memo((inputMood) => moods.find(inputMood));
  }

  score({ day, inputMood }: Pick<EntryFigures, 'day' | 'inputMood'>): ScoredMoment {
    return { day: this.days.get(day), score: this.moods.get(inputMood)?.score ?? undefined };
  }

  read({ day, createdAt, offset, inputMood, location, weather }: EntryFigures): Moment {
    return {
      ...this.score({ day, inputMood }),
      hour: hourAt(createdAt.getTime(), offset),
      mood: this.moods.get(inputMood)?.name,
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
