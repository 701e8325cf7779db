import { jest } from '@jest/globals';
import { MinuteCounts } from './minute-counts.js';

describe('MinuteCounts', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 10 * 60_000 });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('counts each name by itself, within the minute', () => {
    const counts = new MinuteCounts();
    expect([counts.add('a'), counts.add('a'), counts.add('b')]).toEqual([1, 2, 1]);
    expect(['a', 'b', 'c'].map((name) => counts.countOf(name))).toEqual([2, 1, 0]);
    jest.advanceTimersByTime(59_999);
    expect(counts.add('a')).toBe(3);
    jest.advanceTimersByTime(1);
    expect(counts.add('a')).toBe(1);
  });

  it('takes back what was counted in this minute, and nothing of the one before', () => {
    const counts = new MinuteCounts();
    counts.add('a');
    counts.takeBack('a', Date.now());
    expect(counts.add('a')).toBe(1);
    const startedAt = Date.now();
    jest.advanceTimersByTime(60_000);
    counts.add('a');
    counts.takeBack('a', startedAt);
    expect(counts.add('a')).toBe(2);
  });

  it('keeps a bounded number of names, the newest', () => {
    const counts = new MinuteCounts();
    counts.add('first');
    for (let n = 0; n < 100_000; n++) counts.add(String(n));
    expect(counts.add('99999')).toBe(2);
    expect(counts.add('first')).toBe(1);
  });
});
