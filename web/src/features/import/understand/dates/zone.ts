import { isTimeZone } from '@inner-weather/domain/time/local-time';
import type { Collector } from '../collector';
import { text } from '../files/reading';
import type { At } from '../understood';

/** The first zone that is known here. A remark says so if the file has a zone, but none that is known. */
export function zoneOf(collector: Collector, at: At, ...names: unknown[]): string | undefined {
  const zone = names.find(isTimeZone);
  const unknown = zone === undefined ? names.map(text).find((name) => name !== '') : undefined;
  if (unknown !== undefined) collector.remark(at, 'unknown-zone', unknown);
  return zone;
}
