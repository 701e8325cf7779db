import type {
  MeasureDto,
  MeasuredRangeDto,
  TogetherDto,
  WithMoodDto,
} from '@inner-weather/contracts/measures/measures.dto';
import { inNight } from '@inner-weather/domain/measures/measures';

/** One measure and the mood of a range of days, which go together by more than chance. */
export interface Finding {
  /** The first day of the range, YYYY-MM-DD. */
  since: string;
  measure: MeasureDto;
  /** The days below this value are one side, the others the other. */
  cut: number;
  later: WithMoodDto['later'];
  /** The mood that is counted: a low value goes together with it. */
  differs: 'brighter' | 'heavier';
  /** Days on each side, and how many of them differ from even in that way. */
  below: { days: number; those: number };
  above: { days: number; those: number };
}

/** The values of one measure in a range. Times after midnight are as `inNight` says. */
export interface MeasureFigures {
  measure: MeasureDto;
  days: number;
  mean: number;
  least: number;
  most: number;
}

/** Where the steps of the mood in MoodSideDto are even. */
const EVEN = 2;

/** What goes together most with the mood, of what is more than chance and can be counted in days. */
export function strongestOf(
  measures: readonly MeasureDto[],
  { from: since, moods }: Pick<TogetherDto, 'from' | 'moods'>,
): Finding | undefined {
  const found = moods.flatMap(({ answer, strength, cut, below, above, ...one }) => {
    const measure = measures.find(({ _id }) => _id === one.measure);
    return measure && answer === 'stands' && strength !== null && cut !== null && below && above
      ? [{ ...one, measure, strength, cut, below, above }]
      : [];
  });
  const [strongest] = found.sort((a, b) => Math.abs(b.strength) - Math.abs(a.strength));
  if (!strongest) return undefined;
  const { measure, later, cut, strength } = strongest;
  const differs = strength > 0 ? 'heavier' : 'brighter';
  const sideOf = ({ days, moods: steps }: typeof strongest.below) => {
    const counted = differs === 'heavier' ? steps.slice(0, EVEN) : steps.slice(EVEN + 1);
    return { days, those: counted.reduce((sum, one) => sum + one, 0) };
  };
  return {
    ...{ since, measure, cut, later, differs },
    ...{ below: sideOf(strongest.below), above: sideOf(strongest.above) },
  };
}

/** The measures that have values in the range. */
export function figuresOfMeasures(
  measures: readonly MeasureDto[],
  range: Pick<MeasuredRangeDto, 'measures'>,
): MeasureFigures[] {
  return range.measures.flatMap(({ _id, values: sent }) => {
    const measure = measures.find((one) => one._id === _id);
    if (!measure || sent.length === 0) return [];
    const values = sent.map((value) => inNight(measure.kind, value));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return [{ measure, days: values.length, mean, least: Math.min(...values), most: Math.max(...values) }];
  });
}
