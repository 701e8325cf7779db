import { setImmediate } from 'node:timers/promises';
import type {
  MeasureSideDto,
  MoodSideDto,
  TogetherDto,
  WithDaysDto,
  WithMoodDto,
} from '@inner-weather/contracts/measures/measures.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { cutOf } from '@inner-weather/domain/statistics/cuts';
import { type Measure, onClock } from '@inner-weather/domain/measures/measures';
import { rounded } from '@inner-weather/domain/statistics/rounded';
import {
  type Answer,
  answersOf,
  beyondChance,
  type DayValues,
  type Series,
  seriesOf,
  SIDE_DAYS_MIN,
} from '@inner-weather/domain/statistics/together';
import type { WeatherKind } from '@inner-weather/domain/weather/skies';

/** A kind of weather or a tag, with 1 on the days that have it and 0 on the others. */
export interface Mark {
  weather: WeatherKind | null;
  /** The name of the tag. */
  tag: string | null;
  days: DayValues;
}

export interface Diary {
  /** -2 to 2 by day. */
  moods: DayValues;
  measures: { measure: Measure; values: DayValues }[];
  marks: Mark[];
}

type Together = Pick<TogetherDto, 'asked' | 'moods' | 'days'>;

const LATER = [0, 1] as const;

/** Asks a diary what goes together: each measure with the mood, the weather and the tags, and says what is no chance. */
export async function togetherOf({ moods, measures, marks }: Diary): Promise<Together> {
  const moodSeries = seriesOf(moods);
  const markSeries = marks.map(({ days }) => seriesOf(days));
  const asked: ReturnType<typeof ask>[] = [];
  for (const measured of measures) {
    // Other requests get their turn.
    await setImmediate();
    asked.push(ask(measured, { moods, moodSeries, marks, markSeries }));
  }
  const stands = beyondChance(
    asked.flatMap(({ withMood, withMarks }) => [...withMood, ...withMarks].map(({ answer }) => answer)),
  );
  const result: Together = { asked: 0, moods: [], days: [] };
  let question = 0;
  for (const { withMood, withMarks } of asked) {
    for (const { answer, toDto } of withMood) result.moods.push(toDto(stands[question++] ?? false, answer));
    for (const { toDto } of withMarks)
      if (stands[question++] && result.days.length < LIMITS.togetherMax) result.days.push(toDto());
    result.asked += [...withMood, ...withMarks].filter(({ answer }) => answer !== undefined).length;
  }
  return result;
}

interface Prepared {
  moods: DayValues;
  moodSeries: Series;
  marks: readonly Mark[];
  /** Of each mark. */
  markSeries: readonly Series[];
}

/** All questions about one measure, and how to write those that stand. */
function ask(
  { measure, values }: Diary['measures'][number],
  { moods, moodSeries, marks, markSeries }: Prepared,
) {
  const series = seriesOf(values);
  const answersWithMood = answersOf(series, moodSeries);
  const withMood = LATER.map((later) => ({
    answer: answersWithMood[later ? 'dayAfter' : 'sameDay'],
    toDto: (stands: boolean, answer?: Answer) =>
      withMoodOf(measure, values, moods, { later, stands, answer }),
  }));
  const withMarks = marks.flatMap((mark, index) => {
    const one = markSeries[index];
    if (!one) return [];
    const answers = answersOf(one, series);
    return LATER.map((later) => ({
      answer: answers[later ? 'dayAfter' : 'sameDay'],
      toDto: () => withDaysOf(measure, values, mark, later),
    }));
  });
  return { withMood, withMarks };
}

function withMoodOf(
  { _id, kind }: Measure,
  values: DayValues,
  moods: DayValues,
  { later, stands, answer }: { later: 0 | 1; stands: boolean; answer?: Answer },
): WithMoodDto {
  const measured: number[] = [];
  const felt: number[] = [];
  for (const [day, value] of values) {
    const mood = moods.get(day + later);
    if (mood === undefined) continue;
    measured.push(value);
    felt.push(mood);
  }
  const cut = cutOf(kind, measured);
  const below = newSide();
  const above = newSide();
  if (cut !== undefined) measured.forEach((value, index) => count(value < cut ? below : above, felt[index]));
  return {
    measure: _id,
    later,
    answer: answer === undefined ? 'few' : stands ? 'stands' : 'chance',
    strength: answer === undefined ? null : rounded(answer.strength),
    cut: cut === undefined ? null : onClock(kind, cut),
    below: cut === undefined ? null : below,
    above: cut === undefined ? null : above,
  };
}

const newSide = (): MoodSideDto => ({ days: 0, moods: [0, 0, 0, 0, 0] });

/** @param mood -2 to 2 */
function count(side: MoodSideDto, mood = 0): void {
  // Math.round alone would make -0.5 even and 0.5 brighter than even.
  const step = Math.sign(mood) * Math.round(Math.abs(mood)) + 2;
  side.days += 1;
  side.moods[step] = (side.moods[step] ?? 0) + 1;
}

function withDaysOf({ _id, kind }: Measure, values: DayValues, mark: Mark, later: 0 | 1): WithDaysDto {
  const [those, others] = [new Float64Array(mark.days.size), new Float64Array(mark.days.size)];
  let [some, rest] = [0, 0];
  for (const [day, one] of mark.days) {
    const value = values.get(day + later);
    if (value === undefined) continue;
    if (one === 1) those[some++] = value;
    else others[rest++] = value;
  }
  const { weather, tag } = mark;
  return {
    measure: _id,
    weather,
    tag,
    later,
    with: sideOf(kind, those.subarray(0, some)),
    without: sideOf(kind, others.subarray(0, rest)),
  };
}

/** @param values are sorted */
function sideOf(kind: Measure['kind'], values: Float64Array): MeasureSideDto {
  const sorted = values.sort();
  return {
    days: sorted.length,
    median: onClock(kind, sorted[Math.floor((sorted.length - 1) / 2)] ?? 0),
    mean: rounded(onClock(kind, sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length))),
  };
}

/**
 * Marks of days, for those that enough days have and enough have not.
 * @param days the days that could have the mark
 */
export function marksOf<Name extends Pick<Mark, 'weather' | 'tag'>>(
  days: Iterable<number>,
  marked: readonly (Name & { on: ReadonlySet<number> })[],
): Mark[] {
  const all = [...days];
  return marked.flatMap(({ weather, tag, on }) => {
    const values = new Map<number, number>();
    let size = 0;
    for (const day of all) {
      if (on.has(day)) size += 1;
      values.set(day, on.has(day) ? 1 : 0);
    }
    return size < SIDE_DAYS_MIN || values.size - size < SIDE_DAYS_MIN ? [] : [{ weather, tag, days: values }];
  });
}
