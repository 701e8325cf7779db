import { anEntry, dailyEntries } from '../../test/builders.js';
import { notableDays } from './notable-days.js';
import { statisticsOf } from './statistics.js';

const idOf = (n: number) => n.toString(16).padStart(24, '0');
const named = (entries: ReturnType<typeof dailyEntries>) =>
  notableDays(statisticsOf(entries)).map(({ entryId, why }) => `${Number.parseInt(entryId, 16)} ${why}`);
const withIds = (moods: string[], content = (_n: number) => 'A walk') =>
  dailyEntries(moods.map((inputMood, n) => ({ _id: idOf(n), inputMood, content: content(n) })));

describe('notable days', () => {
  it('are the brightest, the heaviest, the longest and the largest change, in order', () => {
    const entries = withIds(
      ['Neutral', 'Happy', 'Neutral', 'Very Happy', 'Happy', 'Neutral', 'Neutral', 'Tired', 'Tired', 'Sad'],
      (n) => 'x'.repeat(n === 6 ? 500 : 10),
    );
    expect(named(entries)).toEqual(['9 heaviest', '6 longest', '3 brightest', '2 change']);
    expect(named(withIds(['Neutral', 'Sad', 'Happy', 'Very Happy', 'Neutral']))).toEqual([
      '3 brightest',
      '1 heaviest',
      '0 longest',
    ]);
    expect(
      named(withIds(['Sad', 'Neutral', 'Angry', 'Very Happy', 'Neutral'], (n) => 'x'.repeat(n))),
    ).toEqual(['4 longest', '3 brightest', '2 change', '0 heaviest']);
  });

  it('are three to five, or all where there are fewer', () => {
    for (let count = 1; count < 40; count++) {
      const moods = Array.from(
        { length: count },
        (_, n) => ['Happy', 'Sad', '', 'Neutral'][(n * 7) % 4] ?? '',
      );
      const days = named(withIds(moods));
      expect(days.length).toBeGreaterThanOrEqual(Math.min(3, count));
      expect(days.length).toBeLessThanOrEqual(5);
      expect(new Set(days).size).toBe(days.length);
    }
    expect(named(withIds(['', '', '']))).toEqual(['2 first', '1 other', '0 last']);
  });

  it('call no day bright or heavy whose mood is not', () => {
    expect(named(withIds(['Sad', 'Tired'])).join()).not.toContain('brightest');
    expect(named(withIds(['Happy', 'Neutral'])).join()).not.toContain('heaviest');
  });

  it('are named by the entry that the reason speaks of', () => {
    const short = anEntry({ _id: idOf(1), inputMood: 'Very Happy', content: 'Yes' });
    const long = anEntry({ _id: idOf(2), inputMood: 'Neutral', content: 'x'.repeat(900) });
    expect(notableDays(statisticsOf([long, short]))).toEqual([
      {
        entryId: idOf(1),
        createdAt: short.createdAt,
        day: short.day,
        inputMood: 'Very Happy',
        why: 'brightest',
      },
    ]);
  });
});
