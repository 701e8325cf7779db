import type { MoodGroupDto } from '@inner-weather/contracts/journal/days.dto';
import { offsetAt } from '@inner-weather/domain/time/local-time';
import { WEATHER_UNAVAILABLE } from '@inner-weather/domain/weather/weather-unavailable';
import { type Mood, MOOD_SCORES, MOODS } from '@inner-weather/domain/entries/moods';
import { weatherKindOf } from '@inner-weather/domain/weather/skies';
import { eventually } from '@inner-weather/testing/eventually';
import { randomNumbers } from '@inner-weather/testing/random';
import { jest } from '@jest/globals';
import { Types } from 'mongoose';
import { DaysService } from '../src/days/days.service.js';
import { FiguresRepository } from '../src/days/figures.repository.js';
import { PART } from '../src/entries/parts.js';
import { type JournalUnderTest, keepLinesOpen, startJournal } from './harness.js';

/** Half an hour beside the others, with a change of half an hour. */
const ZONE = 'Australia/Lord_Howe';
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const SKIES = ['clear', 'cloudy', 'fog', 'rain', 'snow', 'storm', 'other'];
const ABSENT = WEATHER_UNAVAILABLE.message;
const TEXTS = ['Sunny', 'Light rain', 'Overcast', 'Fog', 'Blowing snow', 'Thunderstorm', 'Dust', ABSENT];
const CITIES = ['Porto', 'porto ', 'Bergen', 'London', 'Oslo'];
const TAGS = ['work', 'river', 'Bea', 'bea', 'sleepless'];
const WORDS = [...MOODS, 'quietly proud', ''];
const DAY_MS = 24 * 60 * 60_000;

interface Written {
  createdAt: Date;
  /** Minutes; absent means none. */
  offset?: number;
  inputMood: string;
  location: string;
  weather: { text: string; status: 'ready' | 'unavailable' | 'pending' };
  tags?: string[];
}

const codeOf = (error: unknown): string => (error as { code: string }).code;

/** Of a new entry. */
const ENTRY = { email: 'ana@example.org', content: 'A walk by the river', location: 'Porto' };

