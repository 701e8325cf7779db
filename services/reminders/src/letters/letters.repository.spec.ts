import { nextLetter } from './letters.repository.js';

const HOUR_MS = 60 * 60_000;

// Summer time and days that end later: occurrences.spec.ts.
describe('a weekly letter', () => {
  const schedule = { weekday: 7, time: '19:00', timeZone: 'UTC', dayEndsAt: 0 };
  const SUNDAY = Date.UTC(2026, 10, 29, 19);

  it('that was moved to a later day of its week comes in the next one', () => {
    const { nextDay } = nextLetter({ ...schedule, lastWeek: '2026-W48' }, SUNDAY - 3 * 24 * HOUR_MS);
    expect(nextDay).toBe('2026-12-06');
  });

  it('comes in the week in which it was turned on', () => {
    expect(nextLetter(schedule, SUNDAY - 1)).toEqual({ nextAt: new Date(SUNDAY), nextDay: '2026-11-29' });
    expect(nextLetter(schedule, SUNDAY).nextDay).toBe('2026-12-06');
  });
});
