import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { eventually, timeLeft } from '@inner-weather/testing/eventually';
import { EntriesRepository } from '../src/entries/entries.repository.js';
import { StorageUse } from '../src/storage/storage-use.schema.js';
import { type JournalUnderTest, startJournal } from './harness.js';

const MEGABYTE = 1_000_000;
/** Of a sad entry in Porto, besides its content. */
const REST = 500 + 'Sad'.length + 'Porto'.length;
const FULL = { code: 'quota_exceeded', errors: [{ msg: expect.stringContaining('at most 1 MB') }] };

// ASVS 15.1.3, 15.2.2
describe('what one person may store', () => {
  let journal: JournalUnderTest;
  let userId: string;

  beforeAll(async () => {
    journal = await startJournal({
      STORED_MB_PER_PERSON: 1,
      IMPORTED_ENTRIES_PER_HOUR: 120,
      RATE_LIMITS: 'on',
      WRITES_PER_MINUTE: 100_000,
    });
  });

  afterAll(() => journal.stop());

  beforeEach(() => {
    userId = `user-${new Types.ObjectId().toHexString()}`;
  });

  const entry = (content: string) => ({
    email: 'ana@example.org',
    content,
    inputMood: 'Sad' as const,
    location: 'Porto',
  });
  const write = (content: string, idempotencyKey?: string) =>
    journal.call('journal.create-entry', { userId, entry: entry(content), idempotencyKey });
  const change = (entryId: string, content: string) =>
    journal.call('journal.update-entry', {
      userId,
      entryId,
      changes: { content, inputMood: 'Sad', location: 'Porto' },
    });
  const getUsedBytes = async () => (await journal.call('journal.get-storage', { userId })).usedBytes;
  const uses = () => journal.app.get<Model<StorageUse>>(getModelToken(StorageUse.name));
  /** Sets the count so that this many bytes are left. */
  const leave = async (bytes: number) => {
    await journal.call('journal.get-storage', { userId });
    await uses().updateOne({ _id: userId }, { $set: { bytes: MEGABYTE - bytes } });
  };
  const part = (count: number, content = 'Words') =>
    Array.from({ length: count }, () => ({
      content: `${content} ${randomUUID()}`,
      inputMood: 'Sad',
      location: 'Porto',
      createdAt: '2020-02-29T10:00:00.000Z',
      weatherData: 'Sunny',
    }));
  const put = (entries: object[]) => journal.call('journal.import-entries', { userId, entries });
  const countStored = () => journal.entries.countDocuments({ userId });

  it('is taken by what is written, in bytes, follows what is changed, and comes back with a deletion', async () => {
    expect(await journal.call('journal.get-storage', { userId })).toEqual({
      usedBytes: 0,
      maxBytes: MEGABYTE,
    });
    const { _id } = await write('雨雨');
    expect(await getUsedBytes()).toBe(REST + 6);
    await change(_id, 'ten bytes!');
    expect(await getUsedBytes()).toBe(REST + 10);
    await change(_id, 'one');
    expect(await getUsedBytes()).toBe(REST + 3);
    await put(part(2, 'x'));
    expect(await getUsedBytes()).toBe(3 * REST + 3 + 2 * 38);
    await journal.call('journal.delete-entry', { userId, entryId: _id });
    expect(await getUsedBytes()).toBe(2 * REST + 2 * 38);
  });

  it('is taken by long words for the weather, too, until the entry has others', async () => {
    await put([{ ...part(1)[0], _id: 'long', content: 'x', weatherData: '雨'.repeat(200) }]);
    expect(await getUsedBytes()).toBe(REST + 1 + 500);
    const [{ _id } = { _id: '' }] = (
      await journal.search({ userId, startDate: '2020-02-29', endDate: '2020-02-29' })
    ).entries;
    await journal.call('journal.update-entry', {
      userId,
      entryId: _id,
      changes: { content: 'x', inputMood: 'Sad', location: 'Lisbon' },
    });
    expect(await getUsedBytes()).toBe(REST + 1 + 'Lisbon'.length - 'Porto'.length);
    await put([{ ...part(1)[0], _id: 'another', content: 'x', weatherData: '雨'.repeat(200) }]);
    await uses().deleteOne({ _id: userId });
    expect(await getUsedBytes()).toBe(2 * REST + 2 + 500 + 'Lisbon'.length - 'Porto'.length);
  });

  it('counts entries of which there is no count', async () => {
    await write('Words');
    await uses().deleteOne({ _id: userId });
    expect(await getUsedBytes()).toBe(REST + 'Words'.length);
    await uses().deleteOne({ _id: userId });
    await write('!');
    expect(await getUsedBytes()).toBe(2 * REST + 'Words'.length + 1);
  });

  it('bounds new entries, and tells what a person can do', async () => {
    await leave(REST + 4);
    await expect(write('Words')).rejects.toMatchObject(FULL);
    expect(await countStored()).toBe(0);
    await write('Word');
    expect(await getUsedBytes()).toBe(MEGABYTE);
    await expect(write('')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(write('W')).rejects.toMatchObject(FULL);
  });

  it('bounds longer words in an entry that is there, and lets it become shorter', async () => {
    const { _id } = await write('Word');
    await leave(0);
    await expect(change(_id, 'Words')).rejects.toMatchObject(FULL);
    await change(_id, 'Wort');
    await change(_id, 'W');
    expect(await getUsedBytes()).toBe(MEGABYTE - 3);
  });

  it('bounds an import as a whole, and not what is there already', async () => {
    const entries = part(3);
    await put(entries);
    await leave(0);
    await expect(put(entries)).resolves.toMatchObject({ added: 0, alreadyThere: 3, refused: [] });
    await expect(put([...entries, ...part(1)])).rejects.toMatchObject(FULL);
    expect(await countStored()).toBe(3);
    expect(await getUsedBytes()).toBe(MEGABYTE);
  });

  it('is counted once for a repeated save', async () => {
    const key = randomUUID();
    const first = await write('Once', key);
    expect((await write('Once', key))._id).toBe(first._id);
    expect(await getUsedBytes()).toBe(REST + 4);
    await leave(0);
    expect((await write('Once', key))._id).toBe(first._id);
    expect(await getUsedBytes()).toBe(MEGABYTE);
  });

  it('is never passed, however many writes come at once, and right after all of them', async () => {
    await leave(5 * (REST + 5));
    const saves = await Promise.allSettled(Array.from({ length: 20 }, () => write('Words')));
    const savedCount = saves.filter(({ status }) => status === 'fulfilled').length;
    expect(savedCount).toBeGreaterThan(0);
    expect(savedCount).toBeLessThanOrEqual(5);
    expect(await countStored()).toBe(savedCount);
    expect(await getUsedBytes()).toBe(MEGABYTE - (5 - savedCount) * (REST + 5));
  });

  it('is right after edits that came at once', async () => {
    const { _id } = await write('W');
    const lengths = Array.from({ length: 20 }, (_, n) => 1 + ((n * 37) % 100));
    await Promise.all(lengths.map((length) => change(_id, 'x'.repeat(length))));
    const { content } = await journal
      .search({ userId, startDate: '0001-01-01', endDate: '9999-12-31' })
      .then(({ entries }) => entries[0]!);
    expect(await getUsedBytes()).toBe(REST + content.length);
  });

  it('that was reserved in vain is released again, at most once an hour', async () => {
    await write('Words');
    await leave(0);
    await expect(write('Words')).rejects.toMatchObject(FULL);
    await uses().updateOne({ _id: userId }, { $set: { countedAt: new Date(Date.now() - 61 * 60_000) } });
    await write('Words');
    expect(await getUsedBytes()).toBe(2 * (REST + 5));
  });

  it('is free again when what it was reserved for fails', async () => {
    const { _id } = await write('one');
    const before = await getUsedBytes();
    const repository = journal.app.get(EntriesRepository, { strict: false });
    const fails = (method: 'insert' | 'edit' | 'insertNew') =>
      jest.spyOn(repository, method).mockRejectedValueOnce(new Error('The database is gone.'));
    fails('insert');
    await expect(write('two')).rejects.toThrow();
    fails('edit');
    await expect(change(_id, 'longer words than before')).rejects.toThrow();
    fails('insertNew');
    await expect(put(part(2))).rejects.toThrow();
    expect(await getUsedBytes()).toBe(before);
  });

  it('goes with the account', async () => {
    await write('Words');
    await journal.fromAuth('auth.user.deleted.v1', { userId });
    await eventually(async () => expect(await uses().countDocuments({ _id: userId })).toBe(0));
    for (const lateCall of [write('Words'), put(part(1)), getUsedBytes()])
      await expect(lateCall).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await uses().countDocuments({ _id: userId })).toBe(0);
    expect(await countStored()).toBe(0);
  });

  it('is not the only limit: an hour allows a number of imported entries, and refuses a part beyond it as a whole', async () => {
    await timeLeft('hour', 30_000);
    await put(part(100));
    const overfullImport = part(21);
    await expect(put(overfullImport)).rejects.toMatchObject({
      code: 'rate_limited',
      errors: [{ msg: expect.stringMatching(/^Too many imported entries\. Please try again in/) }],
      retryAfter: expect.any(Number),
    });
    expect(await countStored()).toBe(100);
    const bytesBefore = await getUsedBytes();
    await expect(put(overfullImport)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await getUsedBytes()).toBe(bytesBefore);
  });
});
