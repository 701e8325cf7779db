import { daysOfPeriod } from './periods.js';

// Contract: 3 lastWeek, lastMonth, last6Months, else today; the end is today
describe('daysOfPeriod', () => {
  it.each([
    ['lastWeek', '2026-11-20', '2026-11-13'],
    ['lastWeek', '2026-03-03', '2026-02-24'],
    ['lastMonth', '2026-11-20', '2026-10-20'],
    ['lastMonth', '2026-03-31', '2026-02-28'],
    ['lastMonth', '2028-03-30', '2028-02-29'],
    ['lastMonth', '2026-01-15', '2025-12-15'],
    ['last6Months', '2026-08-31', '2026-02-28'],
    ['last6Months', '2026-03-31', '2025-09-30'],
    ['last6Months', '2026-11-20', '2026-05-20'],
  ])('%s up to %s starts on %s', (period, today, startDate) => {
    expect(daysOfPeriod(period, today)).toEqual({ startDate, endDate: today });
  });

  it.each([
    ['2026-11-30', '2026-10-01', '2026-10-31'],
    ['2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2025-12-01', '2025-12-31'],
  ])('lastCalendarMonth before %s is from %s to %s', (today, startDate, endDate) => {
    expect(daysOfPeriod('lastCalendarMonth', today)).toEqual({ startDate, endDate });
  });

  it.each([undefined, '', 'lastYear', 'LASTWEEK', 'constructor'])('takes %p for today', (period) => {
    expect(daysOfPeriod(period, '2026-11-20')).toEqual({ startDate: '2026-11-20', endDate: '2026-11-20' });
  });
});
