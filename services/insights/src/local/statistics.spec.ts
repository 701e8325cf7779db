import { anEntry, dailyEntries } from '../../test/builders.js';
import { Moods } from '@inner-weather/domain/entries/own-moods';
import { figuresOf, statisticsOf } from './statistics.js';

describe('statisticsOf', () => {
  it('counts entries, the days on which they were lived, and moods, the most frequent first', () => {
    const late = anEntry({ createdAt: '2026-11-03T00:30:00.000+01:00', inputMood: 'Sad' });
    const entries = [late, anEntry({ inputMood: 'Sad' }), anEntry({ inputMood: 'Happy' })];
    expect(statisticsOf(entries)).toMatchObject({
      entries: 3,
      days: [
        { day: '2026-11-02', score: -0.5 },
        { day: '2026-11-03', score: -2 },
      ],
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
    const statistics = statisticsOf(dailyEntries(moods.map((inputMood) => ({ inputMood }))));
    expect(statistics.each.map(({ mood }) => mood)).toEqual([2, 1, 0, -1, -2, -2, undefined, undefined]);
    expect(statistics).toMatchObject({ ownMoods: 1, withoutMood: 1 });
    expect(statistics.mood).toBeCloseTo(-2 / 6);
  });

  it('scores moods of one’s own by their step, and counts those without one', () => {
    const face = { colour: 'rose', eyes: 'dots', mouth: 'smile', emoji: '', archived: false } as const;
    const own = new Moods({
      moods: [
        { _id: 'a', name: 'MARK on edge', formerNames: ['Restless'], score: -1, ...face },
        { _id: 'b', name: 'MARK odd', formerNames: [], score: null, ...face },
      ],
      hidden: ['Happy'],
    });
    const moods = ['restless', 'MARK on edge', 'Happy', 'MARK odd', 'so-so'];
    const entries = dailyEntries(moods.map((inputMood) => ({ inputMood })));
    const statistics = statisticsOf(entries, 'en', own);
    expect(statistics.each.map(({ mood }) => mood)).toEqual([-1, -1, 1, undefined, undefined]);
    expect(statistics).toMatchObject({
      moods: [
        { name: 'MARK on edge', entries: 2 },
        { name: 'Happy', entries: 1 },
        { name: 'MARK odd', entries: 1 },
      ],
      ownMoods: 1,
    });
    // Names are what a person wrote.
    expect(figuresOf(statistics)).toContain('Moods chosen: Happy 1, other words 4, none 0.');
    expect(figuresOf(statistics)).not.toContain('MARK');
  });

  it('has a mean from three days with a mood on', () => {
    const moods = (...inputMoods: string[]) =>
      statisticsOf(dailyEntries(inputMoods.map((inputMood) => ({ inputMood })))).mood;
    expect(moods('Happy', 'Happy', 'meh')).toBeUndefined();
    expect(moods('Happy', 'Happy', 'Sad')).toBe(0);
  });

  it('counts the moods of check-ins, and leaves them out of how words sound', () => {
    const checkIn = { content: '', checkIn: true, inputMood: 'Tired' };
    const words = { content: 'happy', inputMood: 'Happy' };
    const checkIns = Array.from({ length: 5 }, () => checkIn);
    const statistics = statisticsOf(dailyEntries([words, words, words, ...checkIns]));
    expect(statistics).toMatchObject({
      entries: 8,
      moods: [
        { name: 'Tired', entries: 5 },
        { name: 'Happy', entries: 3 },
      ],
      sentiment: 3,
    });
  });

  it('says how words sound where three entries, and half of all, have words that it knows', () => {
    const sound = (scored: number, other: number) =>
      statisticsOf(
        dailyEntries([
          ...Array.from({ length: scored }, () => ({ content: 'happy' })),
          ...Array.from({ length: other }, () => ({ content: 'the table' })),
        ]),
      ).sentiment;
    expect([sound(1, 0), sound(2, 0), sound(3, 0), sound(3, 3), sound(3, 4)]).toEqual([
      undefined,
      undefined,
      3,
      3,
      undefined,
    ]);
  });

  it('groups days by weather, weekday and place, as the charts do, and names a difference beyond chance', () => {
    // 2026-11-20 is a Friday. It rained on every second day.
    const entries = dailyEntries(
      Array.from({ length: 56 }, (_, back) => ({
        inputMood: back % 2 === 0 ? 'Very Happy' : 'Sad',
        weatherData: back % 2 === 0 ? 'Sunny' : 'Light drizzle',
        // One city in several spellings, of which the last one is its name.
        location: ['Porto', 'porto', ' PORTO '][back % 3],
      })),
    );
    const { skies, weekdays, places } = statisticsOf(entries);
    expect(skies).toEqual([
      { name: 'clear', days: 28, mean: 2, low: 2, high: 2, differs: 'brighter' },
      { name: 'rain', days: 28, mean: -2, low: -2, high: -2, differs: 'heavier' },
    ]);
    expect(weekdays.map(({ name, days, differs }) => [name, days, differs])).toEqual(
      ['1', '2', '3', '4', '5', '6', '7'].map((name) => [name, 8, null]),
    );
    expect(places).toMatchObject([{ name: 'Porto', days: 56, differs: null }]);
  });

  it('counts days of weather in other words, and claims nothing of them', () => {
    const entries = dailyEntries(
      Array.from({ length: 56 }, (_, back) => ({
        inputMood: back % 2 === 0 ? 'Very Happy' : 'Sad',
        weatherData: back % 2 === 0 ? 'Windy' : 'Sunny',
      })),
    );
    expect(statisticsOf(entries).skies).toMatchObject([
      { name: 'clear', days: 28, mean: -2, differs: null },
      { name: 'other', days: 28, mean: 2, differs: null },
    ]);
  });

  it('knows no weather of an entry that waits for it, or that will get none', () => {
    const entries = [
      anEntry({ weatherData: 'Sunny', weatherStatus: 'pending' }),
      anEntry({ weatherData: 'Weather data not available', weatherStatus: 'unavailable' }),
    ];
    expect(statisticsOf(entries).skies).toEqual([]);
  });

  it('finds the later half brighter or heavier where that is more than chance', () => {
    const rising = [
      'Very Happy',
      'Happy',
      'Happy',
      'Very Happy',
      'Happy',
      'Sad',
      'Sad',
      'Tired',
      'Sad',
      'Sad',
    ];
    const trend = (moods: string[]) =>
      statisticsOf(dailyEntries(moods.map((inputMood) => ({ inputMood })))).trend;
    expect(trend(rising)).toBe('brighter');
    expect(trend(rising.toReversed())).toBe('heavier');
    expect(
      trend(['Happy', 'Happy', 'Neutral', 'Sad', 'Happy', 'Sad', 'Happy', 'Neutral', 'Happy', 'Sad']),
    ).toBeNull();
    // Ten days, of which nine have a mood: nothing is compared.
    expect(trend(['', ...rising.slice(1)])).toBeUndefined();
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
    const figures = figuresOf(statisticsOf(entries));
    expect(figures).not.toContain('MARK');
    expect(figures.split('\n')).toEqual([
      'Entries: 7 on 7 days, 2026-11-14 to 2026-11-20.',
      'Moods chosen: Happy 3, Sad 3, other words 1, none 0.',
      'Mean mood of the days on a scale from -2 to 2: -0.5.',
      'Mean sentiment of the words from -5 to 5: 3.0.',
      'Mean mood by weather: clear 1.0 (3 days, no difference beyond chance), rain -2.0 (3 days, no difference beyond chance).',
    ]);
    const ten = Array.from({ length: 10 }, (_, back) => ({ inputMood: back % 2 === 0 ? 'Happy' : 'Sad' }));
    expect(figuresOf(statisticsOf(dailyEntries(ten)))).toContain(
      'The later half of the days beside the earlier half: no difference beyond chance.',
    );
  });
});
