import { addDays } from '../../lib/dates/calendar';
import { summaryOf } from './summary';

const daysOf = (...scores: (number | null)[]) =>
  scores.map((score, index) => ({ day: addDays('2026-03-01', index), score, entries: 1 }));

describe('the summary of a range', () => {
  it('counts days on both sides of even, the middle half, and names the last three of the extremes', () => {
    expect(summaryOf(daysOf(2, 2, 0.2, null, 2, -1, -2, 2))).toEqual({
      mean: 5.2 / 7,
      low: 0.2,
      high: 2,
      bright: 4,
      heavy: 2,
      brightest: { named: ['2026-03-08', '2026-03-05', '2026-03-02'], others: 1 },
      heaviest: { named: ['2026-03-07'], others: 0 },
    });
  });

  it('names no heaviest day where none was heavier than even', () => {
    expect(summaryOf(daysOf(0, 0.1, 1, 1, 1))).toMatchObject({ heavy: 0, heaviest: undefined });
  });

  it('says nothing of too few days', () => {
    expect(summaryOf(daysOf(1, null, 1))).toBeUndefined();
  });
});
