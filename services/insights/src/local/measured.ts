import type {
  MeasureDto,
  MeasuredRangeDto,
  TogetherDto,
  WithMoodDto,
} from '@inner-weather/contracts/measures/measures.dto';
import { contrastOf } from '@inner-weather/domain/statistics/cuts';
import type { Difference } from '@inner-weather/domain/statistics/mood-days';
import { inNight } from '@inner-weather/domain/measures/measures';

/** One measure and the mood of a range of days, which go together by more than chance. */
export interface Finding {
  /** The first day of the range, YYYY-MM-DD. */
  since: string;
  measure: MeasureDto;
  /** The days below this value are one side, the others the other. */
  cut: number;
  later: WithMoodDto['later'];
  /** The mood that is counted: see `contrastOf`. */
  differs: Difference;
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

/** What goes together most with the mood, of what is more than chance and shows in counted days. */
export function strongestOf(
  measures: readonly MeasureDto[],
  { from: since, moods }: Pick<TogetherDto, 'from' | 'moods'>,
): Finding | undefined {
  const found = moods.flatMap(({ answer, strength, cut, below, above, later, ...one }) => {
    const measure = measures.find(({ _id }) => _id === one.measure);
    if (!measure || answer !== 'stands' || strength === null || cut === null || !below || !above) return [];
    const counts = contrastOf(strength, below, above);
    if (!counts) return [];
    const finding: Finding = {
      ...{ since, measure, cut, later, differs: counts.differs },
      below: { days: below.days, those: counts.below },
      above: { days: above.days, those: counts.above },
    };
    return [{ strength, finding }];
  });
  return found.sort((a, b) => Math.abs(b.strength) - Math.abs(a.strength))[0]?.finding;
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
