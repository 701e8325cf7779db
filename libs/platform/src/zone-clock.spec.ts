import { dayName, dayNumber, ZoneClock } from './zone-clock.js';

const ZONES = [
  'UTC',
  'Europe/Lisbon',
  'America/Sao_Paulo',
  'America/Havana',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
];

/** The same by the runtime's own calendar. */
function wallTimeOf(timeZone: string): (moment: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return (moment) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return `${parts.year}-${parts.month}-${parts.day} ${Number(parts.hour)}`;
  };
}

const MINUTE_MS = 60_000;

describe('a clock of a time zone', () => {
  it.each(ZONES)('shows in %s what the calendar says, around every change of the clocks', (timeZone) => {
    const clock = ZoneClock.of(timeZone);
    const expected = wallTimeOf(timeZone);
    const said = (moment: number) => {
      const { day, hour } = clock.at(moment);
      return `${dayName(day)} ${hour}`;
    };
    const moments: number[] = [];
    // No change is undone within so short a time.
    for (let moment = Date.UTC(2010, 0, 1); moment < Date.UTC(2013, 0, 1); moment += 67 * MINUTE_MS) {
      moments.push(moment);
    }
    expect(moments.filter((moment) => said(moment) !== expected(moment))).toEqual([]);
  });

  it('is exact at the moment of a change', () => {
    const clock = ZoneClock.of('Europe/Lisbon');
    const change = Date.parse('2026-03-29T01:00:00Z');
    expect([change - 1, change].map((moment) => clock.at(moment).hour)).toEqual([0, 2]);
    // Again, now that both stretches are known.
    expect([change, change - 1].map((moment) => clock.at(moment).hour)).toEqual([2, 0]);
  });

  it('knows the days before 1970', () => {
    expect(dayName(ZoneClock.of('UTC').at(Date.parse('1969-12-31T23:59:59Z')).day)).toBe('1969-12-31');
    expect(dayNumber('1969-12-31')).toBe(-1);
  });

  it('refuses an unknown zone', () => {
    expect(() => ZoneClock.of('Mars/Olympus')).toThrow(RangeError);
  });
});
