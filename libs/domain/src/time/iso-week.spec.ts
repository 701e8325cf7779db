import { isoWeekOf } from './iso-week.js';
import { dayName, dayNumber } from './local-time.js';

describe('the ISO week of a day', () => {
  it.each([
    ['2026-11-26', '2026-W48'],
    ['2026-11-29', '2026-W48'],
    ['2026-11-30', '2026-W49'],
    ['2027-01-03', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['2024-12-30', '2025-W01'],
    ['2023-01-01', '2022-W52'],
  ])('%s is in %s', (day, week) => {
    expect(isoWeekOf(day)).toBe(week);
  });

  it('grows by one each Monday, for decades', () => {
    const first = dayNumber('2001-01-01');
    const weeks = Array.from({ length: 40 * 366 }, (_, n) => isoWeekOf(dayName(first + n)));
    // One assertion for each of 15,000 days would take longer than the weeks themselves.
    const wrong = weeks.flatMap((week, n) => {
      const before = weeks[n - 1] ?? '';
      return (n % 7 === 0 ? week > before : week === before) ? [] : [{ before, week }];
    });
    expect(wrong).toEqual([]);
  });
});
