import { isoWeekOf } from '@inner-weather/domain/time/iso-week';
import { dayName, dayNumber, offsetAt, toLocalText } from '@inner-weather/domain/time/local-time';
import { type LetterSchedule, nextLetter } from './letters.repository.js';

const HOUR_MS = 60 * 60_000;

/** Clocks change at 01:00 UTC; at 02:00; by half an hour at 02:00; and at midnight. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago'];
const TIMES = ['00:00', '00:30', '01:30', '02:15', '02:30', '03:00', '19:00', '23:59'];
/** Clocks change in the night before Sunday; some beside it. */
const WEEKDAYS = [1, 4, 6, 7];
const START = Date.UTC(2026, 0, 1, 12);

const local = (timeZone: string, at: Date): string =>
  toLocalText(at.getTime(), offsetAt(timeZone, at.getTime())).slice(0, 16);

/** The letters of more than a year, as the scheduler plans them. */
function letters(schedule: LetterSchedule, count = 56) {
  const planned = [nextLetter(schedule, START)];
  while (planned.length < count) {
    const { nextAt, nextDay } = planned.at(-1)!;
    planned.push(nextLetter({ ...schedule, lastWeek: isoWeekOf(nextDay) }, nextAt.getTime()));
  }
  return planned;
}

describe.each(ZONES)('weekly letters in %s, with its changes of summer time', (timeZone) => {
  it.each([0, 3])('come once a week on their day, which ends at %d, at their time', (dayEndsAt) => {
    for (const weekday of WEEKDAYS) {
      for (const time of TIMES) {
        const planned = letters({ weekday, time, timeZone, dayEndsAt });
        const first = dayNumber(planned[0]!.nextDay);
        expect(planned.map(({ nextDay }) => nextDay)).toEqual(
          planned.map((_, index) => dayName(first + 7 * index)),
        );
        expect(new Date(`${planned[0]!.nextDay}T12:00Z`).getUTCDay()).toBe(weekday % 7);
        const daysLater = Number(time.slice(0, 2)) < dayEndsAt ? 1 : 0;
        const elsewhere = planned
          .map(({ nextAt, nextDay }) => ({
            nextAt,
            wanted: `${dayName(dayNumber(nextDay) + daysLater)}T${time}`,
          }))
          .filter(({ nextAt, wanted }) => local(timeZone, nextAt) !== wanted);
        // Where clocks were set forward just before: later by what is skipped.
        expect(elsewhere.length).toBeLessThanOrEqual(2);
        for (const { nextAt, wanted } of elsewhere) {
          expect(local(timeZone, nextAt) > wanted).toBe(true);
          const before = nextAt.getTime() - HOUR_MS;
          expect(offsetAt(timeZone, before)).toBeLessThan(offsetAt(timeZone, nextAt.getTime()));
        }
      }
    }
  });
});

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
