import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { weekdayAndDay } from '../../lib/dates/calendar';
import { isolate } from '../../lib/language/isolate';
import { useMeasured } from '../../lib/measures/measured';
import { type Measure, useMeasures } from '../../lib/measures/measures';
import { valueInWords } from '../../lib/measures/value-in-words';
import { type MeasureStep, stepOf, stepsOf, STEPS_MAX } from './measure-steps';

/** A year by what was measured, for the pictures of its days. */
export interface MeasuredYear {
  measure: Measure;
  steps: readonly MeasureStep[];
  /** The value of each day that has one, in order. */
  values: ReadonlyMap<string, number>;
  /** The colour of a day, as a CSS background; undefined if nothing was measured. */
  colourOf: (day: string) => string | undefined;
  /** `Friday 20 November: Sleep 7h 30m`. */
  inWords: (day: string) => string;
}

/** @param steps how many there are. The colours differ in lightness, which everyone can tell apart. */
export const colourOfStep = (step: number, steps: number): string =>
  `var(--step-${steps < 2 ? STEPS_MAX : 1 + Math.round((step * (STEPS_MAX - 1)) / (steps - 1))})`;

/** The measures that a year can be coloured by, and the year by the chosen one. @param id '' for none */
export function useMeasuredYear(id: string, year: number) {
  const measures = useMeasures().data ?? [];
  const measure = measures.find(({ _id }) => _id === id);
  const query = useMeasured(`${year}-01-01`, `${year}-12-31`, measure !== undefined);
  const { data } = query;
  const shown = useMemo(
    () =>
      measure &&
      measuredYear(
        measure,
        data?.measures.find(({ _id }) => _id === measure._id),
      ),
    [measure, data],
  );
  return { measures, shown, query };
}

function measuredYear(
  measure: Measure,
  { days, values }: { days: readonly string[]; values: readonly number[] } = { days: [], values: [] },
): MeasuredYear {
  const byDay = new Map(days.map((day, index) => [day, values[index] ?? 0]));
  const steps = stepsOf(measure, values);
  const colours = new Map(days.map((day, index) => [day, stepOf(steps, values[index] ?? 0)]));
  const name = isolate(measure.name);
  return {
    measure,
    steps,
    values: byDay,
    colourOf: (day) => {
      const step = colours.get(day);
      return step === undefined ? undefined : colourOfStep(step, steps.length);
    },
    inWords: (day) => {
      const [date, value] = [weekdayAndDay(day), byDay.get(day)];
      if (value === undefined)
        return t({ message: `${date}: ${name} not noted`, comment: 'A day without a value of a measure' });
      const words = valueInWords(measure, value);
      return t({ message: `${date}: ${name} ${words}`, comment: 'Friday 20 November: Sleep 7h 30m' });
    },
  };
}
