import { dayName, dayNumber, offsetAt, toLocalText } from '@inner-weather/domain/time/local-time';
import { endOfDay, nextOccurrence, type Occurrence, occurrencesAfter, type Schedule } from './occurrences.js';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const HOUR_MS = 60 * 60_000;

/** Clocks change at 01:00 UTC; at 02:00; by half an hour at 02:00; and at midnight. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago'];

/** Every half hour in which clocks change, some beside it, and an evening. */
const TIMES = ['00:00', '00:30', '01:00', '01:30', '02:00', '02:15', '02:30', '03:00', '03:30', '21:00'];

const START = Date.UTC(2026, 0, 1, 12);
const DAYS = 400;

const local = (timeZone: string, at: number): string => toLocalText(at, offsetAt(timeZone, at)).slice(0, 16);

function take(schedule: Schedule, after: number, count: number): Occurrence[] {
  const taken: Occurrence[] = [];
  for (const occurrence of occurrencesAfter(schedule, after)) {
    if (taken.push(occurrence) === count) break;
  }
  return taken;
}

describe.each(ZONES)('reminders in %s, with its changes of summer time', (timeZone) => {
  it.each([0, 3])(
    'come once for each day that ends at %d, at their time unless it is skipped',
    (dayEndsAt) => {
      for (const time of TIMES) {
        const taken = take({ time, weekdays: EVERY_DAY, timeZone, dayEndsAt }, START, DAYS);
        const first = dayNumber(taken[0]!.day);
        expect(taken.map(({ day }) => day)).toEqual(taken.map((_, index) => dayName(first + index)));
        expect(taken.every(({ at }, index) => index === 0 || at > taken[index - 1]!.at)).toBe(true);
        const daysLater = Number(time.slice(0, 2)) < dayEndsAt ? 1 : 0;
        const elsewhere = taken
          .map(({ at, day }) => ({ at, wanted: `${dayName(dayNumber(day) + daysLater)}T${time}` }))
          .filter(({ at, wanted }) => local(timeZone, at) !== wanted);
        // A year and a month have at most two changes to summer time.
        expect(elsewhere.length).toBeLessThanOrEqual(2);
        for (const { at, wanted } of elsewhere) {
          // Later by what is skipped: the clocks were set forward just before.
          expect(local(timeZone, at) > wanted).toBe(true);
          expect(offsetAt(timeZone, at - HOUR_MS)).toBeLessThan(offsetAt(timeZone, at));
        }
      }
    },
  );

  it('of a repeated minute come at the first one', () => {
    const repeated = { 'Europe/Berlin': '02:30', 'America/New_York': '01:30' }[timeZone];
    if (!repeated) return;
    const days = take({ time: repeated, weekdays: EVERY_DAY, timeZone, dayEndsAt: 0 }, START, DAYS);
    const onBoth = days.filter(({ at }) => local(timeZone, at) === local(timeZone, at + HOUR_MS));
    expect(onBoth.length).toBeGreaterThan(0);
    for (const { at } of onBoth) expect(local(timeZone, at - HOUR_MS)).not.toBe(local(timeZone, at));
  });

  it('are the same wherever one begins to count', () => {
    const schedule = { time: '02:30', weekdays: [1, 3, 7], timeZone, dayEndsAt: 3 };
    const taken = take(schedule, START, 100);
    taken.slice(0, -1).forEach(({ at }, index) => {
      for (const after of [at, at + 1, taken[index + 1]!.at - 1])
        expect(nextOccurrence(schedule, after)).toEqual(taken[index + 1]);
      expect(nextOccurrence(schedule, at - 1)).toEqual(taken[index]);
    });
  });

  it('end with their day', () => {
    for (const dayEndsAt of [0, 3]) {
      const schedule = { time: '21:00', weekdays: EVERY_DAY, timeZone, dayEndsAt };
      for (const { at, day } of take(schedule, START, DAYS)) {
        const hours = (endOfDay(schedule, day) - at) / HOUR_MS;
        expect(Math.abs(hours - 3 - dayEndsAt)).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('a reminder', () => {
  it('comes on its weekdays only', () => {
    const schedule = { time: '21:00', weekdays: [1, 5], timeZone: 'Europe/Lisbon', dayEndsAt: 0 };
    const days = take(schedule, Date.UTC(2026, 10, 26), 4).map(({ day }) => day);
    // 2026-11-27 is a Friday.
    expect(days).toEqual(['2026-11-27', '2026-11-30', '2026-12-04', '2026-12-07']);
  });
});
