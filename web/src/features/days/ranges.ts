import { LIMITS } from '@inner-weather/domain/limits';
import { daysOfPeriod } from '@inner-weather/domain/time/periods';
import { plural, t } from '@lingui/core/macro';
import { daysInWords } from '../../charts/days-in-words';
import type { StatisticsRange } from '../../charts/get-statistics';
import { addDays } from '../../lib/dates/calendar';

/** From the first entry to today, cut to the longest range that the server accepts. */
export function everything(firstDay: string | null, today: string): StatisticsRange {
  const earliest = addDays(today, 1 - LIMITS.statisticsDaysMax);
  const first = firstDay !== null && firstDay <= today ? firstDay : today;
  return { from: first > earliest ? first : earliest, to: today };
}

/** Whether the figures of everything leave out the first days. */
export const isCut = (
  { firstDay }: { firstDay: string | null },
  { from }: Pick<StatisticsRange, 'from'>,
): boolean => firstDay !== null && firstDay < from;

export const RANGES = ['week', 'month', 'calendarMonth', 'year', 'all'] as const;

export type RangeName = (typeof RANGES)[number];

const monthsInWords = (months: number): string => plural(months, { one: '# month', other: '# months' });

/** The name of a range, as on its button. */
export function rangeName(range: RangeName): string {
  switch (range) {
    case 'week':
      return daysInWords(7);
    case 'month':
      return daysInWords(30);
    case 'calendarMonth':
      return t`Last calendar month`;
    case 'year':
      return monthsInWords(12);
    case 'all':
      return t({ message: 'All', context: 'range of days' });
  }
}

export function daysOfRange(name: RangeName, firstDay: string | null, today: string): StatisticsRange {
  switch (name) {
    case 'week':
      return { from: addDays(today, -6), to: today };
    case 'month':
      return { from: addDays(today, -29), to: today };
    case 'calendarMonth': {
      const { startDate: from, endDate: to } = daysOfPeriod('lastCalendarMonth', today);
      return { from, to };
    }
    case 'year':
      return { from: addDays(today, -364), to: today };
    case 'all':
      return everything(firstDay, today);
  }
}
