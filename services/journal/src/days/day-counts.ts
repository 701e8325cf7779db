import type { MoodDaysDto, WrittenDayDto } from '@inner-weather/contracts/days.dto';
import { type Mood, MOODS } from '@inner-weather/contracts/moods';
import { rounded } from '@inner-weather/contracts/rounded';
import type { WeatherKind } from '@inner-weather/contracts/skies';
import { dayName } from '@inner-weather/contracts/local-time';
import type { Moment } from './moments.js';

/** What was written on one day. */
class DayCount {
  entries = 0;
  private readonly moods = new Map<Mood, number>();
  private readonly skies = new Map<WeatherKind, number>();
  private scores = 0;
  private scored = 0;

  constructor(readonly day: number) {}

  add({ mood, score, sky }: Moment): void {
    this.entries += 1;
    if (mood !== undefined && score !== undefined) {
      this.moods.set(mood, this.entriesOf(mood) + 1);
      this.scores += score;
      this.scored += 1;
    }
    if (sky === undefined) return;
    const before = this.skies.get(sky) ?? 0;
    // Deleted first, so that the latest stands last.
    this.skies.delete(sky);
    this.skies.set(sky, before + 1);
  }

  entriesOf(mood: Mood): number {
    return this.moods.get(mood) ?? 0;
  }

  get otherMoods(): number {
    return this.entries - this.scored;
  }

  /** The mean, -2 to 2; null if no mood counts. */
  get score(): number | null {
    return this.scored > 0 ? rounded(this.scores / this.scored) : null;
  }

  toDto(): WrittenDayDto {
    return {
      day: dayName(this.day),
      entries: this.entries,
      moods: MOODS.filter((mood) => this.moods.has(mood)).map((mood) => ({
        mood,
        entries: this.entriesOf(mood),
      })),
      otherMoods: this.otherMoods,
      score: this.score,
      sky: this.sky,
    };
  }

  private get sky(): WeatherKind | null {
    let most: WeatherKind | null = null;
    let times = 0;
    for (const [sky, count] of this.skies) {
      if (count < times) continue;
      most = sky;
      times = count;
    }
    return most;
  }
}

/** Counts entries by their day. They come in order. */
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

  /** How often each mood was chosen, and on how many days. */
  get moods(): MoodDaysDto[] {
    return MOODS.map((mood) => {
      const counts = this.all.map((day) => day.entriesOf(mood)).filter((count) => count > 0);
      return { mood, entries: counts.reduce((sum, count) => sum + count, 0), days: counts.length };
    });
  }
}
