import type { MeasureKind } from '@inner-weather/domain/measures/measures';
import { numberSign } from '../language/formats';

const HOUR = 60;

/** Minutes as `7:30`, which both a time of day and a duration are in a field. Times of day have two digits: `07:30`. */
export function clockOf(minutes: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / HOUR))}:${twoDigits(minutes % HOUR)}`;
}

/** Minutes of `7:30`, `7.5`, `7,5` or `7`, which are hours; undefined for anything else. */
export function minutesOf(text: string): number | undefined {
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(text.trim());
  if (clock) return Number(clock[1]) * HOUR + Number(clock[2]);
  const hours = /^\d{1,2}(?:[.,]\d{1,2})?$/.exec(text.trim());
  return hours ? Math.round(Number(hours[0].replace(',', '.')) * HOUR) : undefined;
}

const isClock = (kind: MeasureKind): boolean => kind === 'duration' || kind === 'time';

/** A value as it stands in a text field. */
export const inField = (kind: MeasureKind, value: number): string =>
  isClock(kind) ? clockOf(value) : String(value).replace('.', numberSign('decimal') === ',' ? ',' : '.');

/** A number as it is typed, without what stands between thousands: `10,500` in English is `10500`. */
function withoutGroups(text: string): string {
  const spaced = text.replace(/(?<=\d)[\s'’٬](?=\d{3})/g, '');
  const group = numberSign('group');
  if (group !== ',' && group !== '.') return spaced;
  const isGrouped =
    /^-?[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/.exec(spaced)?.[1] === group;
  return isGrouped ? spaced.replaceAll(group, '') : spaced;
}

/** The value of what was typed, with a comma or a point, in Latin or Arabic digits; undefined if it is none. */
export function ofField(kind: MeasureKind, typed: string): number | undefined {
  const text = typed.trim().replace(/[٠-٩]/g, latin(0x660)).replace(/[۰-۹]/g, latin(0x6f0)).replace('٫', '.');
  if (isClock(kind)) return minutesOf(text);
  const number = Number(withoutGroups(text).replace(',', '.'));
  return text === '' || Number.isNaN(number) ? undefined : number;
}

/** @param zero the code of the digit 0 */
const latin = (zero: number) => (digit: string) => String(digit.charCodeAt(0) - zero);
