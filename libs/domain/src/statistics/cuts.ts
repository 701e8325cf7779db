import { SIDE_DAYS_MIN } from './together.js';
import type { MeasureKind } from '../measures/measures.js';
import type { Difference } from './mood-days.js';

/** Between which values a person would draw a line: every half hour, every step of a scale. */
const STEPS: Partial<Record<MeasureKind, number>> = {
  'yes-no': 1,
  'scale-5': 1,
  'scale-10': 1,
  duration: 30,
  time: 30,
};

/**
 * A round value with enough days below it and from it on: near the lower quarter of the values, else near their middle.
 * It depends on the values alone and not on what they are compared with, so that it cannot be chosen to fit.
 * Undefined if there is none.
 */
export function cutOf(kind: MeasureKind, values: readonly number[]): number | undefined {
  // Numbers of this type are sorted without a comparison in JavaScript.
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const step = STEPS[kind] ?? roundStep(at(0.75) - at(0.25));
  for (const share of [0.25, 0.5]) {
    for (const round of [Math.ceil, Math.floor]) {
      const cut = round(at(share) / step) * step;
      const below = sorted.filter((value) => value < cut).length;
      if (below >= SIDE_DAYS_MIN && sorted.length - below >= SIDE_DAYS_MIN)
        return Number(cut.toPrecision(12));
    }
  }
  // A value that most days have leaves only those above it.
  const next = sorted.find((value) => value > at(0.5));
  const below = next === undefined ? 0 : sorted.filter((value) => value < next).length;
  return next !== undefined && below >= SIDE_DAYS_MIN && sorted.length - below >= SIDE_DAYS_MIN
    ? next
    : undefined;
}

/** 1, 2 or 5 times a power of ten, at most a quarter of the spread. */
function roundStep(spread: number): number {
  if (spread <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(spread / 4));
  return [5, 2, 1].map((times) => times * power).find((step) => step <= spread / 4) ?? power;
}

/** The days on one side of a cut, and how many of them had each step of the mood, from -2 to 2. */
interface MoodSide {
  days: number;
  moods: readonly number[];
}

/** Where the steps of the mood are even. */
const EVEN = 2;

/**
 * The mood whose counts on both sides of a cut show what the correlation says: heavier days on the lower side where both
 * rise together, or else brighter days on the upper side, and the other way round. Undefined if neither is more common
 * there, because a correlation can come from other steps of the mood than these, and from days far from the cut.
 */
export function contrastOf(
  strength: number,
  below: MoodSide,
  above: MoodSide,
): { differs: Difference; below: number; above: number } | undefined {
  const rises = strength > 0;
  const differences: Difference[] = rises ? ['heavier', 'brighter'] : ['brighter', 'heavier'];
  for (const [index, differs] of differences.entries()) {
    const [low, high] = [below, above].map(({ moods }) =>
      (differs === 'heavier' ? moods.slice(0, EVEN) : moods.slice(EVEN + 1)).reduce((a, b) => a + b, 0),
    ) as [number, number];
    const lead = low / below.days - high / above.days;
    if (index === 0 ? lead > 0 : lead < 0) return { differs, below: low, above: high };
  }
  return undefined;
}
