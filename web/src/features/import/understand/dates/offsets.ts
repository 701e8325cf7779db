import { offsetAt } from '@inner-weather/domain/time/local-time';

const DAY_MS = 24 * 60 * 60_000;

/** The last day that a date can have. */
const LAST_DAY = 100_000_000;

/** The offset of a zone at the start of each UTC day that was asked for. */
const known = new Map<string, Map<number, number>>();

/**
 * `offsetAt` for many moments: a day has thousands of entries in a large file, and asking Intl for each takes longer than
 * reading it.
 */
export function quickOffsetAt(timeZone: string, moment: number): number {
  const day = Math.floor(moment / DAY_MS);
  const offset = offsetOfDay(timeZone, day);
  // Clocks change once a day at most, so an offset that is the same a day later lasts all day.
  return offset === offsetOfDay(timeZone, Math.min(day + 1, LAST_DAY)) ? offset : offsetAt(timeZone, moment);
}

function offsetOfDay(timeZone: string, day: number): number {
  const days = known.get(timeZone) ?? new Map<number, number>();
  known.set(timeZone, days);
  const offset = days.get(day) ?? offsetAt(timeZone, day * DAY_MS);
  days.set(day, offset);
  return offset;
}
