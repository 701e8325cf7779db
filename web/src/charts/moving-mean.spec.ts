import { addDays } from '../lib/dates/calendar';
import { extremesOf, pointsOf, windowOf } from './moving-mean';

/** A range in which some days have no entry, and some have no mood that counts. */
function rangeOf(count: number) {
  const from = '2024-02-01';
  const days = Array.from({ length: count }, (_, index) => index)
    .filter((index) => index % 5 !== 2 && (index < 40 || index > 60))
    .map((index) => ({ day: addDays(from, index), score: index % 11 === 3 ? null : ((index * 7) % 5) - 2 }));
  return { from, to: addDays(from, count - 1), days };
}

describe('the mean of the days around a day', () => {
  it.each([1, 7, 30, 100, 800])('equals a mean that is computed naively, over %d days', (count) => {
    const range = rangeOf(count);
    const reach = (windowOf(count) - 1) / 2;
    const points = pointsOf(range);
    expect(points).toHaveLength(count);
    points.forEach(({ day, mean, score }, index) => {
      const [from, to] = [addDays(day, -reach), addDays(day, reach)];
      const near = range.days.filter((one) => one.day >= from && one.day <= to && one.score !== null);
      const expected = near.reduce((sum, one) => sum + (one.score ?? 0), 0) / near.length;
      expect(day).toBe(addDays(range.from, index));
      expect(score).toBe(range.days.find((one) => one.day === day)?.score ?? null);
      if (near.length < 3) expect(mean).toBeNull();
      else expect(mean).toBeCloseTo(expected, 9);
    });
  });

  it('has a gap where nothing was written', () => {
    const points = pointsOf(rangeOf(62));
    expect([points[30]?.mean, points[50]?.mean]).toEqual([expect.any(Number), null]);
  });
});

describe('the highest and the lowest days', () => {
  const yearOf = (scoreOf: (index: number) => number) => {
    const from = '2025-01-01';
    const days = Array.from({ length: 365 }, (_, index) => ({
      day: addDays(from, index),
      score: scoreOf(index),
    }));
    return pointsOf({ from, to: '2025-12-31', days });
  };

  it('are named if the line goes up and down with the year', () => {
    const summer = (index: number) => Math.round(2 * Math.sin((2 * Math.PI * (index - 90)) / 365));
    const extremes = extremesOf(yearOf(summer));
    expect(extremes?.highest).toMatch(/^2025-0[5-7]/);
    expect(extremes?.lowest).toMatch(/^2025-(12|01)/);
  });

  it('are not named for moods that come and go', () => {
    let state = 11;
    const random = () => (state = (state * 48_271) % 2_147_483_647);
    expect(extremesOf(yearOf(() => (random() % 5) - 2))).toBeUndefined();
  });

  it('are not named if too little was written', () => {
    const written = { from: '2025-01-01', to: '2025-12-31', days: [{ day: '2025-03-01', score: 2 }] };
    expect(extremesOf(pointsOf(written))).toBeUndefined();
  });
});
