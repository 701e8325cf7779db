import { t } from '@lingui/core/macro';
import { isolate } from '../language/isolate';
import type { Measure } from './measures';
import { valueInWords } from './value-in-words';

/** `Sleep under 6h`. */
export function belowInWords(measure: Measure, cut: number): string {
  const name = isolate(measure.name);
  if (measure.kind === 'yes-no')
    return t({ message: `no ${name}`, comment: 'Days without something that is measured' });
  const value = valueInWords(measure, cut);
  if (measure.kind === 'time')
    return t({ message: `${name} before ${value}`, comment: 'Wake-up before 7:00' });
  return t({ message: `${name} under ${value}`, comment: 'Sleep under 6h' });
}

/** `Sleep of 6h or more`. */
export function aboveInWords(measure: Measure, cut: number): string {
  const name = isolate(measure.name);
  if (measure.kind === 'yes-no')
    return t({ message: `with ${name}`, comment: 'Days with something that is measured' });
  const value = valueInWords(measure, cut);
  if (measure.kind === 'time')
    return t({ message: `${name} at ${value} or later`, comment: 'Wake-up at 7:00 or later' });
  return t({ message: `${name} of ${value} or more`, comment: 'Sleep of 6h or more' });
}

/** The link to entries of a search. */
export const entriesInWords = (what: string): string =>
  t({ message: `See these entries: ${what}`, comment: 'See these entries: Sleep under 6h' });

interface Bounds {
  measureBelow?: number;
  measureFrom?: number;
}

/** The values that a search asks for. @param measure undefined: it was deleted, or is not known yet */
export function boundsInWords(
  measure: Measure | undefined,
  { measureBelow: below, measureFrom: from }: Bounds,
): string[] {
  if (!measure) return [t`A measure that is not here`];
  const name = isolate(measure.name);
  const bounds = [
    from !== undefined && aboveInWords(measure, from),
    below !== undefined && belowInWords(measure, below),
  ].filter((words) => words !== false);
  return bounds.length > 0
    ? bounds
    : [t({ message: `${name}: any value`, comment: 'A filter: entries with a value of a measure' })];
}
