import { isoWeekdayOf } from '@inner-weather/domain/time/iso-week';
import { dayAt, dayName, dayNumber, offsetAt, placeMinute } from '@inner-weather/domain/time/local-time';

/** When a person wants to be reminded. */
export interface Schedule {
  /** Local, HH:mm. */
  time: string;
  /** ISO weekdays, at least one; 1 is Monday. */
  weekdays: readonly number[];
  timeZone: string;
  /** Hours after midnight at which a day ends. A time before that belongs to the day before. */
  dayEndsAt: number;
}

/** One reminder. */
export interface Occurrence {
  /** Milliseconds since 1970. */
  at: number;
  /** The day that it reminds of, YYYY-MM-DD: at most one reminder for each. */
  day: string;
}

/**
 * The reminders after a moment, without end. At a change of summer time a skipped minute is later by the skipped time,
 * and of a repeated minute the first one counts.
 */
export function* occurrencesAfter(
  { time, weekdays, timeZone, dayEndsAt }: Schedule,
  after: number,
): Generator<Occurrence, never> {
  const isAfterMidnight = Number(time.slice(0, 2)) < dayEndsAt;
  // Two days earlier, since the day may begin on the one before and clocks may have been set forward.
  for (let number = dayNumber(dayAt(after, offsetAt(timeZone, after))) - 2; ; number++) {
    if (!weekdays.includes(isoWeekdayOf(number))) continue;
    const date = dayName(isAfterMidnight ? number + 1 : number);
    const { moment } = placeMinute(`${date}T${time}`, timeZone);
    if (moment > after) yield { at: moment, day: dayName(number) };
  }
}

/** Whatever is to come later than this, in milliseconds, was planned while a clock was wrong: weeks are the longest pauses. */
export const PLANNED_MAX_MS = 15 * 24 * 60 * 60_000;

/** The first reminder after a moment. */
export const nextOccurrence = (schedule: Schedule, after: number): Occurrence =>
  occurrencesAfter(schedule, after).next().value;

/** The moment at which a day ends. */
export function endOfDay({ timeZone, dayEndsAt }: Schedule, day: string): number {
  const hour = String(dayEndsAt).padStart(2, '0');
  return placeMinute(`${dayName(dayNumber(day) + 1)}T${hour}:00`, timeZone).moment;
}
