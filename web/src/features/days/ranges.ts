import { LIMITS } from '@inner-weather/domain/limits';
import { plural, t } from '@lingui/core/macro';
import { daysInWords } from '../../charts/days-in-words';
import type { StatisticsRange } from '../../charts/get-statistics';
import { addDays, daysBetween } from '../../charts/calendar';

/** From the first entry to today, cut to the longest range that the server accepts. */
export function everything(firstDay: string | null, today: string): StatisticsRange {
  const earliest = addDays(today, 1 - LIMITS.statisticsDaysMax);
  const first = firstDay !== null && firstDay <= today ? firstDay : today;
  return { from: first > earliest ? first : earliest, to: today };
}

/** Whether `everything` is cut. */
export const isCut = (firstDay: string | null, today: string): boolean =>
  firstDay !== null && daysBetween(firstDay, today) >= LIMITS.statisticsDaysMax;

export const RANGES = ['7 days', '30 days', '12 months', 'all'] as const;

export type RangeName = (typeof RANGES)[number];

const monthsInWords = (months: number): string => plural(months, { one: '# month', other: '# months' });

/** The name of a range, as on its button. */
export function rangeName(range: RangeName): string {
  switch (range) {
    case '7 days':
      return daysInWords(7);
    case '30 days':
      return daysInWords(30);
    case '12 months':
      return monthsInWords(12);
    case 'all':
      return t({ message: 'All', context: 'range of days' });
  }
}

export function daysOfRange(name: RangeName, firstDay: string | null, today: string): StatisticsRange {
  switch (name) {
    case '7 days':
      return { from: addDays(today, -6), to: today };
    case '30 days':
      return { from: addDays(today, -29), to: today };
    case '12 months':
      return { from: addDays(today, -364), to: today };
    case 'all':
      return everything(firstDay, today);
  }
}
