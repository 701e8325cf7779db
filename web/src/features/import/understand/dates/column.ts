import { detailOf } from '../files/reading';
import type { Reason, When } from '../understood';
import { dayOfCell, fullYear, type WrittenDay } from './days';
import { latinDigits, timeOf } from './times';
import { dayOnly, isLocalTime } from './when';

/** The first two numbers of a date whose order may be open, and what stands between them. A weekday may be before them. */
const NUMBERS = /^\s*(?:\p{L}[\p{L}\p{M}]*[.,،\s]*)?(\d{1,2})\s?([-/])\s?(\d{1,2})\s?\2/u;

const numbersIn = (cell: string) => NUMBERS.exec(latinDigits(cell.slice(0, 40))) ?? [];

/** Three numbers of which the first or the last may be a year, as in `24-03-30`. A time may stand behind them. */
const SHORT_YEAR = /^(\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;

const withLatinDigits = (cell: string): string => latinDigits(cell.slice(0, 40)).trim();

/** The dates of a column. */
export const datesOf = (cells: string[]): (WrittenDay | undefined)[] => inOneOrder(cells, daysOf(cells));

/**
 * What each cell says. Where the last number would be a year of the last century, years of two digits stand first if they
 * can in all cells: `24-03-30` is in 2024 then, and not in 1930.
 */
export function daysOf(cells: string[]): (WrittenDay | undefined)[] {
  const short = cells.flatMap((cell) => {
    const [, first = '', , month = '', last] = SHORT_YEAR.exec(withLatinDigits(cell)) ?? [];
    return last === undefined ? [] : [{ first, month, last }];
  });
  const isYearFirst =
    short.some(({ last }) => fullYear(last) < 2_000) &&
    short.every(
      ({ first, month, last }) =>
        fullYear(first) >= 2_000 &&
        isLocalTime(`20${first}-${month.padStart(2, '0')}-${last.padStart(2, '0')}T12:00`),
    );
  if (!isYearFirst) return cells.map(dayOfCell);
  return cells.map((cell) => {
    const latin = withLatinDigits(cell);
    return dayOfCell(SHORT_YEAR.test(latin) ? `20${latin}` : cell);
  });
}

/**
 * One date that can be read in one order only tells the order of all with the same sign.
 * @param days what `daysOf` made of `cells`
 */
export function inOneOrder(cells: string[], days: (WrittenDay | undefined)[]): (WrittenDay | undefined)[] {
  const orders = new Map<string, Set<'day' | 'month'>>([
    ['/', new Set()],
    ['-', new Set()],
  ]);
  for (const cell of cells) {
    const [, first, sign = '', second] = numbersIn(cell);
    if (Number(first) > 12) orders.get(sign)?.add('day');
    if (Number(second) > 12) orders.get(sign)?.add('month');
  }
  return days.map((written, index) => {
    if (!written || !('numbers' in written)) return written;
    const found = orders.get(numbersIn(cells[index] ?? '')[2] ?? '');
    if (found?.size !== 1) return written;
    const [first, second, year] = written.numbers;
    const [day, month] = found.has('day') ? [first, second] : [second, first];
    const twoDigits = (value: number) => String(value).padStart(2, '0');
    return {
      day: `${year}-${twoDigits(month)}-${twoDigits(day)}`,
      ...(written.time !== undefined && { time: written.time }),
    };
  });
}

export function whenOf(
  day: WrittenDay | undefined,
  written: string,
  writtenTime: string,
): When | { reason: Reason; detail?: string } {
  if (written === '') return { reason: 'no-date' };
  if (!day) return { reason: 'unreadable', detail: detailOf(written) };
  if ('moment' in day) return day;
  const time = writtenTime === '' ? day.time : timeOf(writtenTime);
  if (time === undefined && writtenTime !== '')
    return { reason: 'unreadable', detail: detailOf(writtenTime) };
  if ('numbers' in day)
    return { numbers: day.numbers, ...(time !== undefined && { time: time.slice(0, 5) }) };
  if (time === undefined) return dayOnly(day.day);
  const local = `${day.day}T${time}`;
  return isLocalTime(local)
    ? { local }
    : { reason: 'no-such-date', detail: detailOf(local.replace('T', ' ')) };
}
