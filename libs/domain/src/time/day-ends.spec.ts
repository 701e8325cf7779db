import fc from 'fast-check';
import {
  DAY_ENDS_AT_MAX,
  dayAt,
  dayName,
  dayNumber,
  hourAt,
  mayBelongTo,
  offsetAt,
  todayIn,
} from './local-time.js';

const HOUR_MS = 60 * 60_000;

const before = (day: string): string => dayName(dayNumber(day) - 1);

/** Zones, and moments at which their clocks change in 2026. */
const CHANGES = [
  ['Europe/Lisbon', '2026-03-29T01:00:00Z'],
  ['Europe/Lisbon', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  // Midnight does not exist, or comes twice.
  ['Asia/Beirut', '2026-03-28T22:00:00Z'],
  ['Asia/Beirut', '2026-10-24T21:00:00Z'],
  // By half an hour.
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
] as const;

const endsAt = fc.integer({ min: 0, max: DAY_ENDS_AT_MAX });
const anyMoment = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2035-01-01') });
const anyZone = fc.constantFrom(
  ...CHANGES.map(([zone]) => zone),
  'UTC',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
);
/** A zone, and a moment within two days of a change of its clocks. */
const nearChange = fc
  .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -48 * HOUR_MS, max: 48 * HOUR_MS }))
  .map(([[zone, change], distance]) => ({ zone, moment: Date.parse(change) + distance }));
const anywhere = fc.oneof(nearChange, fc.record({ zone: anyZone, moment: anyMoment }));

describe('a day that ends after midnight', () => {
  it('has the hours before its end, and no later ones, on the clocks of the place', () => {
    fc.assert(
      fc.property(anywhere, endsAt, ({ zone, moment }, end) => {
        const offset = offsetAt(zone, moment);
        const date = dayAt(moment, offset);
        const expected = hourAt(moment, offset) < end ? before(date) : date;
        expect([dayAt(moment, offset, end), todayIn(zone, moment, end)]).toEqual([expected, expected]);
      }),
    );
  });

  it('is followed by the next one for good, also while the clocks change', () => {
    fc.assert(
      fc.property(
        nearChange,
        fc.integer({ min: 0, max: 30 * HOUR_MS }),
        endsAt,
        ({ zone, moment }, later, end) => {
          expect(todayIn(zone, moment, end) <= todayIn(zone, moment + later, end)).toBe(true);
        },
      ),
    );
  });

  it('can have an entry if the day ends at some hour that a person can choose', () => {
    fc.assert(
      fc.property(anywhere, fc.integer({ min: -2, max: 2 }), ({ zone, moment }, away) => {
        const offset = offsetAt(zone, moment);
        const day = dayName(dayNumber(dayAt(moment, offset)) + away);
        const ends = Array.from({ length: DAY_ENDS_AT_MAX + 1 }, (_, end) => end);
        const isPossible = ends.some((end) => dayAt(moment, offset, end) === day);
        expect(mayBelongTo(day, moment, offset)).toBe(isPossible);
      }),
    );
  });

  it.each([
    // The clocks go forward over the end of the day: it ends where they go on.
    ['Europe/Lisbon', 1, '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'],
    ['Asia/Beirut', 0, '2026-03-28T21:59:59Z', '2026-03-28T22:00:00Z'],
    ['Australia/Lord_Howe', 2, '2026-10-03T15:29:59Z', '2026-10-03T15:30:00Z'],
    // The last hour of the day comes twice, and belongs to it both times.
    ['Europe/Lisbon', 2, '2026-10-25T01:59:59Z', '2026-10-25T02:00:00Z'],
    ['Asia/Beirut', 0, '2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z'],
    ['Australia/Lord_Howe', 2, '2026-04-04T15:29:59Z', '2026-04-04T15:30:00Z'],
    // The first hour of the new day comes twice.
    ['Europe/Lisbon', 1, '2026-10-24T23:59:59Z', '2026-10-25T00:00:00Z'],
  ])('ends in %s at %i, before %s', (zone, end, last, first) => {
    const [lastDay, firstDay] = [last, first].map((time) => todayIn(zone, Date.parse(time), end));
    expect(lastDay).toBe(before(firstDay!));
  });
});
