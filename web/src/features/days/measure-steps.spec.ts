import type { DaySumKind, MeasureKind } from '@inner-weather/domain/measures/measures';
import { stepOf, stepsOf } from './measure-steps';

const rangesOf = (kind: MeasureKind, values: number[], daySum: DaySumKind = 'last') =>
  stepsOf({ kind, daySum }, values).map(({ low, high }) => [low, high]);

describe('the steps of a measure', () => {
  it.each<[string, MeasureKind, number[], DaySumKind, number[][]]>([
    [
      'no and yes, whatever was noted',
      'yes-no',
      [1, 1],
      'last',
      [
        [0, 0],
        [1, 1],
      ],
    ],
    [
      'each step of a short scale',
      'scale-5',
      [3],
      'mean',
      [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
        [5, 5],
      ],
    ],
    [
      'a long scale in pairs',
      'scale-10',
      [7],
      'last',
      [
        [0, 2],
        [3, 4],
        [5, 6],
        [7, 8],
        [9, 10],
      ],
    ],
    [
      'sums beyond a scale',
      'scale-5',
      [4, 9],
      'sum',
      [
        [4, 4],
        [9, 9],
      ],
    ],
    [
      'few values as they are',
      'number',
      [2, 0, 2, 1],
      'last',
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ],
    [
      'as many days in each',
      'duration',
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 900],
      'last',
      [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
        [9, 900],
      ],
    ],
    [
      'a value that most days have once',
      'number',
      [0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5],
      'last',
      [
        [0, 0],
        [1, 2],
        [3, 5],
      ],
    ],
    ['nothing', 'time', [], 'last', []],
  ])('are %s', (_name, kind, values, daySum, ranges) => {
    expect(rangesOf(kind, values, daySum)).toEqual(ranges);
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
