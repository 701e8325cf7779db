import type { WeekStart } from './week-start';
import { beginningLarge, dateFormat } from '../language/formats';
import { currentLanguage } from '../language/language';

/* Days are YYYY-MM-DD, months 1 to 12. */

const DAY_MS = 24 * 60 * 60_000;

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const nameOf = (date: Date): string => date.toISOString().slice(0, 10);

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
  return (dateOf(day).getUTCDay() - Number(start) + 7) % 7;
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
  inEnglish(dateFormat({ weekday: 'long', day: 'numeric', month: 'long' }), dateOf(day));
/** Friday 20 November 2026. */
export const weekdayDayAndYear = (day: string): string =>
  inEnglish(dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }), dateOf(day));
/** 20 November 2026. */
export const dayAndYear = (day: string): string =>
  dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }).format(dateOf(day));
/** 20 Nov. */
export const dayAndMonth = (day: string): string =>
  inEnglish(dateFormat({ day: 'numeric', month: 'short' }), dateOf(day));
/** The number of a day in its month, in the reader's digits, without what some languages write behind it. */
export const dayInDigits = (day: string): string =>
  dateFormat({ day: 'numeric' })
    .formatToParts(dateOf(day))
    .find(({ type }) => type === 'day')?.value ?? '';
export const monthName = (month: number): string =>
  dateFormat({ month: 'long' }).format(monthDate(2024, month));
export const shortMonth = (month: number): string =>
  inEnglish(dateFormat({ month: 'short' }), monthDate(2024, month));
/** November 2026, as a title. */
export const monthAndYear = (year: number, month: number): string =>
  beginningLarge(dateFormat({ month: 'long', year: 'numeric' }).format(monthDate(year, month)));
/** A year in the reader's digits. */
export const yearInDigits = (year: number): string =>
  dateFormat({ year: 'numeric' }).format(monthDate(year, 1));

const monthDate = (year: number, month: number): Date => new Date(Date.UTC(year, month - 1));

/**
 * Formats a date. English is written the same in every browser: British months have three letters (not `Sept`), and
 * there is no comma before a number.
 */
function inEnglish(format: Intl.DateTimeFormat, date: Date): string {
  if (currentLanguage() !== 'en') return format.format(date);
  const parts = format.formatToParts(date);
  return parts
    .map(({ type, value }, index) => {
      if (type === 'month' && format.resolvedOptions().month === 'short') return value.slice(0, 3);
      return type === 'literal' && parts[index + 1]?.type !== 'month' ? value.replace(',', '') : value;
    })
    .join('');
}
