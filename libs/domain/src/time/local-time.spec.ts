import {
  dayAt,
  hourAt,
  isTimeZone,
  offsetAt,
  offsetIn,
  placeMinute,
  todayIn,
  toLocalText,
} from './local-time.js';

const at = (time: string): number => Date.parse(time);

const placed = (minute: string, zone: string) => {
  const { moment, offset, isSkipped } = placeMinute(minute, zone);
  return [toLocalText(moment, offset), ...(isSkipped ? ['skipped'] : [])];
};

describe('offsets', () => {
  it.each([
    ['Asia/Tokyo', '2026-03-01T15:30:00Z', 540],
    ['Pacific/Honolulu', '2026-03-01T15:30:00Z', -600],
    ['Asia/Kathmandu', '2026-03-01T15:30:00Z', 345],
    ['Pacific/Kiritimati', '2026-03-01T15:30:00Z', 840],
    ['Pacific/Apia', '2011-12-30T09:59:59.999Z', -600],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', 840],
    ['Europe/Berlin', '2026-10-25T00:59:59.999Z', 120],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', 60],
    ['Australia/Lord_Howe', '2026-04-04T14:59:59Z', 660],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 630],
    // 44 minutes and 30 seconds behind.
    ['Africa/Monrovia', '1970-06-01T12:00:00Z', -44],
    ['UTC', '1900-01-01T00:00:00Z', 0],
  ])('of %s at %s', (zone, moment, offset) => {
    expect(offsetAt(zone, at(moment))).toBe(offset);
  });

  it.each([
    ['2026-03-01T15:30:00Z', 540, '2026-03-02T00:30:00.000+09:00', '2026-03-02', 0],
    ['2026-03-01T15:30:00Z', -600, '2026-03-01T05:30:00.000-10:00', '2026-03-01', 5],
    ['2026-03-01T10:00:00Z', 840, '2026-03-02T00:00:00.000+14:00', '2026-03-02', 0],
    ['2026-03-01T13:59:00Z', -840, '2026-02-28T23:59:00.000-14:00', '2026-02-28', 23],
    ['2026-03-01T00:00:00Z', -44, '2026-02-28T23:16:00.000-00:44', '2026-02-28', 23],
    ['2026-03-01T15:30:00Z', 0, '2026-03-01T15:30:00.000Z', '2026-03-01', 15],
  ])('place %s at %i minutes', (moment, offset, text, day, hour) => {
    expect(toLocalText(at(moment), offset)).toBe(text);
    expect(at(text)).toBe(at(moment));
    expect([dayAt(at(moment), offset), hourAt(at(moment), offset)]).toEqual([day, hour]);
    expect(offsetIn(text)).toBe(offset);
  });

  it('are read from a time, and are absent where it has none', () => {
    expect(offsetIn('2026-03-01T15:30:00-00:00')).toBe(0);
    expect(offsetIn('2026-03-01T15:30:00')).toBeUndefined();
    expect(offsetIn('2026-03-01')).toBeUndefined();
  });
});

describe('placeMinute', () => {
  it.each([
    ['Europe/Berlin', '2026-10-25T02:30', ['2026-10-25T02:30:00.000+02:00']],
    ['America/New_York', '2026-11-01T01:30', ['2026-11-01T01:30:00.000-04:00']],
    // Half an hour comes twice.
    ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-05T01:45:00.000+11:00']],
    ['Australia/Lord_Howe', '2026-04-05T02:00', ['2026-04-05T02:00:00.000+10:30']],
    // A quarter past midnight, before and after the clocks went back to the day before.
    ['America/Sao_Paulo', '2018-02-17T23:15', ['2018-02-17T23:15:00.000-02:00']],
  ])('takes the first of two in %s, at %s', (zone, minute, expected) => {
    expect(placed(minute, zone)).toEqual(expected);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T02:30', ['2026-03-29T03:30:00.000+02:00', 'skipped']],
    ['America/New_York', '2026-03-08T02:00', ['2026-03-08T03:00:00.000-04:00', 'skipped']],
    ['Australia/Lord_Howe', '2026-10-04T02:15', ['2026-10-04T02:45:00.000+11:00', 'skipped']],
    // Midnight does not exist.
    ['America/Sao_Paulo', '2018-11-04T00:10', ['2018-11-04T01:10:00.000-02:00', 'skipped']],
    // Samoa went over to the other side of the date line: this day does not exist.
    ['Pacific/Apia', '2011-12-30T00:00', ['2011-12-31T00:00:00.000+14:00', 'skipped']],
    ['Pacific/Apia', '2011-12-30T23:59', ['2011-12-31T23:59:00.000+14:00', 'skipped']],
  ])('goes over what %s skips, at %s', (zone, minute, expected) => {
    expect(placed(minute, zone)).toEqual(expected);
  });

  it.each([
    ['Pacific/Apia', '2011-12-29T23:59', '2011-12-29T23:59:00.000-10:00'],
    ['Pacific/Apia', '2011-12-31T00:00', '2011-12-31T00:00:00.000+14:00'],
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T01:59:00.000-05:00'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T03:00:00.000-04:00'],
    ['Asia/Kolkata', '2026-11-21T00:00', '2026-11-21T00:00:00.000+05:30'],
    ['Africa/Monrovia', '1970-06-01T00:00', '1970-06-01T00:00:00.000-00:44'],
    ['UTC', '2026-11-20T23:30', '2026-11-20T23:30:00.000Z'],
  ])('stays on the clocks of %s at %s', (zone, minute, expected) => {
    expect(placed(minute, zone)).toEqual([expected]);
  });
});

describe('todayIn', () => {
  it('changes at midnight of the zone', () => {
    const [before, after] = [at('2026-03-01T14:59:59.999Z'), at('2026-03-01T15:00:00Z')];
    expect([todayIn('Asia/Tokyo', before), todayIn('Asia/Tokyo', after)]).toEqual([
      '2026-03-01',
      '2026-03-02',
    ]);
    expect(todayIn('Pacific/Honolulu', after)).toBe('2026-03-01');
  });
});

describe('isTimeZone', () => {
  it.each(['Europe/Lisbon', 'UTC', 'Asia/Kolkata'])('knows %s', (zone) => {
    expect(isTimeZone(zone)).toBe(true);
  });

  it.each(['Etc/Unknown', 'etc/unknown', '', 'Mars/Olympus', '+02:00', 'x'.repeat(100), 7, null])(
    'refuses %j',
    (zone) => {
      expect(isTimeZone(zone)).toBe(false);
    },
  );
});
