/** What a person notes beside the mood, such as sleep or pain. Every value is a number. */

/**
 * - `yes-no`: 1 or 0
 * - `number`: with a unit in the person's own words
 * - `scale-5`: 1 to 5, `scale-10`: 0 to 10
 * - `duration`: minutes, up to a day
 * - `time`: minutes after midnight
 */
export const MEASURE_KINDS = ['yes-no', 'number', 'scale-5', 'scale-10', 'duration', 'time'] as const;
export type MeasureKind = (typeof MEASURE_KINDS)[number];

/** How a day with several values is summed up. `most` is the largest. */
export const DAY_SUMS = ['last', 'sum', 'mean', 'most'] as const;
export type DaySumKind = (typeof DAY_SUMS)[number];

/** On which days it is asked. */
export const ASKED_ON = ['always', 'weekdays', 'never'] as const;
export type AskedOn = (typeof ASKED_ON)[number];

export const MEASURE_LIMITS = {
  /** measures of one person that are not archived, and all of them */
  activeMax: 20,
  allMax: 60,
  /** characters of a measure's name, its unit, and its picture: an emoji, or the name of one of ours */
  nameMax: 40,
  unitMax: 12,
  pictureMax: 16,
} as const;

export interface Measure {
  _id: string;
  name: string;
  kind: MeasureKind;
  /** Of a `number`; empty: none. */
  unit: string;
  picture: string;
  daySum: DaySumKind;
  askedOn: AskedOn;
  archived: boolean;
}

/** The values of an entry, by the id of the measure. */
export type Measured = Record<string, number>;

interface Range {
  min: number;
  max: number;
  /** Digits after the point. */
  digits: number;
}

const MINUTES = 24 * 60;

/** Which values each kind can have. */
export const RANGES: Record<MeasureKind, Range> = {
  'yes-no': { min: 0, max: 1, digits: 0 },
  number: { min: -1_000_000_000, max: 1_000_000_000, digits: 3 },
  'scale-5': { min: 1, max: 5, digits: 0 },
  'scale-10': { min: 0, max: 10, digits: 0 },
  duration: { min: 0, max: MINUTES, digits: 0 },
  time: { min: 0, max: MINUTES - 1, digits: 0 },
};

export function isValueOf(kind: MeasureKind, value: number): boolean {
  const { min, max, digits } = RANGES[kind];
  return value >= min && value <= max && Number(value.toFixed(digits)) === value;
}

/** A night is over at four, as the latest day ends: a time before it is after midnight, and so after those of the evening. */
const NIGHT_ENDS = 4 * 60;

/** A value that is larger for what is later on the same lived day: half past midnight is 1,470 minutes. */
export const inNight = (kind: MeasureKind, value: number): number =>
  kind === 'time' && value < NIGHT_ENDS ? value + MINUTES : value;

/** The value that `inNight` was given, also of a sum or a mean of such values. */
export const onClock = (kind: MeasureKind, value: number): number =>
  kind === 'time' ? value % MINUTES : value;

/** @param values of one day, in order, at least one */
export function sumUp(daySum: DaySumKind, values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  switch (daySum) {
    case 'last':
      return values.at(-1) ?? 0;
    case 'sum':
      return sum;
    case 'mean':
      return sum / values.length;
    case 'most':
      return Math.max(...values);
  }
}
