import { dayAtStart } from './day-in-text';
import { comparableName, dayNames } from './day-names';
import { latinDigits, timeOf } from './times';

/** A date as it is written, with the time beside it, if any. */
export type WrittenDay =
  | { day: string; time?: string }
  /** A day whose order is open. */
  | { numbers: [first: number, second: number, year: number]; time?: string }
  /** A moment. There is no offset if the text names UTC, which is the clock of the app and not of the person. */
  | { moment: number; offset?: number };

const YEAR_FIRST = /^(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?:日|\.)?(?:[T ,;-]+(.+))?$/;
const EIGHT_DIGITS = /^((?:19|20)\d\d)(\d\d)(\d\d)(?:[T ](.+))?$/;
const YEAR_LAST = /^(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{4}|\d\d)\.?(?:[T ,;-]+(.+))?$/;
/** `30-Mar-24`, as spreadsheets write it. */
const SHORT_YEAR = /^(\d{1,2}[-./ ]{1,2}\p{L}{3,15})[-./ ]{1,2}'?(\d\d)$/u;
const SECONDS = /^[12]\d{9}(?:\.\d{1,9})?$/;
/** `20240330T081000Z` */
const COMPACT = /^(\d{8})T(\d\d)(\d\d)(?:(\d\d)(?:\.\d{1,9})?)?(?=Z|[+-]|$)/;
/** The end of `Sat Mar 30 2024 08:10:00 GMT+0100 (Central European Standard Time)`. */
const JAVASCRIPT_ZONE = /\s(?:GMT|UTC)([+-]\d\d:?\d\d)(?:\s\([^()]*\))?$/;
/** Days since 30 December 1899, from 1954 to 2064, as spreadsheets count them. */
const SERIAL = /^([2-5]\d{4})(?:[.,](\d{1,12}))?$/;
const MILLISECONDS = /^\d{12,13}$/;
/** The largest offset that a place has, in minutes. */
const OFFSET_MAX = 14 * 60;
const ZONE = /\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/;
const TIME_AT_END = /^(.*?)[T,;\s]+((?:\D{1,5}\s?)?\d{1,2}(?:[:.]|\s?h\s?)\d\d\D*(?:\d.*)?)$/i;

/**
 * A date in one of the ways that people and apps write it: year first, in numbers, or with the name of its month.
 * Whether the day exists is not decided here. Undefined if it is no date.
 */
export function dayOf(text: string): WrittenDay | undefined {
  if (text.length > 200) return undefined;
  const [first = '', last = ''] = latinDigits(text).split('→');
  if (first.length > 80) return undefined;
  const plain = withoutBrackets(first, last)
    .replace(JAVASCRIPT_ZONE, ' $1')
    .replace(
      COMPACT,
      (_, day: string, hour: string, minute: string, second = '00') => `${day}T${hour}:${minute}:${second}`,
    );
  if (SECONDS.test(plain)) return { moment: Math.round(Number(plain) * 1_000) };
  if (MILLISECONDS.test(plain)) return { moment: Number(plain) };
  const [, year, month, day, rest] = YEAR_FIRST.exec(plain) ?? EIGHT_DIGITS.exec(plain) ?? [];
  if (year !== undefined) return withTime(isoDay(Number(year), Number(month), Number(day)), rest);
  const [, dayAndMonth, shortYear] = SHORT_YEAR.exec(plain) ?? [];
  if (shortYear !== undefined) return namedDay(`${dayAndMonth} ${fullYear(shortYear)}`);
  return numbersOf(plain) ?? namedDay(plain) ?? dayOfHeading(plain);
}

/** The same for a cell of a column of dates, in which a number may count days, with the time as its fraction. */
export function dayOfCell(text: string): WrittenDay | undefined {
  const [, days, fraction] = SERIAL.exec(text.trim()) ?? [];
  if (days === undefined) return dayOf(text);
  const seconds = Math.round(Number(`0.${fraction ?? '0'}`) * 24 * 60 * 60);
  const [day = '', time = ''] = new Date(Date.UTC(1899, 11, 30 + Number(days), 0, 0, seconds))
    .toISOString()
    .slice(0, 19)
    .split('T');
  return { day, ...(fraction !== undefined && { time }) };
}

