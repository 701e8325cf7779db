import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import { EntriesRepository } from '../src/entries/entries.repository.js';
import { StampsRepository } from '../src/stamps/stamps.repository.js';
import { StampsService } from '../src/stamps/stamps.service.js';
import { StorageRepository } from '../src/storage/storage.repository.js';
import type { StorageUse } from '../src/storage/storage-use.schema.js';
import { type JournalUnderTest, startJournal } from './harness.js';

const HOUR_MS = 60 * 60_000;
const PAST = '2020-03-01T10:00:00Z';

describe('the version of a page', () => {
  let journal: JournalUnderTest;
  let userId: string;

  beforeAll(async () => {
    // Looks for entries without weather only when a test does it.
    journal = await startJournal({ STAMP_CHECK_MS: 24 * HOUR_MS });
  });

  afterAll(() => journal.stop());

  beforeEach(() => {
    userId = `user-${new Types.ObjectId().toHexString()}`;
  });

  const words = { content: 'A walk by the river', location: 'Porto', inputMood: 'Happy' as const };
  const write = (more: object = { weatherData: 'Sunny' }): Promise<EntryDto> =>
    journal.call('journal.create-entry', {
      userId,
      entry: { email: 'ana@example.org', ...words, ...more },
    });
  const search = (known?: string, more: object = {}) =>
    journal.search({ userId, startDate: '2020-01-01', endDate: '2100-01-01', tz: 'UTC', known, ...more });
  const versionNow = async () => (await search('')).meta.version;
  /** The versions that there are right after each call of a method that writes. */
  const lookAfter = <T extends object>(writes: T, method: keyof T & string): (string | undefined)[] => {
    const seen: (string | undefined)[] = [];
    const spied = writes as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const original = spied[method]!.bind(writes);
    jest.spyOn(spied, method).mockImplementation(async (...given) => {
      const answer = await original(...given);
      seen.push((await uses().findOne({ _id: userId }))?.version ?? undefined);
      return answer;
    });
    return seen;
  };
  const uses = () => journal.app.get<Connection>(getConnectionToken()).collection<StorageUse>('storage_use');
  const weatherKeyOf = async ({ _id }: EntryDto) =>
    (await journal.entries.findOne({ _id: new Types.ObjectId(_id) }))!.weather.key;
  const answered = async (entry: EntryDto, reason?: string) => {
    const about = { entryId: entry._id, weatherKey: await weatherKeyOf(entry) };
    const now = new Date().toISOString();
    if (reason) await journal.fromWeather('weather.observation.failed.v1', { ...about, reason });
    else
      await journal.fromWeather('weather.observation.ready.v1', {
        ...{ ...about, condition: 'Fog', provider: 'test', observedAt: now, moment: entry.createdAt },
      });
    await eventually(async () => {
      const [found] = (await search()).entries;
      expect(found?.weatherStatus).toBe(reason ? 'unavailable' : 'ready');
    });
  };

  it('is told to who asks for it, and the same page is not sent again', async () => {
    await write();
    expect((await search()).meta).toEqual({ total: '1' });
    const { entries, meta } = await search('');
    expect(entries).toHaveLength(1);
    expect(meta).toEqual({ total: '1', version: expect.any(String) });
    const again = await search(meta.version);
    expect(again).toMatchObject({ entries: [], meta: { unchanged: 'true' } });
    expect(await versionNow()).toBe(meta.version);
  });

  it('is one of the person: that of somebody else says nothing', async () => {
    await write();
    const version = await versionNow();
    userId = `${userId}-b`;
    await write();
    expect((await search(version)).entries).toHaveLength(1);
  });

  describe('is another one', () => {
    let entry: EntryDto;
    const put = (entries: object[]) =>
      journal.call('journal.import-entries', { userId, entries, lookUpWeather: false });
    const { content, ...kept } = words;
    const changes: [string, () => Promise<unknown>][] = [
      ['a new entry', () => write()],
      [
        'an edit that makes it no longer or shorter',
        () =>
          journal.call('journal.update-entry', {
            userId,
            entryId: entry._id,
            changes: { ...kept, content: [...content].reverse().join('') },
          }),
      ],
      [
        'another mood',
        () =>
          journal.call('journal.update-entry', {
            userId,
            entryId: entry._id,
            changes: { ...words, inputMood: 'Tired' },
          }),
      ],
      ['a deletion', () => journal.call('journal.delete-entry', { userId, entryId: entry._id })],
      ['an import', () => put([{ ...words, createdAt: PAST, weatherData: 'Rain', weatherStatus: 'ready' }])],
      [
        'a request that was repeated, since the first may have ended between its insert and its answer',
        async () => {
          const key = { idempotencyKey: `key-${userId}` };
          const entry = { email: 'ana@example.org', ...words, weatherData: 'Sunny' };
          await journal.call('journal.create-entry', { userId, entry, ...key });
          const before = await versionNow();
          await journal.call('journal.create-entry', { userId, entry, ...key });
          expect(await versionNow()).not.toBe(before);
        },
      ],
    ];

    afterEach(() => jest.restoreAllMocks());

    it.each(changes)('after %s, and none while it is written', async (_what, change) => {
      entry = await write();
      const version = await versionNow();
      const { app } = journal;
      const writes = app.get(EntriesRepository);
      const during = [
        lookAfter(writes, 'insert'),
        lookAfter(writes, 'insertNew'),
        lookAfter(writes, 'edit'),
        lookAfter(writes, 'replaceByTombstone'),
      ];
      await change();
      expect(during.flat().length).toBeGreaterThan(0);
      expect(during.flat().filter((one) => one !== undefined)).toEqual([]);
      const { entries, meta } = await search(version);
      expect(meta.unchanged).toBeUndefined();
      expect(meta.version).not.toBe(version);
      expect(entries).toEqual((await search()).entries);
    });

    it('after a service of 0.2.0, which makes no versions, has stored an entry', async () => {
      await write();
      const version = await versionNow();
      await uses().updateOne({ _id: userId }, { $inc: { bytes: 40 } });
      expect((await search(version)).meta.unchanged).toBeUndefined();
    });
  });

  it('does not come back when a process ends between a write and its end', async () => {
    await write();
    const version = await versionNow();
    const ends = jest.spyOn(journal.app.get(StorageRepository), 'endChange');
    ends.mockRejectedValueOnce(new Error('killed'));
    await expect(write()).rejects.toMatchObject({ code: 'internal' });
    const { entries, meta } = await search(version);
    expect(entries).toHaveLength(2);
    expect(meta).toEqual({ total: '2' });
    ends.mockRestore();
  });

  it('does not exist before the first change, nor from the beginning of one until its end', async () => {
    expect(await versionNow()).toBeUndefined();
    await write();
    const version = await versionNow();
    const repository = journal.app.get(StorageRepository);
    await repository.beginChange(userId, 0);
    expect((await search(version)).meta).toEqual({ total: '1' });
    await repository.endChange(userId);
    expect(await versionNow()).not.toBe(version);
  });

  it('does not exist while the weather of an entry may still come', async () => {
    const entry = await write({});
    expect(entry.weatherStatus).toBe('pending');
    expect(await versionNow()).toBeUndefined();
    await answered(entry, 'provider_unavailable');
    expect(await versionNow()).toBeUndefined();
    await answered(entry);
    expect(await versionNow()).toEqual(expect.any(String));
  });

  it('exists for an entry that has no weather for good, until its writer asks for it again', async () => {
    const entry = await write({});
    await answered(entry, 'no_such_city');
    const version = await versionNow();
    expect(version).toEqual(expect.any(String));
    const during = lookAfter(journal.app.get(StampsRepository), 'waitAnew');
    await journal.app.get(StampsService).lookUp({ userId, entryId: entry._id });
    expect(during).toEqual([undefined]);
    jest.restoreAllMocks();
    const { entries, meta } = await search(version);
    expect(entries.map(({ weatherStatus }) => weatherStatus)).toEqual(['pending']);
    expect(meta).toEqual({ total: '1' });
  });

  it('is that of each page, and of what is behind it', async () => {
    await write();
    await write();
    const first = await search('', { limit: 1 });
    expect(first.meta).toMatchObject({ total: '2', nextCursor: expect.any(String) });
    await write({ weatherData: 'Rain', date: PAST });
    const again = await search(first.meta.version, { limit: 1 });
    expect(again.meta.total).toBe('3');
  });

  it('does not outlive the account', async () => {
    await write();
    const version = await versionNow();
    await journal.fromAuth('auth.user.deleted.v1', { userId });
    await eventually(async () => expect(await uses().findOne({ _id: userId })).toBeNull());
    expect((await search(version)).meta).toEqual({ total: '0' });
  });
});
