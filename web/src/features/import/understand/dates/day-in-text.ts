import { comparableName, dayNames } from './day-names';
import { timeOf } from './times';

/** A day as people write it in a heading or a file name. */
export interface DayInText {
  /** YYYY-MM-DD, which need not exist, or the numbers of a day whose order is open. */
  day: string | [first: number, second: number, year: number];
  /** The text behind it, without a weekday and signs between them. */
  rest: string;
}

export interface TimeInText {
  /** HH:mm */
  time: string;
  rest: string;
}

/** Longer than any day in words. */
const LENGTH = 80;

/** Words and signs within a day in words: "Monday, the 1st of April 2024", "le 1er avril 2024", "1 апреля 2024 г." */
const FILLERS = new Set(
  'de del of the den der am le el il o st nd rd th er e º ª г года año ano gada m d , . - – — ( ) /'.split(
    ' ',
  ),
);

/** Whether what follows a day in words belongs to it. */
const TAIL = /^(?:\s*(?:г\.|года|г)(?!\p{L}))?/u;

/** A day at the start of a text, perhaps behind a weekday: 2024-03-30, 31.03.2024, 03/04/2024, 30 March 2024. */
export function dayAtStart(text: string): DayInText | undefined {
  const head = withPlainDigits(text.slice(0, LENGTH));
  for (const from of leadsOf(head)) {
    const start = head.slice(from);
    const found = dayInNumbers(start) ?? dayInWords(start);
    if (found) return { day: found.day, rest: withoutWeekday(text.slice(from + found.length)) };
  }
  return undefined;
}

/** A time at the start of a text: 08:10, 8:10 PM, um 8:10 Uhr, at 8.10 pm, 8h10, 下午8:10, 晚上8点10分. */
export function timeAtStart(text: string): TimeInText | undefined {
  const [whole, hours, minutes, half] =
    /^[\s,;@–—-]*(?:T(?=\d)|(?:at|um|kl\.?|à|às)\s+)?(\d{1,2})(?:[:h]|\.(?=\d\d\s?(?:[ap]\.?m\b|Uhr\b)))(\d\d)(?::\d\d(?:\.\d+)?)?(?!\d)(?:\s*([ap])\.?\s?m\b\.?|\s*Uhr\b)?/i.exec(
      withPlainDigits(text.slice(0, LENGTH)),
    ) ?? [];
  if (whole === undefined) return chineseTimeAtStart(text);
  const hour = hourOf(Number(hours), half);
  if (hour === undefined || Number(minutes) > 59) return undefined;
  return { time: `${twoDigits(hour)}:${minutes}`, rest: withoutSigns(text.slice(whole.length)) };
}

function chineseTimeAtStart(text: string): TimeInText | undefined {
  const [whole = '', words = ''] =
    /^[\s，,@–—-]*((?:凌晨|清晨|早上|上午|中午|下午|傍晚|晚上)?\s*\d{1,2}[:点點时時]\d\d分?)(?!\d)/.exec(
      withPlainDigits(text.slice(0, LENGTH)).replaceAll('：', ':'),
    ) ?? [];
  const time = words === '' ? undefined : timeOf(words);
  if (time === undefined || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  return { time, rest: withoutSigns(text.slice(whole.length)) };
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** Arabic, Persian, Devanagari and wide digits. The length stays the same. */
const withPlainDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String((code & 0xf) - (code >= 0x966 && code <= 0x96f ? 6 : 0));
  });

/** Lengths of what may stand before a day: signs and a weekday, or signs alone, since "Mar" is a French Tuesday, too. */
function leadsOf(text: string): number[] {
  const [lead = '', word = ''] = /^[\s*_[(]*(\p{L}[\p{L}\p{M}’'-]*)?/u.exec(text) ?? [];
  const signs = lead.length - word.length;
  if (!dayNames().weekdays.has(comparableName(word))) return [signs];
  return [lead.length + (/^[.,،，\s]*/.exec(text.slice(lead.length))?.[0].length ?? 0), signs];
}

function withoutWeekday(text: string): string {
  const rest = withoutSigns(text);
  const inChinese = CHINESE_WEEKDAY.exec(rest)?.[0];
  if (inChinese !== undefined) return withoutSigns(rest.slice(inChinese.length));
  const word = /^\p{L}[\p{L}\p{M}’'-]*/u.exec(rest.slice(0, LENGTH))?.[0] ?? '';
  const behind = rest.slice(word.length);
  const { weekdays, longWeekdays } = dayNames();
  const name = comparableName(word);
  // A short one may be a word of the title: "So tired", "La mer".
  const isWeekday = longWeekdays.has(name) || (weekdays.has(name) && !/^\s+[\p{L}\p{N}]/u.test(behind));
  return isWeekday ? withoutSigns(behind) : rest;
}

/** What follows need not be apart: 星期六晴. */
const CHINESE_WEEKDAY = /^(?:星期|礼拜|禮拜|周|週)[一二三四五六日天]/;

const withoutSigns = (text: string): string =>
  text.replace(/^[\s\])}*_.,;:|，。；：、）】–—-]+/, '').trimEnd();

type Found = Pick<DayInText, 'day'> & { length: number };

function dayInNumbers(text: string): Found | undefined {
  const yearFirst =
    /^(\d{4})([-_./ ]?)(\d\d)\2(\d\d)(?!\d)/.exec(text) ??
    /^(\d{4})([-_./])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text) ??
    /^(\d{4})([년年])\s?(\d{1,2})[월月]\s?(\d{1,2})[일日号號]/.exec(text);
  if (yearFirst) {
    const [{ length }, year, , month, day] = yearFirst;
    return { day: dayOf(year, month, day), length };
  }
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/.exec(text);
  if (dotted) {
    const [{ length }, day, month, year] = dotted;
    return { day: dayOf(year, month, day), length };
  }
  const [whole, first, , second, year] = /^(\d{1,2})([-/_ ])(\d{1,2})\2(\d{4})(?!\d)/.exec(text) ?? [];
  return whole === undefined
    ? undefined
    : { day: dayOfNumbers(Number(first), Number(second), Number(year)), length: whole.length };
}

/** One of the numbers may show which of them is the month. */
function dayOfNumbers(first: number, second: number, year: number): DayInText['day'] {
  if (first > 12 || first === second) return dayOf(year, second, first);
  return second > 12 ? dayOf(year, first, second) : [first, second, year];
}

function dayInWords(text: string): Found | undefined {
  let year: string | undefined;
  let month: number | undefined;
  let day: string | undefined;
  let mayBeWeekday = false;
  for (const { 0: token, index } of text.matchAll(/\p{L}[\p{L}\p{M}’']*|\d+|[^\s]/gu)) {
    const name = comparableName(token);
    const namedMonth = dayNames().months.get(name);
    if (/^\d{4}$/.test(token) && year === undefined) year = token;
    else if (/^\d{1,2}$/.test(token) && day === undefined) day = token;
    else if (namedMonth !== undefined && (month === undefined || mayBeWeekday)) {
      month = namedMonth;
      // French "mar." is a Tuesday as well as March.
      mayBeWeekday = dayNames().weekdays.has(name);
    } else if (!FILLERS.has(name || token) && !dayNames().weekdays.has(name)) return undefined;
    if (year === undefined || month === undefined || day === undefined) continue;
    const end = index + token.length;
    return { day: dayOf(year, month, day), length: end + (TAIL.exec(text.slice(end))?.[0].length ?? 0) };
  }
  return undefined;
}

const dayOf = (year: string | number = '', month: string | number = '', day: string | number = ''): string =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}`;

const twoDigits = (value: string | number): string => String(value).padStart(2, '0');
