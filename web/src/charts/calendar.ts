import { DATE_LOCALE } from '../lib/dates/dates';
import { WEEKDAYS, type WeekStart } from '../lib/dates/week-start';

/* Days are YYYY-MM-DD, months 1 to 12. */

const DAY_MS = 24 * 60 * 60_000;

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const nameOf = (date: Date): string => date.toISOString().slice(0, 10);

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(DATE_LOCALE, { timeZone: 'UTC', ...options });
const WEEKDAY_DAY = format({ weekday: 'long', day: 'numeric', month: 'long' });
const DAY_YEAR = format({ day: 'numeric', month: 'long', year: 'numeric' });
const MONTH = format({ month: 'long' });
const SHORT_MONTH = format({ month: 'short' });

export const MONTHS = Array.from({ length: 12 }, (_, month) => month + 1);

export const yearOf = (day: string): number => Number(day.slice(0, 4));
export const monthOf = (day: string): number => Number(day.slice(5, 7));
export const dayOfMonth = (day: string): number => Number(day.slice(8));

export function addDays(day: string, days: number): string {
  return nameOf(new Date(dateOf(day).getTime() + days * DAY_MS));
}

/** How many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / DAY_MS);
}

/** The number of days from the beginning of its week to a day, 0 to 6. */
export function weekdayOf(day: string, start: WeekStart): number {
  return (dateOf(day).getUTCDay() + 6 - WEEKDAYS.indexOf(start) + 7) % 7;
}

export function daysOfMonth(year: number, month: number): string[] {
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const start = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  return Array.from({ length: count }, (_, day) => `${start}-${String(day + 1).padStart(2, '0')}`);
}

/** The same day in another month of its year, or that month's last day. */
export function inMonth(day: string, month: number): string {
  const days = daysOfMonth(yearOf(day), month);
  return days[Math.min(dayOfMonth(day), days.length) - 1] ?? day;
}

/** The same day in another year; undefined for 29 February outside leap years. */
function inYear(day: string, year: number): string | undefined {
  return daysOfMonth(year, monthOf(day))[dayOfMonth(day) - 1];
}

/** The same day in each of the years before, latest first. 29 February exists only in leap years. */
export const sameDayBefore = (day: string, years: number): string[] =>
  Array.from({ length: Math.max(years, 0) }, (_, back) => inYear(day, yearOf(day) - 1 - back)).filter(
    (sameDay) => sameDay !== undefined,
  );

/** Friday 20 November, or Friday, November 20. */
export const weekdayAndDay = (day: string): string =>
  WEEKDAY_DAY.format(dateOf(day)).replace(/, (?=\d)/, ' ');
/** 20 November 2026. */
export const dayAndYear = (day: string): string => DAY_YEAR.format(dateOf(day));
export const monthName = (month: number): string => MONTH.format(Date.UTC(2024, month - 1));
export const shortMonth = (month: number): string =>
  SHORT_MONTH.format(Date.UTC(2024, month - 1)).slice(0, 3);
