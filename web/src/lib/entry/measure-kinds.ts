import type { Measure, MeasureKind } from '@inner-weather/domain/measures/measures';

/** Of each measure that this page has seen, by its id. It never changes. */
const kinds = new Map<string, MeasureKind>();

/** @returns the measures */
export function withKindsNoted<Known extends Pick<Measure, '_id' | 'kind'>>(measures: Known[]): Known[] {
  for (const { _id, kind } of measures) kinds.set(_id, kind);
  return measures;
}

/** Undefined while the measures are not known. */
export const kindOf = (measureId: string): MeasureKind | undefined => kinds.get(measureId);
