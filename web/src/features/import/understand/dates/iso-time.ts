import type { Reason, When } from '../understood';
import { isLocalTime } from './when';

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * The time of an ISO 8601 text, or why there is none.
 * @param zone of the entry, which has precedence over the offset of the text
 */
export function whenOf(value: unknown, zone?: string): When | { reason: Reason; detail?: string } {
  const text = typeof value === 'string' ? value.trim() : '';
  const [, day, time, offset] = ISO.exec(text) ?? [];
  if (day === undefined || time === undefined)
    return { reason: 'no-date', ...(text !== '' && { detail: text.slice(0, 100) }) };
  const local = `${day}T${time}`;
  if (!isLocalTime(local)) return { reason: 'no-such-date', detail: text.slice(0, 100) };
  const inZone = zone === undefined ? {} : { zone };
  if (offset === undefined) return { local, ...inZone };
  const minutes = minutesOf(offset);
  const moment = Date.parse(`${local.slice(0, 23)}Z`) - minutes * 60_000;
  return { moment, ...(zone === undefined && offset.toUpperCase() !== 'Z' ? { offset: minutes } : inZone) };
}

/** The moment of an ISO 8601 text with an offset, in milliseconds since 1970. */
export function momentIn(value: unknown): number | undefined {
  const when = whenOf(value);
  return 'moment' in when ? when.moment : undefined;
}

function minutesOf(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return offset.startsWith('-') ? -minutes : minutes;
}
