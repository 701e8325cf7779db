import { locale } from './language';

/* Formats by the reader's locale. Making one is slow, so each is made once. */

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();
const listFormats = new Map<string, Intl.ListFormat>();

function cached<T>(formats: Map<string, T>, key: string, make: () => T): T {
  let format = formats.get(key);
  if (!format) formats.set(key, (format = make()));
  return format;
}

/**
 * A format of moments. Its calendar is the Gregorian one in every locale, because days and months are stored by it.
 * @param options if no time zone is given, it is UTC: days are read as their midnight there
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const all = { calendar: 'gregory', timeZone: 'UTC', ...options };
  return cached(dateFormats, JSON.stringify([locale(), all]), () => new Intl.DateTimeFormat(locale(), all));
}

const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  cached(numberFormats, JSON.stringify([locale(), options]), () => new Intl.NumberFormat(locale(), options));

/** A number as the reader writes it: `1,204`. */
export const numberInWords = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(options).format(value);

/** The sign that the reader writes between thousands, or before decimals. */
export function numberSign(type: 'group' | 'decimal'): string {
  const parts = numberFormat({ useGrouping: 'always' }).formatToParts(1234.5);
  return parts.find((part) => part.type === type)?.value ?? '';
}

/** `Porto, Oslo and Bergen`. */
export const listInWords = (items: readonly string[]): string =>
  cached(listFormats, locale(), () => new Intl.ListFormat(locale(), { type: 'conjunction' })).format(items);

/** For a name that stands alone: many languages write weekdays and months in small letters. */
export function beginningLarge(words: string): string {
  const [first = ''] = words;
  return first.toLocaleUpperCase(locale()) + words.slice(first.length);
}

/** `yesterday` (-1), `today` (0), `in 3 days`. */
export const relativeDays = (days: number): string =>
  new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day');
