import { daysOfPeriod } from './periods.js';

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

  it.each([undefined, '', 'lastYear', 'LASTWEEK', 'constructor'])('takes %p for today', (period) => {
    expect(daysOfPeriod(period, '2026-11-20')).toEqual({ startDate: '2026-11-20', endDate: '2026-11-20' });
  });
});
