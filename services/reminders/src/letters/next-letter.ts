import { isoWeekOf } from '@inner-weather/domain/time/iso-week';
import { occurrencesAfter } from '../reminders/occurrences.js';
import type { Letter } from './letter.schema.js';

export type LetterSchedule = Pick<Letter, 'weekday' | 'time' | 'timeZone' | 'dayEndsAt' | 'lastWeek'>;

/** When the next letter is due, and its last day. */
export type PlannedLetter = Required<Pick<Letter, 'nextAt' | 'nextDay'>>;

/** The first letter after a moment whose week has none yet. */
export function nextLetter(schedule: LetterSchedule, after: number): PlannedLetter {
  const { weekday, lastWeek = '' } = schedule;
  const occurrences = occurrencesAfter({ ...schedule, weekdays: [weekday] }, after);
  for (;;) {
    const { at, day } = occurrences.next().value;
    if (isoWeekOf(day) > lastWeek) return { nextAt: new Date(at), nextDay: day };
  }
}
