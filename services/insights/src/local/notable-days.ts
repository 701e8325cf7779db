import type { InsightMentionDto } from '@inner-weather/contracts/insights/insights.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { dayName } from '@inner-weather/domain/time/local-time';
import { byDay, type EntryFigures, type Statistics } from './statistics.js';

const NOTABLE_MAX = 5;
const NOTABLE_MIN = 3;

/** A change from one written day to the next that is worth a look, and the days that may lie between the two. */
const CHANGE_MIN = 1.5;
const CHANGE_DAYS_MAX = 3;

type Reason = InsightMentionDto['why'];

/** A day on which something was written. */
interface Day {
  day: number;
  /** -2 to 2. */
  score: number | null;
  entries: EntryFigures[];
  /** How much the mood changed since the written day before; undefined if that is too long ago. */
  change?: number;
  /** Characters. */
  length: number;
}

/**
 * Three to five days that are worth reading again, in order; all of them where there are fewer than three. Each is
 * named by one of its entries.
 */
export function notableDays(statistics: Statistics): InsightMentionDto[] {
  const days = daysOf(statistics);
  const reasons = new Map<Day, Reason>();
  const note = (day: Day | undefined, why: Reason) => {
    if (day && !reasons.has(day) && reasons.size < NOTABLE_MAX) reasons.set(day, why);
  };
  note(
    largest(days, ({ score }) => score ?? 0),
    'brightest',
  );
  note(
    largest(days, ({ score }) => -(score ?? 0)),
    'heaviest',
  );
  if (days.length > NOTABLE_MIN) {
    note(
      largest(days, ({ length }) => length),
      'longest',
    );
    note(
      largest(days, ({ change = 0 }) => (change >= CHANGE_MIN ? change : 0)),
      'change',
    );
  }
  if (reasons.size < NOTABLE_MIN) note(days[0], 'first');
  if (reasons.size < NOTABLE_MIN) note(days.at(-1), 'last');
  for (const day of days) if (reasons.size < NOTABLE_MIN) note(day, 'other');
  return [...reasons]
    .sort(([a], [b]) => a.day - b.day)
    .map(([{ day, entries }, why]) => {
      const { id, createdAt, inputMood } = entryOf(entries, why);
      return { entryId: id, createdAt, day: dayName(day), inputMood, why };
    });
}

function daysOf({ each, days }: Statistics): Day[] {
  const allDays = [...byDay(each)].map(([day, entries], index): Day => ({
    day,
    entries,
    score: days[index]?.score ?? null,
    length: entries.reduce((sum, { length }) => sum + length, 0),
  }));
  return allDays.map((day, index) => ({ ...day, change: changeSince(allDays[index - 1], day) }));
}

function changeSince(previousDay: Day | undefined, { day, score }: Day): number | undefined {
  if (typeof previousDay?.score !== 'number' || score === null) return undefined;
  return day - previousDay.day > CHANGE_DAYS_MAX ? undefined : Math.abs(score - previousDay.score);
}

/** The day with the largest value above zero; of several, the latest. */
function largest(days: Day[], valueOf: (day: Day) => number): Day | undefined {
  return days.reduce<Day | undefined>(
    (best, day) => (valueOf(day) > 0 && valueOf(day) >= (best ? valueOf(best) : 0) ? day : best),
    undefined,
  );
}

/** The entry that the reason speaks of; of several, the longest. */
function entryOf(entries: EntryFigures[], why: Reason): EntryFigures {
  const sign = why === 'brightest' ? 1 : why === 'heaviest' ? -1 : 0;
  const weight = ({ mood = 0, length }: EntryFigures) => sign * mood * LIMITS.contentMax * 2 + length;
  return entries.reduce((best, entry) => (weight(entry) > weight(best) ? entry : best));
}
