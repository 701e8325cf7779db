import { DomainError } from '@inner-weather/contracts/errors';

/** Days YYYY-MM-DD, both included. As text they compare in the order of the calendar. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

/** The days of a search. Throws `validation_failed` where the first day comes after the last. */
export function dayRangeOf({ startDate, endDate }: DayRange): DayRange {
  if (startDate > endDate) {
    throw new DomainError('validation_failed', [
      { msg: 'Date From must not be after Date To', field: 'startDate' },
    ]);
  }
  return { startDate, endDate };
}
