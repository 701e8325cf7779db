/** A day, the sum of the moods of its entries, and how many entries those are. */
export interface DaySum {
  /** Days since 1970-01-01. */
  day: number;
  sum: number;
  entries: number;
}

/** Adds an entry to its day. Entries come in order. */
export function addToDay(days: DaySum[], day: number, score: number): void {
  const last = days.at(-1);
  if (last?.day === day) {
    last.sum += score;
    last.entries += 1;
  } else {
    days.push({ day, sum: score, entries: 1 });
  }
}
