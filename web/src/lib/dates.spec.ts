import { dayOf, rangeInWords } from './dates';

describe('dates', () => {
  it('names the day of a moment where the reader is', () => {
    expect(dayOf('2026-11-20T23:30:00.000Z', 'UTC')).toBe('2026-11-20');
    expect(dayOf('2026-11-20T23:30:00.000Z', 'Pacific/Auckland')).toBe('2026-11-21');
    expect(dayOf('2026-03-01T02:00:00.000Z', 'America/New_York')).toBe('2026-02-28');
    expect(dayOf('0999-01-05T12:00:00.000Z', 'UTC')).toMatch(/-01-05$/);
  });

  it('says a range in words, and one day once', () => {
    expect(rangeInWords('2026-11-14', '2026-11-21')).toMatch(/^14\s–\s21 Nov 2026$/u);
    expect(rangeInWords('2026-11-21', '2026-11-21')).toBe('21 Nov 2026');
    expect(rangeInWords('soon', 'later')).toBe('soon – later');
  });
});
