import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';

/** Two days in the form YYYY-MM-DD, both included. In this form, text order is calendar order. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

/** The days of a search. Throws `validation_failed` if the first day is after the last. */
export function dayRangeOf({ startDate, endDate }: DayRange): DayRange {
  if (startDate > endDate) {
    throw new DomainError('validation_failed', {
      ...problem(JOURNAL_PROBLEMS.start_after_end),
      field: 'startDate',
    });
  }
  return { startDate, endDate };
}
