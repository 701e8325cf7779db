import { SIDE_DAYS_MIN } from './together.js';
import type { MeasureKind } from '../measures/measures.js';

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
  const sorted = [...values].sort((a, b) => a - b);
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
