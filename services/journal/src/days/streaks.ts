import type { StreaksDto } from '@inner-weather/contracts/days.dto';

/** Days that may be missing in a row. */
const FORGIVEN = 1;

/**
 * The rows of days on which something was written. A row holds at most one missing day, which is not counted.
 * @param days written ones, in order, as days since 1970-01-01
 * @param last the last day of the range. It may still be written on, so it is not missing yet.
 */
export function streaksOf(days: number[], last: number): StreaksDto {
  let longest = 0;
  let first = 0;
  days.forEach((day, index) => {
    while (missing(days, first, index) > FORGIVEN) first += 1;
    longest = Math.max(longest, index - first + 1);
  });
  return { current: currentOf(days, last), longest };
}

function currentOf(days: number[], last: number): number {
  const newest = days.length - 1;
  const sinceThen = Math.max(0, last - 1 - (days[newest] ?? Number.NEGATIVE_INFINITY));
  if (sinceThen > FORGIVEN) return 0;
  let first = newest;
  while (first > 0 && missing(days, first - 1, newest) + sinceThen <= FORGIVEN) first -= 1;
  return newest - first + 1;
}

/** How many days between two written ones are not written. */
function missing(days: number[], first: number, last: number): number {
  return (days[last] ?? 0) - (days[first] ?? 0) - (last - first);
}
