import type { Statistics } from './get-statistics';
import { addDays, daysBetween } from '../lib/dates/calendar';

/** A window with fewer days has no mean. */
const DAYS_MIN = 3;

/** A day, its mood, and the mean of the days around it. */
export interface Point {
  day: string;
  /** Days after the first one of the range. */
  index: number;
  score: number | null;
  /** Null if too little was written around that day; the line then has a gap. */
  mean: number | null;
  /** The number of days in the mean. */
  days: number;
}

/** The number of days that a mean covers in a range of `days`. It is always odd, because the mean is centred. */
export function windowOf(days: number): number {
  if (days <= 62) return 7;
  return days <= 740 ? 21 : 61;
}

/** Every day of the range with its mean. */
export function pointsOf({ from, to, days }: Pick<Statistics, 'from' | 'to' | 'days'>): Point[] {
  const count = daysBetween(from, to) + 1;
  const scores = new Map(days.map(({ day, score }) => [daysBetween(from, day), score]));
  const reach = (windowOf(count) - 1) / 2;
  let sum = 0;
  let scored = 0;
  const shift = (index: number, by: 1 | -1) => {
    const score = scores.get(index);
    if (score === undefined || score === null) return;
    sum += by * score;
    scored += by;
  };
  for (let index = 0; index < reach; index++) shift(index, 1);
  return Array.from({ length: count }, (_, index) => {
    shift(index + reach, 1);
    shift(index - reach - 1, -1);
    return {
      day: addDays(from, index),
      index,
      score: scores.get(index) ?? null,
      mean: scored >= DAYS_MIN ? sum / scored : null,
      days: scored,
    };
  });
}

/**
 * The 95th percentile of the studentized range for sixty means: chance alone puts more standard errors than this between
 * the highest and the lowest mean in only one case of twenty. No range has more means that do not overlap.
 */
const RANGE_OF_CHANCE = 5.8;

/**
 * The days around which moods were highest and lowest; undefined if chance alone explains the difference. Means of less
 * than half their days do not count, because they vary too much.
 */
export function extremesOf(points: Point[]): { highest: string; lowest: string } | undefined {
  const enough = windowOf(points.length) / 2;
  const means = points.flatMap(({ day, mean, days }) =>
    mean !== null && days > enough ? [{ day, mean }] : [],
  );
  const scores = points.flatMap(({ score }) => score ?? []);
  const [first] = means;
  if (!first) return undefined;
  const highest = means.reduce((best, one) => (one.mean > best.mean ? one : best), first);
  const lowest = means.reduce((worst, one) => (one.mean < worst.mean ? one : worst), first);
  const average = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const variance = scores.reduce((sum, score) => sum + (score - average) ** 2, 0) / scores.length;
  const byChance = RANGE_OF_CHANCE * Math.sqrt(variance / enough);
  return highest.mean - lowest.mean > byChance ? { highest: highest.day, lowest: lowest.day } : undefined;
}
