import { atMinute, dayOf, minuteOf, rangeInWords } from './dates';

describe('dates', () => {
  it('names the day of a moment where the reader is', () => {
    expect(dayOf('2026-11-20T23:30:00.000Z', 'UTC')).toBe('2026-11-20');
    expect(dayOf('2026-11-20T23:30:00.000Z', 'Pacific/Auckland')).toBe('2026-11-21');
    expect(dayOf('2026-03-01T02:00:00.000Z', 'America/New_York')).toBe('2026-02-28');
    expect(dayOf('0999-01-05T12:00:00.000Z', 'UTC')).toMatch(/-01-05$/);
  });

  it.each([
    ['UTC', '2026-11-20T23:30', '2026-11-20T23:30:00.000Z'],
    ['Pacific/Auckland', '2026-11-21T12:30', '2026-11-20T23:30:00.000Z'],
    ['Asia/Kolkata', '2026-11-21T00:00', '2026-11-20T18:30:00.000Z'],
    // The last minute before the clocks are changed, and the first one after it.
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
  ])('knows which moment a minute in %s is', (zone, minute, moment) => {
    expect(atMinute(minute, zone)).toBe(moment);
    expect(minuteOf(new Date(moment), zone)).toBe(minute);
  });

  it('says a range in words, and one day once', () => {
    expect(rangeInWords('2026-11-14', '2026-11-21')).toMatch(/^14\s–\s21 Nov 2026$/u);
    expect(rangeInWords('2026-11-21', '2026-11-21')).toBe('21 Nov 2026');
    expect(rangeInWords('soon', 'later')).toBe('soon – later');
  });
});
