import type {
  MeasureSideDto,
  MoodSideDto,
  TogetherDto,
  WithDaysDto,
  WithMoodDto,
} from '@inner-weather/contracts/measures/measures.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { cutOf } from '@inner-weather/domain/statistics/cuts';
import type { Measure } from '@inner-weather/domain/measures/measures';
import { rounded } from '@inner-weather/domain/statistics/rounded';
import {
  type Answer,
  answersOf,
  beyondChance,
  type DayValues,
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
export function togetherOf({ moods, measures, marks }: Diary): Together {
  const moodSeries = seriesOf(moods);
  const markSeries = marks.map(({ days }) => seriesOf(days));
  const asked = measures.flatMap(({ measure, values }) => {
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
    return [{ withMood, withMarks }];
  });
  const stands = beyondChance(
    asked.flatMap(({ withMood, withMarks }) => [...withMood, ...withMarks].map(({ answer }) => answer)),
  );
  const result: Together = { asked: 0, moods: [], days: [] };
  let question = 0;
  for (const { withMood, withMarks } of asked) {
    for (const { answer, toDto } of withMood) result.moods.push(toDto(stands[question++] ?? false, answer));
    for (const { toDto } of withMarks) if (stands[question++]) result.days.push(toDto());
    result.asked += [...withMood, ...withMarks].filter(({ answer }) => answer !== undefined).length;
  }
  return { ...result, days: result.days.slice(0, LIMITS.togetherMax) };
}

function withMoodOf(
  { _id, kind }: Measure,
  values: DayValues,
  moods: DayValues,
  { later, stands, answer }: { later: 0 | 1; stands: boolean; answer?: Answer },
): WithMoodDto {
  const days = [...values].flatMap(([day, value]) => {
    const mood = moods.get(day + later);
    return mood === undefined ? [] : [{ value, mood }];
  });
  const cut = cutOf(
    kind,
    days.map(({ value }) => value),
  );
  const side = (isOn: (value: number) => boolean): MoodSideDto => {
    const steps = [0, 0, 0, 0, 0];
    const those = days.filter(({ value }) => isOn(value));
    for (const { mood } of those) {
      const step = Math.round(mood) + 2;
      steps[step] = (steps[step] ?? 0) + 1;
    }
    return { days: those.length, moods: steps };
  };
  return {
    measure: _id,
    later,
    answer: answer === undefined ? 'few' : stands ? 'stands' : 'chance',
    strength: answer === undefined ? null : rounded(answer.strength),
    cut: cut ?? null,
    below: cut === undefined ? null : side((value) => value < cut),
    above: cut === undefined ? null : side((value) => value >= cut),
  };
}

function withDaysOf({ _id }: Measure, values: DayValues, mark: Mark, later: 0 | 1): WithDaysDto {
  const side = (mark01: 0 | 1): MeasureSideDto => {
    const those = [...mark.days].flatMap(([day, one]) => {
      const value = one === mark01 ? values.get(day + later) : undefined;
      return value === undefined ? [] : [value];
    });
    those.sort((a, b) => a - b);
    return {
      days: those.length,
      median: those[Math.floor((those.length - 1) / 2)] ?? 0,
      mean: rounded(those.reduce((sum, value) => sum + value, 0) / Math.max(1, those.length)),
    };
  };
  const { weather, tag } = mark;
  return { measure: _id, weather, tag, later, with: side(1), without: side(0) };
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
    const values = new Map(all.map((day) => [day, on.has(day) ? 1 : 0]));
    const size = [...values.values()].filter((one) => one === 1).length;
    return size < SIDE_DAYS_MIN || values.size - size < SIDE_DAYS_MIN ? [] : [{ weather, tag, days: values }];
  });
}
