import { LIMITS } from '@inner-weather/domain/limits';
import type { WeatherKind } from '@inner-weather/domain/weather/skies';
import { eventually } from '@inner-weather/testing/eventually';
import { randomNumbers } from '@inner-weather/testing/random';
import { jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import { FindService } from '../src/search/find.service.js';
import { type JournalUnderTest, keepLinesOpen, startJournal } from './harness.js';
import { dayOf, someEntry, someQuestion } from './random-entries.js';

const manyWords = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');

// ASVS 2.2.1, 2.2.2, 2.2.3
describe('search', () => {
  let journal: JournalUnderTest;
  let userId: string;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterAll(() => journal.stop());

  beforeEach(() => {
    userId = `user-${new Types.ObjectId().toHexString()}`;
  });

  /** Stores entries as they would be had they been written at those times. */
  const write = (times: string[], content = (index: number) => `Entry ${index}`) =>
    journal.store(
      times.map((time, index) => ({
        userId,
        content: content(index),
        inputMood: 'Happy',
        location: 'Porto',
        createdAt: new Date(time),
      })),
    );

  const on = (startDate: string, endDate = startDate) => ({ userId, startDate, endDate });

  it('has a version for a range of days, which changes with each of their entries', async () => {
    const day = '2026-11-05';
    const version = () => journal.call('journal.get-range-version', on(day));
    const versions = [await version()];
    const note = async () => versions.push(await version());
    const entry = { email: 'ana@example.org', content: 'A day.', location: 'Porto', weatherData: 'Sunny' };
    const createdEntry = await journal.call('journal.create-entry', {
      userId,
      entry: { ...entry, date: `${day}T12:00:00Z` },
    });
    await note();
    await journal.call('journal.update-entry', {
      userId,
      entryId: createdEntry._id,
      changes: { content: 'Another day.', inputMood: 'Happy', location: 'Porto' },
    });
    await note();
    // An older one, whose time of change is older, too.
    const importedEntry = { content: 'Old.', location: 'Porto', createdAt: `${day}T01:00:00Z` };
    await journal.call('journal.import-entries', {
      userId,
      entries: [{ ...importedEntry, updatedAt: `${day}T01:00:00Z` }],
    });
    await note();
    await journal.call('journal.delete-entry', { userId, entryId: createdEntry._id });
    await note();
    expect(new Set(versions).size).toBe(5);
    expect(await version()).toBe(versions[4]);
    await write(['2026-11-04T12:00:00Z', '2026-11-06T12:00:00Z']);
    expect(await version()).toBe(versions[4]);
  });

  it('has another version for a range of days when the weather of an entry comes', async () => {
    const day = '2026-11-05';
    const version = () => journal.call('journal.get-range-version', on(day));
    const { _id: entryId } = await journal.call('journal.create-entry', {
      userId,
      entry: { email: 'ana@example.org', content: 'A day.', location: 'Porto', date: `${day}T12:00:00Z` },
    });
    const pending = await version();
    const stored = await journal.entries.findOne({ _id: new Types.ObjectId(entryId) });
    await journal.fromWeather('weather.observation.ready.v1', {
      ...{ entryId, weatherKey: stored!.weather.key, condition: 'Sunny', temperature: 21 },
      ...{ provider: 'test', observedAt: `${day}T12:00:00Z`, moment: `${day}T12:00:00Z` },
    });
    await eventually(async () =>
      expect(await journal.call('journal.get-entry', { userId, entryId })).toMatchObject({
        weatherStatus: 'ready',
      }),
    );
    expect(await version()).not.toBe(pending);
  });

  it('answers the days from the first to the last, newest first, and counts them', async () => {
    const ids = await write([
      '2026-11-01T23:59:59.999Z',
      '2026-11-02T00:00:00.000Z',
      '2026-11-02T12:00:00.000Z',
      '2026-11-03T23:59:59.999Z',
      '2026-11-04T00:00:00.000Z',
    ]);
    const { entries, meta } = await journal.search(on('2026-11-02', '2026-11-03'));
    expect(entries.map(({ _id }) => _id)).toEqual([ids[3], ids[2], ids[1]]);
    expect(entries[0]).toEqual({
      _id: ids[3],
      content: 'Entry 3',
      inputMood: 'Happy',
      location: 'Porto',
      tags: [],
      neverSendToAi: false,
      checkIn: false,
      weatherData: 'Sunny',
      weatherStatus: 'ready',
      createdAt: '2026-11-03T23:59:59.999Z',
      day: '2026-11-03',
      updatedAt: '2026-11-03T23:59:59.999Z',
    });
    expect(meta).toEqual({ total: '3' });
  });

  it('finds an entry by its local day, and orders by day, then by moment', async () => {
    // Written on the way around the world, in this order.
    const times = [
      '2026-03-01T20:00:00.000+09:00',
      '2026-03-02T00:30:00.000+09:00',
      '2026-03-01T07:00:00.000-10:00',
      '2026-03-01T23:59:00.000-10:00',
      '2026-03-02T00:00:00.000-10:00',
      // The same moment, in the zones that are farthest apart.
      '2026-03-03T00:00:00.000+14:00',
      '2026-03-02T10:00:00.000Z',
      '2026-03-01T20:00:00.000-14:00',
    ];
    for (const date of times) {
      const entry = { email: 'a@example.org', content: date, location: 'Porto', weatherData: 'Sunny', date };
      expect(await journal.call('journal.create-entry', { userId, entry })).toMatchObject({
        createdAt: date,
      });
    }
    const [first, second, third] = [[3, 7, 2, 0], [6, 4, 1], [5]].map((order) =>
      order.map((index) => times[index] ?? ''),
    );
    const findTimes = async (startDate: string, endDate = startDate) =>
      (await journal.search(on(startDate, endDate))).entries.map(({ createdAt }) => createdAt);
    expect(await findTimes('2026-03-01')).toEqual(first?.toSorted(newestFirst));
    expect(await findTimes('2026-03-02')).toEqual(second?.toSorted(newestFirst));
    expect(await findTimes('2026-03-03')).toEqual(third);
    const all = [third, second?.toSorted(newestFirst), first?.toSorted(newestFirst)].flat();
    expect(await findTimes('2026-03-01', '2026-03-03')).toEqual(all);

    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await journal.search({ ...on('2026-03-01', '2026-03-03'), limit: 1, cursor });
      pages.push(...page.entries.map(({ createdAt }) => createdAt));
      cursor = page.meta.nextCursor;
    } while (cursor);
    expect(pages).toEqual(all);
  });

  describe('by a tag', () => {
    const walk = (date: string, tags: string[], writer = userId) => {
      const entry = {
        email: 'a@example.org',
        content: 'A walk',
        location: 'Porto',
        weatherData: 'Sunny',
        date,
        tags,
      };
      return journal.call('journal.create-entry', { userId: writer, entry });
    };
    const all = { startDate: '2026-01-01', endDate: '2026-12-31' };
    const findByTag = async (tag: string, options: object = {}) => {
      const { entries, meta } = await journal.search({ userId, ...all, tag, ...options });
      return { days: entries.map(({ createdAt }) => createdAt.slice(0, 10)), meta };
    };

    it("finds one person's entries with it, in capitals or not, and counts them over the pages", async () => {
      await walk('2026-05-01T12:00:00Z', ['River', 'with Bea']);
      await walk('2026-05-02T12:00:00Z', ['with Bea']);
      await walk('2026-05-03T12:00:00Z', []);
      await walk('2026-05-04T12:00:00Z', ['RIVER']);
      await walk('2026-05-05T12:00:00Z', ['river'], 'another user');
      expect(await findByTag('river')).toEqual({ days: ['2026-05-04', '2026-05-01'], meta: { total: '2' } });
      const page = await findByTag('With bea', { limit: 1 });
      expect(page).toEqual({ days: ['2026-05-02'], meta: { total: '2', nextCursor: expect.any(String) } });
      const next = await findByTag('With bea', { limit: 1, cursor: page.meta.nextCursor });
      expect(next.days).toEqual(['2026-05-01']);
      expect((await findByTag('rive')).days).toEqual([]);
    });

    it('finds an entry under the tags that an edit left it', async () => {
      const { _id: entryId } = await walk('2026-05-01T12:00:00Z', ['River']);
      const text = { content: 'A swim', inputMood: 'Happy', location: 'Porto' };
      const edit = (changes: object) =>
        journal.call('journal.update-entry', { userId, entryId, changes: { ...text, ...changes } });
      expect((await edit({})).tags).toEqual(['River']);
      expect((await findByTag('river')).days).toHaveLength(1);
      expect((await edit({ tags: ['Sea'] })).tags).toEqual(['Sea']);
      expect([(await findByTag('river')).days, (await findByTag('sea')).days]).toEqual([[], ['2026-05-01']]);
      expect((await edit({ tags: [] })).tags).toEqual([]);
      expect((await findByTag('sea')).days).toEqual([]);
    });

    it('lists them, the most used first, as they were spelt last', async () => {
      const list = () => journal.call('journal.list-tags', { userId });
      expect(await list()).toEqual({ tags: [] });
      await walk('2026-05-01T12:00:00Z', ['River', 'with Bea']);
      await walk('2026-05-04T12:00:00Z', ['RIVER']);
      const { _id: entryId } = await walk('2026-05-03T12:00:00Z', ['river', 'Alone']);
      await walk('2026-05-05T12:00:00Z', ['river'], 'another user');
      expect(await list()).toEqual({
        tags: [
          { tag: 'RIVER', entries: 3 },
          { tag: 'Alone', entries: 1 },
          { tag: 'with Bea', entries: 1 },
        ],
      });
      await journal.call('journal.delete-entry', { userId, entryId });
      expect((await list()).tags.map(({ tag }) => tag)).toEqual(['RIVER', 'with Bea']);
    });
  });

  it.each([
    ['one command where there is no other page, however many entries it has', 200, 200, 1],
    ['one more, which counts, where there is another', 200, 199, 2],
  ])('costs the database %s', async (_what, writtenCount, limit, commands) => {
    await write(Array.from({ length: writtenCount }, () => '2026-11-02T12:00:00.000Z'));
    // The first write creates the person's key, which costs commands of its own.
    const entry = { email: 'a@example.org', content: 'A walk', location: 'Porto', weatherData: 'Sunny' };
    await journal.call('journal.create-entry', { userId, entry });
    const client = journal.app.get<Connection>(getConnectionToken()).getClient();
    const costs: number[] = [];
    // What the service does in the background may fall into one of them.
    for (let time = 0; time < 5; time += 1) {
      let commandCount = 0;
      // The driver takes a connection for each command, and keeps it for none.
      const count = () => (commandCount += 1);
      client.on('connectionCheckedOut', count);
      const { entries, meta } = await journal.search({ ...on('2026-11-02'), limit });
      client.off('connectionCheckedOut', count);
      expect([entries.length, meta.total]).toEqual([limit, String(writtenCount)]);
      costs.push(commandCount);
    }
    expect(Math.min(...costs)).toBe(commands);
  });

  it('pages through entries of one instant without missing or repeating any', async () => {
    const times = Array.from({ length: 25 }, () => '2026-11-02T12:00:00.000Z');
    const ids = await write(['2026-11-02T11:00:00.000Z', ...times, '2026-11-02T13:00:00.000Z']);
    const allIds = (await journal.search(on('2026-11-02'))).entries.map(({ _id }) => _id);
    expect([...allIds].sort()).toEqual([...ids].sort());

    const pagedIds: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await journal.search({ ...on('2026-11-02'), limit: 4, cursor });
      expect(page.meta.total).toBe('27');
      expect(page.entries.length).toBe(Math.min(4, 27 - pagedIds.length));
      pagedIds.push(...page.entries.map(({ _id }) => _id));
      cursor = page.meta.nextCursor;
    } while (cursor);
    expect(pagedIds).toEqual(allIds);
  });

  it('goes on where a page ended, whatever was written or deleted meanwhile', async () => {
    const ids = await write([
      '2026-11-02T10:00:00Z',
      '2026-11-02T11:00:00Z',
      '2026-11-02T12:00:00Z',
      '2026-11-02T13:00:00Z',
    ]);
    const firstPage = await journal.search({ ...on('2026-11-02'), limit: 2 });
    expect(firstPage.entries.map(({ _id }) => _id)).toEqual([ids[3], ids[2]]);
    await write(['2026-11-02T14:00:00Z']);
    await journal.call('journal.delete-entry', { userId, entryId: ids[2]! });
    const second = await journal.search({ ...on('2026-11-02'), limit: 2, cursor: firstPage.meta.nextCursor });
    expect(second.entries.map(({ _id }) => _id)).toEqual([ids[1], ids[0]]);
    expect(second.meta).toEqual({ total: '4' });
  });

  it('stays within the range, whatever cursor comes', async () => {
    await write([
      '2026-11-01T12:00:00Z',
      '2026-11-02T12:00:00Z',
      '2026-11-03T06:00:00Z',
      '2026-11-03T12:00:00Z',
    ]);
    const { meta } = await journal.search({ ...on('2026-11-01', '2026-11-03'), limit: 1 });
    const { entries } = await journal.search({ ...on('2026-11-02'), cursor: meta.nextCursor });
    expect(entries.map(({ createdAt }) => createdAt)).toEqual(['2026-11-02T12:00:00.000Z']);
  });

  it.each([
    ['a first day after the last', on('2026-11-03', '2026-11-02'), 'startDate'],
    ['a day that does not exist', on('2026-02-30', '2026-03-01'), 'startDate'],
    ['a cursor that is not ours', { ...on('2026-11-02'), cursor: 'e30' }, 'cursor'],
    ['a limit beyond its bound', { ...on('2026-11-02'), limit: LIMITS.searchPageMax + 1 }, 'limit'],
  ])('refuses %s', async (_what, request, field) => {
    const refusal = { code: 'validation_failed', errors: [expect.objectContaining({ field })] };
    await expect(journal.search({ ...request, userId: 'another-user' })).rejects.toMatchObject(refusal);
  });

  describe('by words, mood, weather, city and tag', () => {
    afterEach(() => {
      jest.restoreAllMocks();
    });

    /** Limits for one test, so that a slow machine reaches one of them alone. */
    const limit = (limits: { findEntriesMax: number; findMs: number }) => {
      const changeable: { findEntriesMax: number; findMs: number } = LIMITS;
      jest.replaceProperty(changeable, 'findEntriesMax', limits.findEntriesMax);
      jest.replaceProperty(changeable, 'findMs', limits.findMs);
    };

    it('finds what a plain look at every entry finds, newest first, page by page', async () => {
      limit({ findEntriesMax: LIMITS.findEntriesMax, findMs: 60_000 });
      const random = randomNumbers(15);
      const writtenEntries = Array.from({ length: 300 }, (_, index) => someEntry(index, random));
      for (let first = 0; first < writtenEntries.length; first += LIMITS.importBatchMax) {
        const entries = writtenEntries.slice(first, first + LIMITS.importBatchMax).map(({ sent }) => sent);
        const { added } = await journal.call('journal.import-entries', { userId, entries });
        expect(added).toBe(entries.length);
      }
      // Another person's entries never match.
      const othersEntries = writtenEntries.slice(0, 50).map(({ sent }) => sent);
      await journal.call('journal.import-entries', {
        userId: `${userId} and another`,
        entries: othersEntries,
      });

      let matchCount = 0;
      for (let round = 0; round < 40; round += 1) {
        const { wanted, isWanted } = someQuestion(random);
        const startDate = dayOf(random(150));
        const endDate = dayOf(150 + random(200));
        const expected = writtenEntries
          .filter(({ sent }) => sent.createdAt.slice(0, 10) >= startDate)
          .filter(({ sent }) => sent.createdAt.slice(0, 10) <= endDate)
          .filter(isWanted)
          .sort((a, b) => (a.sent.createdAt < b.sent.createdAt ? 1 : -1))
          .map(({ sent }) => sent.content);
        const contents: string[] = [];
        const limit = 10 + random(60);
        let cursor: string | undefined;
        do {
          const request = { userId, startDate, endDate, limit, cursor, ...wanted };
          const { entries, meta } = await journal.find(request);
          if (!cursor)
            expect({ wanted, total: meta.total }).toEqual({ wanted, total: String(expected.length) });
          contents.push(...entries.map(({ content }) => content));
          cursor = meta.nextCursor;
        } while (cursor);
        expect({ wanted, contents }).toEqual({ wanted, contents: expected });
        matchCount += expected.length;
      }
      // Guards against comparing two empty results.
      expect(matchCount).toBeGreaterThan(400);
    }, 120_000);

    it('finds words in the city, the tags and the mood, whose name is that of the account’s language', async () => {
      const userId = 'where and how';
      const entry = { email: 'ana@example.org', content: 'A quiet day', location: 'Lisbon, Portugal' };
      const { _id } = await journal.call('journal.create-entry', {
        userId,
        entry: { ...entry, inputMood: 'Happy', tags: ['Family'] },
      });
      const request = { userId, startDate: '1900-01-01', endDate: '2999-12-31' };
      for (const words of ['lisbon', 'glücklich', 'happy quiet', 'family lisbon day']) {
        const { entries } = await journal.find({ ...request, words, language: 'de' });
        expect({ words, found: entries.map((one) => one._id) }).toEqual({ words, found: [_id] });
      }
      const { meta } = await journal.find({ ...request, words: 'bergen', language: 'de' });
      expect(meta.total).toBe('0');
    });

    it('finds forms of words in the language of the account', async () => {
      const content = 'Das Haus am See';
      const entry = { ...someEntry(1, randomNumbers(1)).sent, content };
      await journal.call('journal.import-entries', { userId, entries: [entry] });
      const request = { userId, startDate: '1900-01-01', endDate: '2999-12-31', words: 'Häuser' };
      expect((await journal.find({ ...request, language: 'de' })).entries).toMatchObject([{ content }]);
      expect((await journal.find(request)).entries).toEqual([]);
    });

    it.each([
      ['more words than a search takes', { words: manyWords(LIMITS.findTermsMax + 1) }, 'words'],
      ['words that are too long', { words: 'x'.repeat(LIMITS.findWordsMax + 1) }, 'words'],
      ['weather of no kind', { weather: 'frogs' as WeatherKind }, 'weather'],
      ['a first day after the last', { startDate: '2026-11-03' }, 'startDate'],
      ['a cursor that is not ours', { cursor: 'e30' }, 'cursor'],
      ['a limit beyond its bound', { limit: LIMITS.findPageMax + 1 }, 'limit'],
    ])('refuses %s', async (_what, criteria, field) => {
      const refusal = { code: 'validation_failed', errors: [expect.objectContaining({ field })] };
      await expect(journal.find({ ...on('2026-11-02'), ...criteria })).rejects.toMatchObject(refusal);
    });

    it('lets people take turns when many search at once', async () => {
      await write(Array.from({ length: 50 }, () => '2026-11-02T12:00:00.000Z'));
      keepLinesOpen(journal.app.get(FindService, { strict: false }));
      limit({ findEntriesMax: LIMITS.findEntriesMax, findMs: 60_000 });
      const criteria = { ...on('2026-11-02'), words: 'entry' };
      const answers = await Promise.all(Array.from({ length: 20 }, () => journal.find(criteria)));
      expect(answers.map(({ meta }) => meta.total)).toEqual(Array.from({ length: 20 }, () => '50'));
    });
  });
});

const newestFirst = (a: string, b: string): number => Date.parse(b) - Date.parse(a);
