import type { DaySumKind, MeasureKind } from '@inner-weather/domain/measures/measures';
import { stepOf, stepsOf } from './measure-steps';

/** The first and the last value of each step. */
const rangesOf = (kind: MeasureKind, values: number[], daySum: DaySumKind) =>
  stepsOf({ kind, daySum }, values).map(({ low, high }) => `${low} to ${high}`);

describe('the steps of a measure', () => {
  it.each<[string, MeasureKind, number[], DaySumKind, string]>([
    ['no and yes, whatever was noted', 'yes-no', [1, 1], 'last', '0 to 0, 1 to 1'],
    ['each step of a short scale', 'scale-5', [3], 'mean', '1 to 1, 2 to 2, 3 to 3, 4 to 4, 5 to 5'],
    ['a long scale in pairs', 'scale-10', [7], 'last', '0 to 2, 3 to 4, 5 to 6, 7 to 8, 9 to 10'],
    ['sums beyond a scale', 'scale-5', [4, 9], 'sum', '4 to 4, 9 to 9'],
    ['few values as they are', 'number', [2, 0, 2, 1], 'last', '0 to 0, 1 to 1, 2 to 2'],
    [
      'as many days in each',
      'duration',
      [1, 2, 3, 4, 5, 900],
      'last',
      '1 to 1, 2 to 2, 3 to 3, 4 to 4, 5 to 900',
    ],
    [
      'a value that most days have once',
      'number',
      [0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5],
      'last',
      '0 to 0, 1 to 2, 3 to 5',
    ],
    ['nothing', 'time', [], 'last', ''],
  ])('are %s', (_name, kind, values, daySum, ranges) => {
    expect(rangesOf(kind, values, daySum).join(', ')).toBe(ranges);
  });

  it('have a place for every value', () => {
    const scale = stepsOf({ kind: 'scale-5', daySum: 'mean' }, []);
    expect([1, 1.4, 1.5, 4.49, 4.5, 5].map((value) => stepOf(scale, value))).toEqual([0, 0, 1, 3, 4, 4]);
    const values = [480, 300, 310, 330, 420, 425, 430, 600];
    const steps = stepsOf({ kind: 'duration', daySum: 'last' }, values);
    for (const value of values) {
      const { low = NaN, high = NaN } = steps[stepOf(steps, value)] ?? {};
      expect(value >= low && value <= high).toBe(true);
    }
  });
});
