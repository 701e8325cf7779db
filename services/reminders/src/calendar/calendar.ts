import { localTime, timeZoneLines, WEEKDAYS } from './time-zone.js';

/** What a calendar app shows. */
interface Shown {
  /** Stays the same in every answer, so that a calendar replaces what it has. */
  uid: string;
  title: string;
  text: string;
}

export interface CalendarEvent extends Shown {
  /** Milliseconds since 1970. */
  at: number;
}

/** An event of each week. */
export interface RepeatingEvent extends Shown {
  /** Local, YYYY-MM-DDTHH:mm. Its day is one of the weekdays. */
  first: string;
  timeZone: string;
  /** ISO weekdays; 1 is Monday. */
  weekdays: readonly number[];
}

/** Minutes that a reminder takes in the calendar. */
const DURATION_MIN = 5;
/** RFC 5545: bytes of a line, without its end. */
const LINE_BYTES_MAX = 75;

/**
 * A calendar to subscribe to, in the format of RFC 5545. Its times are in UTC: each reminder is an event of its own, so it
 * needs no description of time zones, and is right after a change of summer time. Without events it has one of UTC, since
 * a calendar has at least one component (section 3.6), and some apps refuse a calendar without any.
 */
export const calendarOf = (
  name: string,
  language: string,
  events: readonly CalendarEvent[],
  now: number,
): string =>
  textOf(language, [
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...(events.length === 0 ? timeZoneLines('UTC', now) : []),
    ...events.flatMap((event) => linesOf(event, [`DTSTART:${utc(event.at)}`], language, now)),
  ]);

/**
 * A file to import once: one event that repeats (section 3.8.5.3), with its alarm and its time zone. Calendars ring for
 * their own events, also those that do not ring for a calendar that somebody subscribed to.
 */
export function calendarFileOf(event: RepeatingEvent, language: string, now: number): string {
  const { first, timeZone, weekdays } = event;
  const days = weekdays.map((weekday) => WEEKDAYS[weekday]).join();
  const start = [
    `DTSTART;TZID=${timeZone}:${localTime(new Date(`${first}Z`))}`,
    `RRULE:FREQ=WEEKLY;BYDAY=${days}`,
  ];
  return textOf(language, [...timeZoneLines(timeZone, now), ...linesOf(event, start, language, now)]);
}

const textOf = (language: string, lines: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Inner Weather//Reminders//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...lines,
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');

const linesOf = (
  { uid, title, text }: Shown,
  start: readonly string[],
  language: string,
  now: number,
): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${utc(now)}`,
  ...start,
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
const utc = (at: number): string => `${localTime(new Date(at))}Z`;

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
