import type { StreaksDto } from '@inner-weather/contracts/journal/days.dto';

/** How many days of a streak may be missing. */
const FORGIVEN = 1;

/**
 * The longest and the current streak of days with entries. A streak has at most one missing day, which is not counted.
 * @param days the days with entries, in order, as days since 1970-01-01
 * @param lastDay the last day of the range. It does not count as missing, because the person may still write on it.
 */
export function streaksOf(days: number[], lastDay: number): StreaksDto {
  let longest = 0;
  let first = 0;
  days.forEach((day, index) => {
    while (countMissing(days, first, index) > FORGIVEN) first += 1;
    longest = Math.max(longest, index - first + 1);
  });
  return { current: currentOf(days, lastDay), longest };
}

function currentOf(days: number[], lastDay: number): number {
  const newest = days.length - 1;
  const sinceThen = Math.max(0, lastDay - 1 - (days[newest] ?? Number.NEGATIVE_INFINITY));
  if (sinceThen > FORGIVEN) return 0;
  let first = newest;
  while (first > 0 && countMissing(days, first - 1, newest) + sinceThen <= FORGIVEN) first -= 1;
  return newest - first + 1;
}

/** How many days between two days with entries have none. */
function countMissing(days: number[], first: number, last: number): number {
  return (days[last] ?? 0) - (days[first] ?? 0) - (last - first);
}
