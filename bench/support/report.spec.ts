import { rounded, spread } from './report.mjs';

describe('statistics of a few turns', () => {
  it('takes the middle one, or the mean of the two in the middle', () => {
    expect(spread([10, 1, 2, 4])).toEqual({ min: 1, median: 3, max: 10 });
  });

  it('sorts by number, not by letter', () => {
    expect(spread([100, 9, 20])).toEqual({ min: 9, median: 20, max: 100 });
  });

  it('writes three digits that mean something', () => {
    expect([0.2437, 1.2345, 312.7, 0].map(rounded)).toEqual([0.24, 1.23, 313, 0]);
  });
});
