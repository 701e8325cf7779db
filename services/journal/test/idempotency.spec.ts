import { KeyedIds } from '@inner-weather/platform/idempotency/keyed-ids';
import { Types } from 'mongoose';
import { eventually } from '@inner-weather/testing/eventually';
import { PERSONAL_FIELDS } from '../src/entries/entry.schema.js';
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
  const listStored = () => journal.entries.find({ userId }).toArray();

  it('makes one entry and one event of 20 requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    const [first] = answers;
    expect(answers).toEqual(Array.from({ length: 20 }, () => first));
    expect(await listStored()).toHaveLength(1);
    await eventually(async () => expect((await listStored())[0]).toMatchObject({ outbox: {} }));
    await journal.untilPublished(first!._id);
    expect(new Set(journal.seenOf(first!._id).map(({ id }) => id)).size).toBe(1);
  });

  it('answers the entry as it is now', async () => {
    const { _id: entryId } = await create();
    const changes = { content: 'It rained', inputMood: 'Sad', location: 'Porto' };
    const editedEntry = await journal.call('journal.update-entry', { userId, entryId, changes });
    await expect(create()).resolves.toEqual(editedEntry);
  });

  it('is refused with another body, and makes nothing', async () => {
    await create();
    await expect(create({ ...entry, content: 'Another walk' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await listStored()).toHaveLength(1);
  });

  it('knows its entry also after its writer has changed their email', async () => {
    const created = await create();
    await expect(create({ ...entry, email: 'new@example.org' })).resolves.toEqual(created);
    // As version 1.0.0 stored it.
    const keys = journal.app.get(KeyedIds, { strict: false });
    const requestHash = await keys.hashOf(userId, entry);
    await journal.entries.updateOne({ userId }, { $set: { requestHash } });
    await expect(create()).resolves.toEqual(created);
    expect(await listStored()).toHaveLength(1);
  });

  it('of 20 requests with two bodies at once, serves those of one body', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => create({ ...entry, content: index % 2 ? 'One' : 'Another' })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await listStored()).toHaveLength(1);
  });

  it('belongs to one person, and identifies one request', async () => {
    const mine = await create();
    const otherEntry = await create(entry, 'another-key');
    userId = `${userId}-b`;
    const theirs = await create();
    expect(new Set([mine._id, otherEntry._id, theirs._id]).size).toBe(3);
  });

  it('that is a UUIDv7 gives the entry an id with the same time, different for each person', async () => {
    // 22 February 2022, 19:22:22 (https://www.rfc-editor.org/rfc/rfc9562#appendix-A.6).
    const key = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
    const first = await create(entry, key);
    expect(new Types.ObjectId(first._id).getTimestamp()).toEqual(new Date('2022-02-22T19:22:22Z'));
    expect(await create(entry, key)).toEqual(first);
    userId = `${userId}-b`;
    const theirs = await create(entry, key);
    expect(theirs._id.slice(0, 8)).toBe(first._id.slice(0, 8));
    expect(theirs._id).not.toBe(first._id);
    // The first second after those that four bytes can count.
    const lateEntry = await create(entry, '03e80000-0000-7cc3-98c4-dc0c0c07398f');
    expect(lateEntry._id).not.toMatch(/^10000000/);
    expect(await listStored()).toHaveLength(2);
  });

  it('does not bring back an entry that its writer has deleted, not even once its event is out', async () => {
    const { _id: entryId } = await create();
    await journal.call('journal.delete-entry', { userId, entryId });
    await eventually(() => expect(journal.seenOf(entryId, 'journal.entry.deleted.v1')).toHaveLength(1));
    const withEmptyOutbox = { _id: new Types.ObjectId(entryId), outbox: {} };
    await eventually(async () =>
      expect(await journal.entries.findOne({ _id: withEmptyOutbox._id })).toMatchObject(withEmptyOutbox),
    );
    await expect(create()).rejects.toMatchObject({ code: 'not_found' });
    expect(await listStored()).toEqual([]);
    expect(
      (await journal.search({ userId, startDate: '0001-01-01', endDate: '9999-12-31' })).entries,
    ).toEqual([]);
  });

  it('leaves a tombstone that holds nothing of the entry and stays for longer than a day', async () => {
    const { _id, createdAt } = await create();
    await journal.call('journal.delete-entry', { userId, entryId: _id });
    const tombstone = await journal.entries.findOne({ _id: new Types.ObjectId(_id) });
    expect(PERSONAL_FIELDS.filter((field) => field in tombstone!)).toEqual([]);
    expect(
      JSON.stringify(Object.values(tombstone!).filter((value) => value !== tombstone!.outbox)),
    ).not.toMatch(/walk|Porto|user-/);
    const removeAt = tombstone!.removeAt!.getTime();
    expect(removeAt).toBeGreaterThan(Date.parse(createdAt) + 24 * HOUR_MS);
    expect(removeAt).toBeLessThan(Date.parse(createdAt) + 26 * HOUR_MS);
  });

  it('is refused with another body after its entry was deleted, too', async () => {
    const { _id: entryId } = await create();
    await journal.call('journal.delete-entry', { userId, entryId });
    await expect(create({ ...entry, content: 'Another walk' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('belongs to its entry for as long as that lives, and to nothing once the tombstone is gone', async () => {
    const { _id } = await create();
    const id = new Types.ObjectId(_id);
    const longAgo = new Date(Date.now() - 1_000 * 24 * HOUR_MS);
    await journal.entries.updateOne({ _id: id }, { $set: { createdAt: longAgo, replayableUntil: longAgo } });
    await expect(create()).resolves.toMatchObject({ _id, createdAt: longAgo.toISOString() });
    await journal.call('journal.delete-entry', { userId, entryId: _id });
    await eventually(async () => expect(await journal.entries.findOne({ _id: id })).toBeNull());
    await expect(create({ ...entry, content: 'Another day' })).resolves.toMatchObject({ _id });
    expect(await listStored()).toHaveLength(1);
  });
});
