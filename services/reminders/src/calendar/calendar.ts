/** What a calendar app shows. */
export interface CalendarEvent {
  /** Stays the same in every answer. */
  uid: string;
  /** Milliseconds since 1970. */
  at: number;
  title: string;
  text: string;
}

/** Minutes that a reminder takes in the calendar. */
const DURATION_MIN = 5;
/** RFC 5545: bytes of a line, without its end. */
const LINE_BYTES_MAX = 75;

/**
 * A calendar in the format of RFC 5545. Its times are in UTC: each reminder is an event of its own, so it needs no
 * description of time zones, and is right after a change of summer time.
 */
export function calendarOf(
  name: string,
  language: string,
  events: readonly CalendarEvent[],
  now: number,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Inner Weather//Reminders//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => linesOf(event, language, now)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const linesOf = ({ uid, at, title, text }: CalendarEvent, language: string, now: number): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${utc(now)}`,
  `DTSTART:${utc(at)}`,
  `DURATION:PT${DURATION_MIN}M`,
  `SUMMARY;LANGUAGE=${language}:${escaped(title)}`,
  `DESCRIPTION;LANGUAGE=${language}:${escaped(text)}`,
  'TRANSP:TRANSPARENT',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'TRIGGER:PT0S',
  `DESCRIPTION:${escaped(title)}`,
  'END:VALARM',
  'END:VEVENT',
];

/** 20261126T200000Z. */
const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Breaks a line into ones of up to 75 bytes, never within a character. */
function folded(line: string): string {
  let result = '';
  let bytes = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (bytes + length > LINE_BYTES_MAX) {
      result += '\r\n ';
      bytes = 1;
    }
    result += character;
    bytes += length;
  }
  return result;
}
