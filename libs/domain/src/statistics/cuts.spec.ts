import { cutOf } from './cuts.js';

const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

describe('the value at which days are divided', () => {
  it.each([
    ['duration', range(300, 540, 15), 360],
    ['scale-5', [...range(1, 5), ...range(1, 5), ...range(1, 5)], 3],
    ['scale-10', range(0, 10).flatMap((n) => [n, n]), 2],
    ['number', range(2_000, 12_000, 250), 5_000],
    ['number', range(36, 38, 0.1), 36.6],
    ['yes-no', [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1], 1],
  ] as const)('of the kind %s is round, near the lower quarter', (kind, values, cut) => {
    expect(cutOf(kind, values)).toBeCloseTo(cut);
  });

  it('leaves four days on each side, or there is none', () => {
    expect(cutOf('yes-no', [0, 0, 0, 1, 1, 1, 1, 1, 1, 1])).toBeUndefined();
    expect(cutOf('number', [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 5])).toBe(2);
    expect(cutOf('number', [7, 7, 7, 7, 7, 7, 7, 7])).toBeUndefined();
    expect(cutOf('number', [])).toBeUndefined();
  });
});
