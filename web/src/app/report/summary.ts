import { GROUP_DAYS_MIN } from '@inner-weather/domain/statistics/mood-days';
import type { Statistics } from '../../charts/get-statistics';

/** From here on, on both sides of 0, a day is brighter or heavier than even: as charts colour it. */
const EVEN_MAX = 0.25;

/** The most days that are named as the brightest or heaviest. */
const NAMED_MAX = 3;

/** Days with the highest or lowest mood, of which a few are named. */
export interface Extreme {
  /** YYYY-MM-DD, the latest first. */
  named: string[];
  /** How many more there are. */
  others: number;
}

/** Moods of a range in figures, from -2 to 2. */
export interface Summary {
  mean: number;
  /** The middle half of the days. */
  low: number;
  high: number;
  bright: number;
  heavy: number;
  /** Undefined if no day was brighter, or heavier, than even. */
  brightest: Extreme | undefined;
  heaviest: Extreme | undefined;
}

/** Undefined if too few days have a mood. */
export function summaryOf(days: Statistics['days']): Summary | undefined {
  const scored = days.flatMap(({ day, score }) => (score === null ? [] : [{ day, score }]));
  if (scored.length < GROUP_DAYS_MIN) return undefined;
  const scores = scored.map(({ score }) => score).sort((one, other) => one - other);
  const at = (share: number) => scores[Math.round(share * (scores.length - 1))] ?? 0;
  const daysOf = (wanted: number): Extreme => {
    const found = scored.filter(({ score }) => score === wanted).map(({ day }) => day);
    return { named: found.reverse().slice(0, NAMED_MAX), others: Math.max(0, found.length - NAMED_MAX) };
  };
  const [lowest, highest] = [at(0), at(1)];
  return {
    mean: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    low: at(0.25),
    high: at(0.75),
    bright: scores.filter((score) => score >= EVEN_MAX).length,
    heavy: scores.filter((score) => score <= -EVEN_MAX).length,
    brightest: highest >= EVEN_MAX ? daysOf(highest) : undefined,
    heaviest: lowest <= -EVEN_MAX ? daysOf(lowest) : undefined,
  };
}
