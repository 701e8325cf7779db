import { LIMITS } from '@inner-weather/contracts/limits';
import { Types } from 'mongoose';
import { type JournalUnderTest, startJournal } from './harness.js';

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
  const write = async (times: string[], content = (index: number) => `Entry ${index}`) => {
    const documents = times.map((time, index) => ({
      _id: new Types.ObjectId(),
      schemaVersion: 1 as const,
      userId,
      content: content(index),
      inputMood: 'Happy',
      location: 'Porto',
      weather: {
        status: 'ready' as const,
        text: 'Sunny',
        key: 'k',
        attempts: 1,
        requestedAt: new Date(time),
      },
      createdAt: new Date(time),
      updatedAt: new Date(time),
    }));
    await journal.entries.insertMany(documents);
    return documents.map(({ _id }) => _id.toHexString());
  };

  const on = (startDate: string, endDate = startDate, tz = 'UTC') => ({ userId, startDate, endDate, tz });

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
      neverSendToAi: false,
      weatherData: 'Sunny',
      weatherStatus: 'ready',
      createdAt: '2026-11-03T23:59:59.999Z',
      updatedAt: '2026-11-03T23:59:59.999Z',
    });
    expect(meta).toEqual({ total: '3' });
  });

  it.each([
    ['UTC', '2026-03-29', ['2026-03-29T00:00:00.000Z', '2026-03-29T23:30:00.000Z']],
    // A day of 23 hours: it ends at 23:00 UTC.
    ['Europe/Lisbon', '2026-03-29', ['2026-03-29T00:00:00.000Z']],
    ['Pacific/Kiritimati', '2026-03-30', ['2026-03-29T23:30:00.000Z']],
    ['Pacific/Pago_Pago', '2026-03-28', ['2026-03-29T00:00:00.000Z']],
  ])('knows where the days of %s begin and end', async (tz, day, found) => {
    await write(['2026-03-29T00:00:00.000Z', '2026-03-29T23:30:00.000Z']);
    const { entries } = await journal.search(on(day, day, tz));
    expect(entries.map(({ createdAt }) => createdAt).reverse()).toEqual(found);
  });

  it('answers an empty array where nothing was written', async () => {
    await expect(journal.search(on('2026-11-02'))).resolves.toEqual({
      entries: [],
      bytes: 2,
      meta: { total: '0' },
    });
  });

  it('pages through entries of one instant without missing or repeating any', async () => {
    const same = Array.from({ length: 25 }, () => '2026-11-02T12:00:00.000Z');
    const ids = await write(['2026-11-02T11:00:00.000Z', ...same, '2026-11-02T13:00:00.000Z']);
    const whole = (await journal.search(on('2026-11-02'))).entries.map(({ _id }) => _id);
    expect([...whole].sort()).toEqual([...ids].sort());

    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await journal.search({ ...on('2026-11-02'), limit: 4, cursor });
      expect(page.meta.total).toBe('27');
      expect(page.entries.length).toBe(Math.min(4, 27 - paged.length));
      paged.push(...page.entries.map(({ _id }) => _id));
      cursor = page.meta.nextCursor;
    } while (cursor);
    expect(paged).toEqual(whole);
  });

  it('goes on where a page ended, whatever was written or deleted meanwhile', async () => {
    const ids = await write([
      '2026-11-02T10:00:00Z',
      '2026-11-02T11:00:00Z',
      '2026-11-02T12:00:00Z',
      '2026-11-02T13:00:00Z',
    ]);
    const first = await journal.search({ ...on('2026-11-02'), limit: 2 });
    expect(first.entries.map(({ _id }) => _id)).toEqual([ids[3], ids[2]]);
    await write(['2026-11-02T14:00:00Z']);
    await journal.call('journal.delete-entry', { userId, entryId: ids[2]! });
    const second = await journal.search({ ...on('2026-11-02'), limit: 2, cursor: first.meta.nextCursor });
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

  it('ends an answer before it is too large for one message, and says where to go on', async () => {
    const minutes = Array.from({ length: 300 }, (_, index) =>
      new Date(Date.UTC(2026, 10, 2, 0, index)).toISOString(),
    );
    // Each of these characters is three bytes on the wire: 60 kB an entry, 18 MB for all.
    await write(minutes, (index) => `${index} `.padEnd(LIMITS.contentMax, '雨'));
    const contents: string[] = [];
    let cursor: string | undefined;
    let answers = 0;
    do {
      const page = await journal.search({ ...on('2026-11-02'), cursor });
      expect(page.bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
      contents.push(...page.entries.map(({ content }) => content.split(' ')[0]!));
      cursor = page.meta.nextCursor;
      answers += 1;
    } while (cursor);
    expect(contents).toEqual(minutes.map((_, index) => String(299 - index)));
    expect(answers).toBe(3);
  });

  it.each([
    ['a first day after the last', on('2026-11-03', '2026-11-02'), 'startDate'],
    ['a day that does not exist', on('2026-02-30', '2026-03-01'), 'startDate'],
    ['a zone that does not exist', on('2026-11-02', '2026-11-03', 'Porto'), 'tz'],
    ['a cursor that is not ours', { ...on('2026-11-02'), cursor: 'e30' }, 'cursor'],
    ['a limit beyond its bound', { ...on('2026-11-02'), limit: LIMITS.searchPageMax + 1 }, 'limit'],
  ])('refuses %s', async (_what, request, field) => {
    const refused = { code: 'validation_failed', errors: [expect.objectContaining({ field })] };
    await expect(journal.search({ ...request, userId: 'somebody' })).rejects.toMatchObject(refused);
  });
});
