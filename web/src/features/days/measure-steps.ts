import type { DaySumKind, MeasureKind } from '@inner-weather/domain/measures/measures';

/** How many colours tell values apart. */
export const STEPS_MAX = 5;

/** A range of values that has one colour. */
export interface MeasureStep {
  /** Values from this one on, up to the next step. */
  from: number;
  /** The lowest and the highest value of the step, for people. */
  low: number;
  high: number;
}

const whole = (low: number, high = low): MeasureStep => ({ from: low - 0.5, low, high });

/**
 * Divides the values of days in at most five steps, from low to high. Scales, and yes and no, have the same steps in each
 * year. Of other kinds, each step has as many days as the others, so that one unusual day does not make all others alike.
 */
export function stepsOf(
  { kind, daySum }: { kind: MeasureKind; daySum: DaySumKind },
  values: readonly number[],
): MeasureStep[] {
  if (kind === 'yes-no') return [whole(0), whole(1)];
  // A sum can be beyond the scale.
  if (daySum !== 'sum' && kind === 'scale-5') return [1, 2, 3, 4, 5].map((step) => whole(step));
  if (daySum !== 'sum' && kind === 'scale-10')
    return [whole(0, 2), whole(3, 4), whole(5, 6), whole(7, 8), whole(9, 10)];
  const sorted = [...values].sort((one, other) => one - other);
  const distinct = [...new Set(sorted)];
  const begins =
    distinct.length <= STEPS_MAX
      ? distinct
      : [...new Set(Array.from({ length: STEPS_MAX }, (_, step) => valueAt(sorted, step / STEPS_MAX)))];
  return begins.map((low, index) => {
    const next = begins[index + 1] ?? Infinity;
    return { from: low, low, high: distinct.findLast((value) => value < next) ?? low };
  });
}

const valueAt = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(share * sorted.length)] ?? 0;

/** The step of a value, from 0. */
export const stepOf = (steps: readonly MeasureStep[], value: number): number =>
  Math.max(
    0,
    steps.findLastIndex(({ from }) => value >= from),
  );
