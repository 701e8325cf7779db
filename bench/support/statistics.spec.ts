import { median, quantile, ratios, rounded, spread } from './statistics.mjs';

describe('statistics of a few turns', () => {
  it('takes the middle one, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 1, 2, 4])).toBe(3);
    expect(median([7])).toBe(7);
  });

  it('sorts by number, not by letter', () => {
    expect(spread([100, 9, 20])).toEqual({ min: 9, median: 20, max: 100 });
  });

  it('interpolates between two values', () => {
    expect(quantile([0, 10], 0.95)).toBeCloseTo(9.5);
  });

  it('has no figure for nothing', () => {
    expect(median([])).toBeNaN();
  });

  it('relates what ran in the same turn', () => {
    // The second minute was slow for both: the ratio is the same, which that of two medians would not show.
    expect(ratios([10, 5, 30], [20, 10, 40])).toEqual({ min: 0.5, median: 0.5, max: 0.75 });
  });

  it('refuses turns that have no pair', () => {
    expect(() => ratios([1, 2], [1])).toThrow('2 figures, and 1 of the peer');
  });

  it.each([
    [0.2437, 0.24],
    [1.2345, 1.23],
    [43.21, 43.2],
    [312.7, 313],
    [12_345, 12_345],
    [0, 0],
  ])('writes %p as %p', (value, words) => {
    expect(rounded(value)).toBe(words);
  });
});
