import { calendarOf } from './calendar.js';

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

  it('without reminders is empty', () => {
    const lines = linesOf(calendarOf('Inner Weather', 'ar', [], AT));
    expect(lines.filter((line) => line.startsWith('BEGIN'))).toEqual(['BEGIN:VCALENDAR']);
  });
});
