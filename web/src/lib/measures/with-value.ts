import type { Measured } from '@inner-weather/domain/measures/measures';

/** The values with one of them changed. @param value undefined to take it away */
export function withValue(values: Measured, id: string, value: number | undefined): Measured {
  const { [id]: _before, ...others } = values;
  return value === undefined ? others : { ...others, [id]: value };
}
