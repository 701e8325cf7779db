import { DomainError } from '@inner-weather/contracts/errors';
import { type DayBounds, dayBounds } from '@inner-weather/platform/day-bounds';

/** The instants of the days of a search. Throws `validation_failed` where the first day comes after the last. */
export function boundsOf(days: { startDate: string; endDate: string; tz: string }): DayBounds {
  if (days.startDate > days.endDate) {
    throw new DomainError('validation_failed', [
      { msg: 'Date From must not be after Date To', field: 'startDate' },
    ]);
  }
  return dayBounds(days.startDate, days.endDate, days.tz);
}
