import { dayName, dayNumber } from './local-time.js';

/** As isoWeekOf answers it. */
export const WEEK_PATTERN = /^\d{4}-W\d{2}$/;

/** 1970-01-01 was a Thursday. 1 is Monday. */
export const isoWeekdayOf = (day: number): number => ((day + 3) % 7) + 1;

/** The ISO week of a day (YYYY-MM-DD), as in 2026-W48. The year is that of the week's Thursday. */
export function isoWeekOf(day: string): string {
  const number = dayNumber(day);
  const thursday = number + 4 - isoWeekdayOf(number);
  const year = dayName(thursday).slice(0, 4);
  const week = Math.floor((thursday - dayNumber(`${year}-01-01`)) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
