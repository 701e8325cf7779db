import { rounded, spread } from './statistics.mjs';

describe('statistics of a few turns', () => {
  it('takes the middle one, or the mean of the two in the middle', () => {
    expect(spread([10, 1, 2, 4])).toEqual({ min: 1, median: 3, max: 10 });
  });

  it('sorts by number, not by letter', () => {
    expect(spread([100, 9, 20])).toEqual({ min: 9, median: 20, max: 100 });
  });

  it.each([
    [0.2437, 0.24],
    [1.2345, 1.23],
    [312.7, 313],
    [0, 0],
  ])('writes %p as %p', (value, words) => {
    expect(rounded(value)).toBe(words);
  });
});