describe('days', () => {
  let journal: JournalUnderTest;
  let userId: string;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterAll(() => journal.stop());

  beforeEach(() => {
    userId = `user-${new Types.ObjectId().toHexString()}`;
  });

  const store = (entries: Written[], owner = userId) =>
    journal.store(
      entries.map(({ tags, ...entry }) => ({
        userId: owner,
        content: 'Words.',
        ...entry,
        ...(tags && { tags: JSON.stringify(tags) }),
      })),
    );

  const list = (year: number) => journal.call('journal.list-days', { userId, year });
  const statistics = (from: string, to: string) =>
    journal.call('journal.get-statistics', { userId, from, to });
  const at = (time: string, changes: Partial<Written> = {}): Written => ({
    createdAt: new Date(time),
    inputMood: 'Happy',
    location: 'Porto',
    weather: { text: 'Sunny', status: 'ready' },
    ...changes,
  });

  it('serves other people while one person sends many requests', async () => {
    await store([at('2020-05-05T12:00:00Z')], 'Bea');
    keepLinesOpen(journal.app.get(DaysService, { strict: false }));
    const figures = journal.app.get(FiguresRepository, { strict: false });
    const listFigures = figures.list.bind(figures);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const readers: string[] = [];
    jest.spyOn(figures, 'list').mockImplementation(async function* (reader, range) {
      readers.push(reader);
      if (reader === userId) await gate;
      yield* listFigures(reader, range);
    });
    const many = Array.from({ length: 12 }, () => list(2020).then(() => 'counted', codeOf));
    await eventually(() => expect(readers).toContain(userId));
    expect(await journal.call('journal.list-days', { userId: 'Bea', year: 2020 })).toMatchObject({
      firstDay: '2020-05-05',
    });
    expect(readers.filter((reader) => reader === userId)).toHaveLength(1);
    open();
    const outcomes = countsOf(await Promise.all(many));
    expect(Object.fromEntries(outcomes)).toEqual({ counted: 9, rate_limited: 3 });
    jest.restoreAllMocks();
  });

  it('says of two generated years what the calendar says', async () => {
    const writtenEntries = generateEntries(Date.UTC(2010, 10, 1), 2 * 365);
    for (const entry of writtenEntries) entry.offset = offsetAt(ZONE, entry.createdAt.getTime());
    await store(writtenEntries);
    await store([at('2011-06-01T12:00:00Z')], 'another user');
    const readEntry = reader(ZONE);
    const all = writtenEntries.map(readEntry);
    const { days: ofYear, firstDay, lastDay } = await list(2011);
    const inYear = all.filter(({ day }) => day.startsWith('2011'));
    expect(ofYear.map(({ day, entries }) => [day, entries])).toEqual(
      [...countsOf(inYear.map(({ day }) => day))].sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    for (const { day, moods, otherMoods, score, sky } of ofYear) {
      const ofDay = inYear.filter((entry) => entry.day === day);
      const scores = ofDay.flatMap((entry) => entry.score ?? []);
      const highestCount = Math.max(...countsOf(ofDay.flatMap((entry) => entry.sky ?? [])).values());
      const latest = ofDay
        .filter(
          (entry) =>
            entry.sky && ofDay.filter(({ sky: other }) => other === entry.sky).length === highestCount,
        )
        .at(-1)?.sky;
      expect({ day, moods, otherMoods, score, sky }).toEqual({
        day,
        moods: MOODS.flatMap((mood) => {
          const entries = ofDay.filter((entry) => entry.mood === mood).length;
          return entries > 0 ? [{ mood, entries }] : [];
        }),
        otherMoods: ofDay.length - scores.length,
        score: scores.length > 0 ? round(mean(scores)) : null,
        sky: latest ?? null,
      });
    }
    expect([firstDay, lastDay]).toEqual([all[0]?.day, all.at(-1)?.day]);

    const [from, to] = ['2010-11-10', '2012-10-20'];
    const inRange = all.filter(({ day }) => day >= from && day <= to);
    // More than are read at a time.
    expect(inRange.length).toBeGreaterThan(PART);
    const statisticsOfRange = await statistics(from, to);
    const days = [...new Set(inRange.map(({ day }) => day))].sort();
    expect(statisticsOfRange).toMatchObject({ from, to, entries: inRange.length, daysWritten: days.length });
    expect(statisticsOfRange.days).toEqual(
      days.map((day) => {
        const scores = inRange.filter((entry) => entry.day === day).flatMap(({ score }) => score ?? []);
        return { day, score: scores.length > 0 ? round(mean(scores)) : null };
      }),
    );
    expect(statisticsOfRange.moods).toEqual(
      MOODS.map((mood) => {
        const matching = inRange.filter((entry) => entry.mood === mood);
        return { mood, entries: matching.length, days: new Set(matching.map(({ day }) => day)).size };
      }),
    );
    expect(statisticsOfRange.otherMoods).toBe(inRange.filter(({ mood }) => !mood).length);
    const groups = (nameOf: (entry: Read) => string | undefined, order: string[]) =>
      order.flatMap((name) => groupOf(name, inRange, nameOf) ?? []);
    expect(plain(statisticsOfRange.weekdays)).toEqual(
      groups(({ weekday }) => weekday, ['1', '2', '3', '4', '5', '6', '7']),
    );
    expect(plain(statisticsOfRange.hours)).toEqual(
      groups(
        ({ hour }) => String(hour),
        Array.from({ length: 24 }, (_, hour) => String(hour)),
      ),
    );
    expect(plain(statisticsOfRange.skies)).toEqual(groups(({ sky }) => sky, SKIES));
    const cities = groups(({ city }) => city, ['porto', 'bergen', 'london', 'oslo']);
    expect(
      plain(statisticsOfRange.cities).map((city) => ({ ...city, name: city.name.trim().toLowerCase() })),
    ).toEqual(cities.sort((a, b) => b.days - a.days));
    expect(statisticsOfRange.otherCities).toBe(0);
    const tags = ['work', 'river', 'bea', 'sleepless'].flatMap(
      (name) =>
        groupOf(
          name,
          inRange.filter((entry) => entry.tags.includes(name)),
          () => name,
        ) ?? [],
    );
    expect(plain(statisticsOfRange.tags).map((tag) => ({ ...tag, name: tag.name.toLowerCase() }))).toEqual(
      expect.arrayContaining(tags),
    );
    expect([statisticsOfRange.tags.length, statisticsOfRange.otherTags]).toEqual([tags.length, 0]);
  });

  it('knows nothing of a year without entries, and which days are the first and the last', async () => {
    expect(await list(2026)).toEqual({ year: 2026, firstDay: null, lastDay: null, days: [] });
    await store([at('2024-12-31T23:30:00Z'), at('2026-01-01T00:30:00Z')]);
    expect(await list(2025)).toEqual({ year: 2025, firstDay: '2024-12-31', lastDay: '2026-01-01', days: [] });
    await store([at('2024-12-31T23:30:00Z', { offset: 780 }), at('2026-01-01T00:30:00Z', { offset: -300 })]);
    expect((await list(2025)).days.map(({ day }) => day)).toEqual(['2025-01-01', '2025-12-31']);
  });

  it('lists a dozen cities, by the name that was written last, and counts the others', async () => {
    await store(
      Array.from({ length: 30 }, (_, n) =>
        at(new Date(Date.UTC(2026, 0, n + 1)).toISOString(), { location: `City ${n % 15}` }),
      ),
    );
    await store([at('2026-03-01T12:00:00Z', { location: 'CITY 7' })]);
    const { cities, otherCities } = await statistics('2026-01-01', '2026-12-31');
    expect(cities).toHaveLength(12);
    expect(cities[0]).toMatchObject({ name: 'CITY 7', days: 3 });
    expect(otherCities).toBe(3);
  });

  it('compares the days of a tag with those without it, and lists a dozen as they were spelt last', async () => {
    await store(
      Array.from({ length: 200 }, (_, n) =>
        at(new Date(Date.UTC(2024, 0, 1 + n, 12)).toISOString(), {
          inputMood: n % 5 === 0 ? 'Sad' : n % 2 === 0 ? 'Happy' : 'Neutral',
          tags: [...(n % 5 === 0 ? ['Sleepless'] : []), 'every day', `Rare ${n % 50}`],
        }),
      ),
    );
    await store([at('2024-12-01T12:00:00Z', { tags: ['EVERY DAY'] })]);
    const { tags, otherTags } = await statistics('2024-01-01', '2024-12-31');
    expect(tags.slice(0, 2)).toMatchObject([
      { name: 'EVERY DAY', days: 201, differs: null },
      { name: 'Sleepless', days: 40, mean: -2, differs: 'heavier' },
    ]);
    expect([tags.length, otherTags]).toEqual([12, 40]);
  });

  it('counts exactly ten years, and no longer range', async () => {
    await expect(statistics('2016-01-01', '2025-12-31')).resolves.toMatchObject({ entries: 0 });
    await expect(statistics('2015-01-01', '2025-12-31')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(statistics('2026-01-02', '2026-01-01')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(list(1899)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  describe('an entry', () => {
    it.each([
      ['2026-03-02T02:59:59+09:00', 3, '2026-03-01'],
      ['2026-03-02T03:00:00+09:00', 3, '2026-03-02'],
      ['2026-03-02T00:00:00Z', 0, '2026-03-02'],
    ])('at %s lies on the day that had not ended, where days end at %i', async (date, dayEndsAt, day) => {
      const request = { userId, entry: { ...ENTRY, date }, dayEndsAt };
      const entryDto = await journal.call('journal.create-entry', request);
      expect([entryDto.day, Date.parse(entryDto.createdAt)]).toEqual([day, Date.parse(date)]);
      await eventually(() => expect(journal.seenOf(entryDto._id)[0]?.payload).toMatchObject({ day }));
      const { entries } = await journal.search({ userId, startDate: day, endDate: day });
      expect(entries.map(({ _id }) => _id)).toContain(entryDto._id);
    });

    it('moves to another day only if it changes its moment', async () => {
      const date = '2026-03-02T01:30:00+01:00';
      const { _id: entryId } = await journal.call('journal.create-entry', {
        userId,
        entry: { ...ENTRY, date },
        dayEndsAt: 3,
      });
      const edit = async (dayEndsAt: number | undefined, time: { date?: string } = {}) => {
        const changes = { content: 'Changed', inputMood: 'Happy', location: 'Porto', ...time };
        return (await journal.call('journal.update-entry', { userId, entryId, changes, dayEndsAt })).day;
      };
      expect(await edit(undefined)).toBe('2026-03-01');
      expect(await edit(undefined, { date })).toBe('2026-03-01');
      expect(await edit(undefined, { date: '2026-03-02T00:30:00Z' })).toBe('2026-03-01');
      expect(await edit(undefined, { date: '2026-03-02T01:31:00+01:00' })).toBe('2026-03-02');
      expect(await edit(2, { date: '2026-03-02T01:32:00+01:00' })).toBe('2026-03-01');
      const days = () =>
        journal.seenOf(entryId, 'journal.entry.updated.v1').map(({ payload }) => String(payload.day));
      // Both days of an entry that moves are told, so there are seven for five edits.
      await eventually(() =>
        expect(days().toSorted()).toEqual([...Array(5).fill('2026-03-01'), '2026-03-02', '2026-03-02']),
      );
    });
  });
});

interface Read {
  day: string;
  weekday: string;
  hour: number;
  mood: Mood | undefined;
  score: number | undefined;
  sky: string | undefined;
  city: string;
  tags: string[];
}

/** Reads an entry with the runtime's own calendar, to compare with ours. */
function reader(timeZone: string): (entry: Written) => Read {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return ({ createdAt, inputMood, weather, location, tags = [] }) => {
    const parts = Object.fromEntries(
      format.formatToParts(createdAt).map(({ type, value }) => [type, value] as const),
    );
    const mood = MOODS.find((entry) => entry === inputMood);
    return {
      day: `${parts.year}-${parts.month}-${parts.day}`,
      weekday: String(WEEKDAYS.indexOf(parts.weekday ?? '') + 1),
      hour: Number(parts.hour),
      mood,
      score: mood && MOOD_SCORES[mood],
      sky: weather.status === 'ready' ? weatherKindOf(weather.text) : undefined,
      city: location.trim().toLowerCase(),
      tags: tags.map((tag) => tag.toLowerCase()),
    };
  };
}

/** Entries at varied times, oldest first: up to three a day, some of them within the hours of a clock change. */
function generateEntries(start: number, days: number): Written[] {
  const random = randomNumbers(7);
  const pick = (texts: string[]): string => texts[random(texts.length)] ?? '';
  const written = Array.from({ length: days }, (_, n) =>
    Array.from({ length: random(4) }, (): Written => {
      const text = pick(TEXTS);
      return {
        createdAt: new Date(start + n * DAY_MS + random(DAY_MS)),
        inputMood: pick(WORDS),
        location: pick(CITIES),
        weather: { text, status: text === ABSENT ? 'unavailable' : 'ready' },
        ...(random(2) && { tags: [...new Set([pick(TAGS), 'work'])] }),
      };
    }),
  ).flat();
  return written.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

function groupOf(name: string, all: Read[], nameOf: (entry: Read) => string | undefined) {
  const byDay = new Map<string, number[]>();
  for (const entry of all) {
    if (nameOf(entry) !== name || entry.score === undefined) continue;
    byDay.set(entry.day, [...(byDay.get(entry.day) ?? []), entry.score]);
  }
  const scores = [...byDay.values()].map(mean).sort((a, b) => a - b);
  if (scores.length === 0) return undefined;
  if (scores.length < 3) return { name, days: scores.length, mean: null, low: null, high: null };
  // A quarter of the days are at or below it, or at or above.
  const low =
    scores.find((score) => scores.filter((entry) => entry <= score).length * 4 >= scores.length) ?? 0;
  const high =
    scores.findLast((score) => scores.filter((entry) => entry >= score).length * 4 >= scores.length) ?? 0;
  return { name, days: scores.length, mean: round(mean(scores)), low: round(low), high: round(high) };
}

const plain = (groups: MoodGroupDto[]) =>
  groups.map(({ name, days, mean: of, low, high }) => ({ name, days, mean: of, low, high }));
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const round = (value: number) => Math.round(value * 10_000) / 10_000;

function countsOf(names: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
