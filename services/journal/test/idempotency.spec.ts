import { Types } from 'mongoose';
import { IdempotencyKeys } from '@inner-weather/platform/mongo/idempotency-keys';
import { eventually } from '@inner-weather/testing/eventually';
import { type JournalUnderTest, startJournal } from './harness.js';

const entry = { email: 'ana@example.org', content: 'A walk by the river', location: 'Porto' };
const HOUR_MS = 60 * 60_000;

describe('an Idempotency-Key', () => {
  let journal: JournalUnderTest;
  let userId: string;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterAll(() => journal.stop());

  beforeEach(() => {
    userId = `user-${new Types.ObjectId().toHexString()}`;
  });

  const create = (body = entry, idempotencyKey = 'a-key') =>
    journal.call('journal.create-entry', { userId, entry: body, idempotencyKey });
  const stored = () => journal.entries.find({ userId }).toArray();

  it('makes one entry and one event of 20 requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    const [first] = answers;
    expect(answers).toEqual(Array.from({ length: 20 }, () => first));
    expect(await stored()).toHaveLength(1);
    await eventually(async () => expect((await stored())[0]).toMatchObject({ outbox: {} }));
    expect(new Set(journal.seenOf(first!._id).map(({ id }) => id)).size).toBe(1);
  });

  it('answers the entry as it is now', async () => {
    const { _id: entryId } = await create();
    const changes = { content: 'It rained', inputMood: 'Sad', location: 'Porto' };
    const edited = await journal.call('journal.update-entry', { userId, entryId, changes });
    await expect(create()).resolves.toEqual(edited);
  });

  it('is refused with another body, and makes nothing', async () => {
    await create();
    await expect(create({ ...entry, content: 'Another walk' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await stored()).toHaveLength(1);
  });

  it('of 20 requests with two bodies at once, serves those of one body', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => create({ ...entry, content: index % 2 ? 'One' : 'Another' })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await stored()).toHaveLength(1);
  });

  it('is each person’s own, and each key is another', async () => {
    const mine = await create();
    const other = await create(entry, 'another-key');
    userId = `${userId}-b`;
    const theirs = await create();
    expect(new Set([mine._id, other._id, theirs._id]).size).toBe(3);
  });

  it('goes on where a request ended between the key and the entry', async () => {
    const first = await create();
    // As after a crash: the key is stored, the entry is not.
    await journal.entries.deleteOne({ userId });
    await expect(create()).resolves.toMatchObject({ _id: first._id, content: entry.content });
    expect(await stored()).toHaveLength(1);
  });

  it('does not bring back an entry that its writer has deleted, not even once its event is out', async () => {
    const { _id: entryId } = await create();
    await journal.call('journal.delete-entry', { userId, entryId });
    await eventually(() => expect(journal.seenOf(entryId, 'journal.entry.deleted.v1')).toHaveLength(1));
    const drained = { _id: new Types.ObjectId(entryId), outbox: {} };
    await eventually(async () =>
      expect(await journal.entries.findOne({ _id: drained._id })).toMatchObject(drained),
    );
    await expect(create()).rejects.toMatchObject({ code: 'not_found' });
    expect(await stored()).toEqual([]);
    expect(
      (await journal.search({ userId, startDate: '0001-01-01', endDate: '9999-12-31', tz: 'UTC' })).entries,
    ).toEqual([]);
  });

  it('leaves a tombstone that holds nothing of the entry and outlives the key', async () => {
    const { _id, createdAt } = await create();
    await journal.call('journal.delete-entry', { userId, entryId: _id });
    const tombstone = await journal.entries.findOne({ _id: new Types.ObjectId(_id) });
    expect(
      JSON.stringify(Object.values(tombstone!).filter((value) => value !== tombstone!.outbox)),
    ).not.toMatch(/walk|Porto|user-/);
    const key = await journal.keys.findOne({ _id: `${userId}:a-key` });
    expect(tombstone!.removeAt!.getTime()).toBeGreaterThan(key!.createdAt.getTime() + 24 * HOUR_MS);
    expect(tombstone!.removeAt!.getTime()).toBeLessThan(Date.parse(createdAt) + 26 * HOUR_MS);
  });

  it('counts as never used after 24 hours', async () => {
    const before = await create();
    await journal.keys.updateOne(
      { _id: `${userId}:a-key` },
      { $set: { createdAt: new Date(Date.now() - 24 * HOUR_MS) } },
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create({ ...entry, content: 'Another day' })),
    );
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    expect(answers[0]!._id).not.toBe(before._id);
    expect(await stored()).toHaveLength(2);
  });

  it('is cleaned away after 24 hours, and not before', async () => {
    const age = (idempotencyKey: string, ms: number) =>
      journal.keys.updateOne(
        { _id: `${userId}:${idempotencyKey}` },
        { $set: { createdAt: new Date(Date.now() - ms) } },
      );
    await create(entry, 'old');
    await create(entry, 'young');
    await age('old', 24 * HOUR_MS + 1);
    await age('young', 24 * HOUR_MS - 60_000);
    await journal.app.get(IdempotencyKeys).deleteExpired();
    const left = await journal.keys.find({ userId }).toArray();
    expect(left.map(({ _id }) => _id)).toEqual([`${userId}:young`]);
  });
});
