import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import { type Measured, MEASURE_LIMITS } from '@inner-weather/domain/measures/measures';
import { ValidateBy, type ValidationOptions } from 'class-validator';

const isMeasured = (value: unknown): value is Measured =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= MEASURE_LIMITS.allMax &&
  Object.entries(value).every(([id, one]) => OWN_ID_PATTERN.test(id) && Number.isFinite(one));

/** Numbers by the ids of measures. Whether each fits its measure is known where the measures are. */
export const IsMeasured = (options: ValidationOptions) =>
  ValidateBy({ name: 'isMeasured', validator: { validate: isMeasured } }, options);
