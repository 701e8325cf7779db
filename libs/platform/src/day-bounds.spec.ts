import { dayBounds } from './day-bounds.js';

const boundsOf = (start: string, end: string, zone: string) => {
  const { from, until } = dayBounds(start, end, zone);
  return [from.toISOString(), until.toISOString()];
};

describe('dayBounds', () => {
  it('takes both days whole', () => {
    expect(boundsOf('2026-11-01', '2026-11-30', 'UTC')).toEqual([
      '2026-11-01T00:00:00.000Z',
      '2026-12-01T00:00:00.000Z',
    ]);
  });

  it.each([
    [
      'far in the east',
      'Pacific/Kiritimati',
      '2026-01-01',
      ['2025-12-31T10:00:00.000Z', '2026-01-01T10:00:00.000Z'],
    ],
    [
      'far in the west',
      'Pacific/Pago_Pago',
      '2026-01-01',
      ['2026-01-01T11:00:00.000Z', '2026-01-02T11:00:00.000Z'],
    ],
    [
      'by quarter hours',
      'Asia/Kathmandu',
      '2026-01-01',
      ['2025-12-31T18:15:00.000Z', '2026-01-01T18:15:00.000Z'],
    ],
    ['of 23 hours', 'Europe/Lisbon', '2026-03-29', ['2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z']],
    ['of 25 hours', 'Europe/Lisbon', '2026-10-25', ['2026-10-24T23:00:00.000Z', '2026-10-26T00:00:00.000Z']],
    // The clocks went from midnight to one.
    [
      'without midnight',
      'America/Sao_Paulo',
      '2018-11-04',
      ['2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    ],
    // The clocks went from one back to midnight: the day begins at the first of the two.
    [
      'with two midnights',
      'America/Havana',
      '2025-11-02',
      ['2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z'],
    ],
    [
      'of half an hour more',
      'Australia/Lord_Howe',
      '2026-04-05',
      ['2026-04-04T13:00:00.000Z', '2026-04-05T13:30:00.000Z'],
    ],
  ])('knows days %s', (_what, zone, day, bounds) => {
    expect(boundsOf(day, day, zone)).toEqual(bounds);
  });

  it('gives an empty range for a day that a zone skipped, without gaps around it', () => {
    const skipped = dayBounds('2011-12-30', '2011-12-30', 'Pacific/Apia');
    expect(skipped.until).toEqual(skipped.from);
    expect(dayBounds('2011-12-29', '2011-12-29', 'Pacific/Apia').until).toEqual(skipped.from);
    expect(dayBounds('2011-12-31', '2011-12-31', 'Pacific/Apia').from).toEqual(skipped.from);
  });

  it('reaches from the first year to the last', () => {
    expect(boundsOf('0001-01-01', '9999-12-31', 'UTC')).toEqual([
      '0001-01-01T00:00:00.000Z',
      '+010000-01-01T00:00:00.000Z',
    ]);
  });

  it.each(['Europe/Berlin', 'America/St_Johns', 'Africa/Casablanca', 'Antarctica/Troll', 'Pacific/Apia'])(
    'leaves no gap between the days of %s, and each instant shows the day that it is in',
    (zone) => {
      const shown = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
      for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 86_400_000) {
        const day = new Date(time).toISOString().slice(0, 10);
        const next = new Date(time + 86_400_000).toISOString().slice(0, 10);
        const { from, until } = dayBounds(day, day, zone);
        expect(dayBounds(next, next, zone).from).toEqual(until);
        expect(shown.format(from)).toBe(day);
        expect(shown.format(until.getTime() - 1)).toBe(day);
      }
    },
  );
});
