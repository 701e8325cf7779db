import { offsetAt } from '@inner-weather/domain/time/local-time';
import { calendarFileOf, calendarOf } from './calendar.js';
import { timeZoneLines } from './time-zone.js';

const HOUR_MS = 60 * 60_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

const AT = Date.UTC(2026, 10, 26, 21);
const event = { uid: '2026-11-26.abc@inner-weather', at: AT, title: 'How are you today?', text: 'One tap.' };

/** The lines as a calendar app reads them: unfolded. */
const linesOf = (calendar: string): string[] => calendar.replaceAll('\r\n ', '').split('\r\n');

describe('a calendar', () => {
  it('has an event with an alarm for each reminder, in UTC', () => {
    const lines = linesOf(calendarOf('Inner Weather', 'en', [event], AT - 1_000));
    expect(lines).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Inner Weather//Reminders//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Inner Weather',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VEVENT',
      'UID:2026-11-26.abc@inner-weather',
      'DTSTAMP:20261126T205959Z',
      'DTSTART:20261126T210000Z',
      'DURATION:PT5M',
      'SUMMARY;LANGUAGE=en:How are you today?',
      'DESCRIPTION;LANGUAGE=en:One tap.',
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:PT0S',
      'DESCRIPTION:How are you today?',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it.each([
    'ç'.repeat(200),
    'كيف حالك اليوم؟ '.repeat(20),
    '😄'.repeat(60),
    'a'.repeat(75 - 'SUMMARY;LANGUAGE=en:'.length),
  ])('has lines of at most 75 bytes, and loses no character of %s', (title) => {
    const calendar = calendarOf('Inner Weather', 'en', [{ ...event, title }], AT);
    for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(linesOf(calendar)).toContain(`SUMMARY;LANGUAGE=en:${title}`);
  });

  it('escapes what would end a text', () => {
    const calendar = calendarOf('Inner Weather', 'en', [{ ...event, title: 'a,b;c\\d\ne' }], AT);
    expect(linesOf(calendar)).toContain('SUMMARY;LANGUAGE=en:a\\,b\\;c\\\\d\\ne');
  });

  it('without reminders has the component that a calendar must have, and no event', () => {
    const lines = linesOf(calendarOf('Inner Weather', 'ar', [], AT));
    expect(lines.slice(8)).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:UTC',
      'BEGIN:STANDARD',
      'DTSTART:20250101T000000',
      'TZOFFSETFROM:+0000',
      'TZOFFSETTO:+0000',
      'END:STANDARD',
      'END:VTIMEZONE',
      'END:VCALENDAR',
      '',
    ]);
  });
});

describe('a file to import', () => {
  const repeating = { uid: 'repeating.abc@inner-weather', title: 'How are you today?', text: 'One tap.' };

  it('has one event that repeats on its weekdays in its zone, with an alarm', () => {
    const when = { first: '2026-11-26T21:00', timeZone: 'Europe/Berlin', weekdays: [1, 4, 7] };
    const lines = linesOf(calendarFileOf({ ...repeating, ...when }, 'en', AT - 1_000));
    expect(lines.slice(5)).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'BEGIN:DAYLIGHT',
      'DTSTART:20250330T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'DTSTART:20251026T030000',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:repeating.abc@inner-weather',
      'DTSTAMP:20261126T205959Z',
      'DTSTART;TZID=Europe/Berlin:20261126T210000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TH,SU',
      'DURATION:PT5M',
      'SUMMARY;LANGUAGE=en:How are you today?',
      'DESCRIPTION;LANGUAGE=en:One tap.',
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:PT0S',
      'DESCRIPTION:How are you today?',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it.each([
    ['America/New_York', ['BYMONTH=3;BYDAY=2SU', 'BYMONTH=11;BYDAY=1SU']],
    ['Australia/Lord_Howe', ['BYMONTH=4;BYDAY=1SU', 'BYMONTH=10;BYDAY=1SU']],
    [
      'America/Santiago',
      ['BYMONTH=4;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU', 'BYMONTH=9;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU'],
    ],
    ['Asia/Kolkata', []],
    ['Africa/Casablanca', []],
  ])('describes %s as its clocks go, for ten years', (timeZone, rules) => {
    const lines = timeZoneLines(timeZone, AT);
    expect(lines.filter((line) => line.startsWith('RRULE')).sort()).toEqual(
      rules.map((rule) => `RRULE:FREQ=YEARLY;${rule}`).sort(),
    );
    const offsetOf = reader(lines);
    for (let moment = AT; moment < AT + 10 * YEAR_MS; moment += 25 * HOUR_MS)
      expect([moment, offsetOf(moment)]).toEqual([moment, offsetAt(timeZone, moment)]);
  });
});

/** Reads a description as a calendar app does: the offset of the change that came last. Answers minutes ahead of UTC. */
function reader(lines: readonly string[]): (moment: number) => number {
  const changes = lines
    .join('\n')
    .split(/BEGIN:(?:STANDARD|DAYLIGHT)\n/)
    .slice(1)
    .flatMap((part) => {
      const valueOf = (name: string) => new RegExp(`${name}:(.*)`).exec(part)?.[1] ?? '';
      const minutesIn = (text: string) =>
        (text.startsWith('-') ? -1 : 1) * (Number(text.slice(1, 3)) * 60 + Number(text.slice(3)));
      const [before, after] = [minutesIn(valueOf('TZOFFSETFROM')), minutesIn(valueOf('TZOFFSETTO'))];
      const start = valueOf('DTSTART');
      const [, year = '', month = '', day = '', time = ''] = /^(\d{4})(\d\d)(\d\d)T(\d{4})/.exec(start) ?? [];
      const clock = `${time.slice(0, 2)}:${time.slice(2)}Z`;
      const days = valueOf('RRULE') ? daysOf(valueOf('RRULE'), Number(year)) : [`${year}-${month}-${day}`];
      expect(days[0]).toBe(`${year}-${month}-${day}`);
      return days.map((one) => ({ at: Date.parse(`${one}T${clock}`) - before * 60_000, after }));
    })
    .sort((a, b) => a.at - b.at);
  return (moment) => changes.filter(({ at }) => at <= moment).at(-1)?.after ?? NaN;
}

/** The days of a yearly rule, from a year on. */
function daysOf(rule: string, from: number): string[] {
  const part = (name: string) => new RegExp(`${name}=([^;]*)`).exec(rule)?.[1] ?? '';
  const [, nth = '', name = ''] = /^(-?\d*)(\w\w)$/.exec(part('BYDAY')) ?? [];
  const weekday = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'].indexOf(name);
  const month = Number(part('BYMONTH')) - 1;
  return Array.from({ length: 14 }, (_, index) => {
    const days = Array.from({ length: 31 }, (_day, day) => new Date(Date.UTC(from + index, month, day + 1)))
      .filter((date) => date.getUTCMonth() === month && date.getUTCDay() === weekday)
      .filter(
        (date) =>
          !part('BYMONTHDAY') || part('BYMONTHDAY').split(',').map(Number).includes(date.getUTCDate()),
      );
    return (
      days
        .at(nth === '' ? 0 : Number(nth) - (Number(nth) > 0 ? 1 : 0))
        ?.toISOString()
        .slice(0, 10) ?? ''
    );
  });
}
