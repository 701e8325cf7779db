/** The named periods of the insights screen. Any other name means today. */
export const PERIODS = ['lastWeek', 'lastMonth', 'lastCalendarMonth', 'last6Months'] as const;

export type Period = (typeof PERIODS)[number];

/** The first and the last day of a period, both YYYY-MM-DD and both inclusive. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

/**
 * Turns a named period into its days: 7 days, 1 month or 6 months back from `today` (YYYY-MM-DD), which is the
 * last day, or the whole calendar month before that of `today`. Months back clamp to the month's last day (31 March, one month back: 28 or 29 February). Any
 * unknown or missing name means today alone.
 */
export function daysOfPeriod(period: string | undefined, today: string): DayRange {
  switch (period) {
    case 'lastWeek':
      return { startDate: daysBack(today, 7), endDate: today };
    case 'lastMonth':
      return { startDate: monthsBack(today, 1), endDate: today };
    case 'lastCalendarMonth':
      return {
        startDate: `${monthsBack(today, 1).slice(0, 7)}-01`,
        endDate: daysBack(`${today.slice(0, 7)}-01`, 1),
      };
    case 'last6Months':
      return { startDate: monthsBack(today, 6), endDate: today };
    default:
      return { startDate: today, endDate: today };
  }
}

function daysBack(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

function monthsBack(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, lastOfMonth));
  return date.toISOString().slice(0, 10);
}