/** Notion writes zones in brackets: `8:05 AM (GMT+1)`. One such as `(CET)` is left out, since it has several offsets. */
const BRACKETS = /\s*\((?:(?:GMT|UTC)(?:([+-])(\d{1,2})(?::(\d\d))?)?|[A-Z]{2,5})\)$/;

/** A range is of its first day. Its zone may stand at its end. */
function withoutBrackets(first: string, last: string): string {
  const plain = first.trim().replace(/^@\s*/, '');
  const [whole = '', sign, hours = '', minutes = '00'] =
    BRACKETS.exec(plain) ?? BRACKETS.exec(last.trim()) ?? [];
  const without = plain.replace(BRACKETS, '');
  if (sign !== undefined && /\d:\d/.test(without))
    return `${without} ${sign}${hours.padStart(2, '0')}:${minutes}`;
  return /GMT|UTC/.test(whole) && /\d:\d/.test(without) ? `${without} UTC` : without;
}

function numbersOf(plain: string): WrittenDay | undefined {
  const [, first, separator, second, year, rest] = YEAR_LAST.exec(plain) ?? [];
  if (first === undefined) return undefined;
  const [a, b] = [Number(first), Number(second)];
  // Where people write dots, the day is first.
  if (separator === '.' || a > 12) return withTime(isoDay(fullYear(year ?? ''), b, a), rest);
  if (b > 12) return withTime(isoDay(fullYear(year ?? ''), a, b), rest);
  return inOpenOrder([a, b, fullYear(year ?? '')], rest);
}

function inOpenOrder(
  numbers: [first: number, second: number, year: number],
  rest: string | undefined,
): WrittenDay | undefined {
  if (rest === undefined || !/\d/.test(rest)) return { numbers };
  const time = timeOf(rest);
  return time === undefined ? undefined : { numbers, time: time.slice(0, 5) };
}

/** Years of two digits are not in the future. */
export function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  const recent = 2_000 + Number(year);
  return recent > new Date().getUTCFullYear() + 1 ? recent - 100 : recent;
}

/** Between the day and the time: `2024年3月30日 星期六 下午10:04`. */
const WEEKDAY = /^(?:(?:星期|礼拜|禮拜|周|週)[一二三四五六日天]|[월화수목금토일]요일)\s*/;

/** Such as `Monday, 15 January 2024 at 22:04` or `15 de enero de 2024`. */
function namedDay(plain: string): WrittenDay | undefined {
  const [, date = plain, rest] = TIME_AT_END.exec(plain) ?? [];
  const words = date.match(/[\p{L}\p{M}׳]+|\d+/gu) ?? [];
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const { months: names } = dayNames();
  const months = words.flatMap((word) => names.get(comparableName(word)) ?? []);
  // "mar." is also a day of the week, which is before the month.
  const month = months.at(-1);
  const year = numbers.find(({ length }) => length === 4);
  const day = numbers.find(({ length }) => length <= 2);
  if (month === undefined || year === undefined || day === undefined || numbers.length !== 2)
    return undefined;
  return withTime(isoDay(Number(year), month, Number(day)), rest);
}

/** As headings and names of files have it: behind a weekday, or in Korean. */
function dayOfHeading(plain: string): WrittenDay | undefined {
  const found = dayAtStart(plain);
  const rest = found?.rest.replace(WEEKDAY, '') ?? '';
  // Words behind it would be of a title.
  if (!found || (rest !== '' && timeOf(rest.replace(ZONE, '')) === undefined)) return undefined;
  return typeof found.day === 'string' ? withTime(found.day, rest) : inOpenOrder(found.day, rest);
}

function withTime(day: string, rest: string | undefined): WrittenDay | undefined {
  // What follows may be the day of the week.
  if (rest === undefined || !/\d/.test(rest)) return { day };
  const zone = ZONE.exec(rest);
  const time = timeOf((zone ? rest.slice(0, zone.index) : rest).replace(WEEKDAY, ''));
  if (time === undefined) return undefined;
  if (!zone) return { day, time };
  const offset = offsetOf(zone[1] ?? '');
  const moment = Date.parse(`${day}T${time.replace(/(\.\d{3})\d+$/, '$1')}Z`);
  if (
    Math.abs(offset) > OFFSET_MAX ||
    !Number.isFinite(moment) ||
    !new Date(moment).toISOString().startsWith(day)
  )
    return { day, time };
  return { moment: moment - offset * 60_000, ...(offset !== 0 && { offset }) };
}

function offsetOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const isoDay = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
