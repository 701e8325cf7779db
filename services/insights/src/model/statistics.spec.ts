import { anEntry, dailyEntries } from '../../test/builders.js';
import { figuresOf, statisticsOf } from './statistics.js';

describe('statisticsOf', () => {
  it('counts entries, their days in the writer’s zone, and moods, the most frequent first', () => {
    const late = anEntry({ createdAt: '2026-11-02T23:30:00Z', inputMood: 'Sad' });
    const entries = [late, anEntry({ inputMood: 'Sad' }), anEntry({ inputMood: 'Happy' })];
    expect(statisticsOf(entries, 'UTC')).toMatchObject({ entries: 3, days: 1, firstDay: '2026-11-02' });
    expect(statisticsOf(entries, 'Europe/Berlin')).toMatchObject({
      days: 2,
      firstDay: '2026-11-02',
      lastDay: '2026-11-03',
      moods: [
        { name: 'Sad', entries: 2 },
        { name: 'Happy', entries: 1 },
      ],
    });
  });

  it('scores the six moods from -2 to 2, and leaves other words out of every mean', () => {
    const moods = ['Very Happy', 'Happy', 'Neutral', 'Tired', 'Sad', 'Angry', 'so-so', ''];
    const statistics = statisticsOf(dailyEntries(moods.map((inputMood) => ({ inputMood }))), 'UTC');
    expect(statistics.each.map(({ mood }) => mood)).toEqual([2, 1, 0, -1, -2, -2, undefined, undefined]);
    expect(statistics.otherMoods).toBe(2);
    expect(statistics.mood).toBeCloseTo(-2 / 6);
  });

  it('has no mean without a mood, and no sentiment without a word that it knows', () => {
    const statistics = statisticsOf([anEntry({ inputMood: 'meh', content: 'დღე' })], 'UTC');
    expect(statistics.mood).toBeUndefined();
    expect(statistics.sentiment).toBeUndefined();
    expect(statistics.trend).toBeUndefined();
  });

  it('compares kinds of weather from three entries each, the best mood first', () => {
    const entries = dailyEntries([
      ...['Sunny', 'Clear', 'Sunny'].map((weatherData) => ({ weatherData, inputMood: 'Very Happy' })),
      ...['Light rain', 'Patchy rain possible', 'Light drizzle'].map((weatherData) => ({
        weatherData,
        inputMood: 'Tired',
      })),
      ...['Fog', 'Mist'].map((weatherData) => ({ weatherData, inputMood: 'Sad' })),
    ]);
    expect(statisticsOf(entries, 'UTC').skies).toEqual([
      { name: 'clear', entries: 3, mood: 2 },
      { name: 'rain', entries: 3, mood: -1 },
    ]);
  });

  it('knows no weather of an entry that waits for it, or that will get none', () => {
    const entries = [
      anEntry({ weatherData: '', weatherStatus: 'pending' }),
      anEntry({
        weatherData: 'Weather data not available for this Journal Entry',
        weatherStatus: 'unavailable',
      }),
    ];
    for (const { sky, weatherData } of statisticsOf(entries, 'UTC').each) {
      expect([sky, weatherData]).toEqual([undefined, '']);
    }
  });

  it('compares weekdays and places', () => {
    // 2026-11-20 is a Friday.
    const entries = dailyEntries(
      Array.from({ length: 21 }, (_, back) => ({
        inputMood: back % 7 === 0 ? 'Very Happy' : 'Neutral',
        location: back % 7 === 0 ? 'Porto' : 'Oslo',
      })),
    );
    const { weekdays, places } = statisticsOf(entries, 'UTC');
    expect(weekdays).toHaveLength(7);
    expect(weekdays[0]).toEqual({ name: 'Friday', entries: 3, mood: 2 });
    expect(places).toEqual([
      { name: 'Porto', entries: 3, mood: 2 },
      { name: 'Oslo', entries: 18, mood: 0 },
    ]);
  });

  it('finds the later half better or worse than the earlier one, from six moods on', () => {
    const rising = ['Happy', 'Happy', 'Happy', 'Sad', 'Sad', 'Sad'].map((inputMood) => ({ inputMood }));
    expect(statisticsOf(dailyEntries(rising), 'UTC').trend).toBe(3);
    expect(statisticsOf(dailyEntries(rising.toReversed()), 'UTC').trend).toBe(-3);
    expect(statisticsOf(dailyEntries(rising.slice(1)), 'UTC').trend).toBeUndefined();
  });
});

describe('figuresOf', () => {
  it('holds the counts and means, and nothing that a person wrote', () => {
    const words = { content: 'MARK happy', location: 'MARK', weatherData: 'MARK sunny' };
    const entries = dailyEntries([
      ...Array.from({ length: 3 }, () => ({ ...words, inputMood: 'Happy' })),
      ...Array.from({ length: 3 }, () => ({ ...words, inputMood: 'Sad', weatherData: 'MARK rain' })),
      { ...words, inputMood: 'MARK' },
    ]);
    const figures = figuresOf(statisticsOf(entries, 'UTC'));
    expect(figures).not.toContain('MARK');
    expect(figures.split('\n')).toEqual([
      'Entries: 7 on 7 days, 2026-11-14 to 2026-11-20.',
      'Moods chosen: Happy 3, Sad 3, other words 1.',
      'Mean mood on a scale from -2 to 2: -0.5.',
      'Mean mood of the later half less the earlier half: 3.0.',
      'Mean sentiment of the words from -5 to 5: 3.0.',
      'Mean mood by weather: clear 1.0 (3 entries), rain -2.0 (3 entries).',
    ]);
  });
});
