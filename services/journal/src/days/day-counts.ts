import type { MoodDaysDto, WrittenDayDto } from '@inner-weather/contracts/journal/days.dto';
import type { Moods } from '@inner-weather/domain/entries/own-moods';
import { rounded } from '@inner-weather/domain/statistics/rounded';
import type { WeatherKind } from '@inner-weather/domain/weather/skies';
import { dayName } from '@inner-weather/domain/time/local-time';
import type { Moment } from './moments.js';

/** The counts of one day. */
class DayCount {
  entries = 0;
  private readonly moods = new Map<string, number>();
  private readonly skies = new Map<WeatherKind, number>();
  private knownMoods = 0;
  private scores = 0;
  private scoredEntries = 0;

  constructor(readonly day: number) {}

  add({ mood, score, sky }: Moment): void {
    this.entries += 1;
    if (mood !== undefined) {
      this.moods.set(mood, this.entriesOf(mood) + 1);
      this.knownMoods += 1;
    }
    if (score !== undefined) {
      this.scores += score;
      this.scoredEntries += 1;
    }
    if (sky === undefined) return;
    const previousCount = this.skies.get(sky) ?? 0;
    // A Map keeps insertion order: deleting the key first moves the latest sky to the end.
    this.skies.delete(sky);
    this.skies.set(sky, previousCount + 1);
  }

  entriesOf(mood: string): number {
    return this.moods.get(mood) ?? 0;
  }

  get otherMoods(): number {
    return this.entries - this.knownMoods;
  }

  /** The mean, -2 to 2; null if no mood counts. */
  get score(): number | null {
    return this.scoredEntries > 0 ? rounded(this.scores / this.scoredEntries) : null;
  }

  /** @param photos the photo of each day that has one */
  toDto({ all }: Moods, photos: ReadonlyMap<string, string>): WrittenDayDto {
    const day = dayName(this.day);
    return {
      day,
      entries: this.entries,
      moods: all
        .filter(({ name }) => this.moods.has(name))
        .map(({ name }) => ({ mood: name, entries: this.entriesOf(name) })),
      otherMoods: this.otherMoods,
      score: this.score,
      sky: this.sky,
      photo: photos.get(day) ?? null,
    };
  }

  /** Of most entries; of several, the latest. */
  get sky(): WeatherKind | null {
    let mostFrequent: WeatherKind | null = null;
    let times = 0;
    for (const [sky, count] of this.skies) {
      if (count < times) continue;
      mostFrequent = sky;
      times = count;
    }
    return mostFrequent;
  }
}

/** Counts entries by day. Entries must be added in chronological order. */
export class DayCounts {
  readonly all: DayCount[] = [];

  add(moment: Moment): void {
    let count = this.all.at(-1);
    if (count?.day !== moment.day) {
      count = new DayCount(moment.day);
      this.all.push(count);
    }
    count.add(moment);
  }

  get entries(): number {
    return this.all.reduce((sum, { entries }) => sum + entries, 0);
  }

  get otherMoods(): number {
    return this.all.reduce((sum, { otherMoods }) => sum + otherMoods, 0);
  }

  /** For each mood, the number of entries and of days with it. */
  moodsOf({ all }: Moods): MoodDaysDto[] {
    return all.map(({ name }) => {
      const counts = this.all.map((day) => day.entriesOf(name)).filter((count) => count > 0);
      return { mood: name, entries: counts.reduce((sum, count) => sum + count, 0), days: counts.length };
    });
  }
}
