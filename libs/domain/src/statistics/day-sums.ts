/** The sum of the moods of a day's entries, and their number. */
export interface DaySum {
  /** Days since 1970-01-01. */
  day: number;
  sum: number;
  entries: number;
}

/** Adds an entry to its day. Call it with entries in order. */
export function addToDay(days: DaySum[], day: number, score: number): void {
  const last = days.at(-1);
  if (last?.day === day) {
    last.sum += score;
    last.entries += 1;
  } else {
    days.push({ day, sum: score, entries: 1 });
  }
}
