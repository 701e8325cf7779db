import { KeyedIds } from '@inner-weather/platform/idempotency/keyed-ids';
import { eventually } from '@inner-weather/testing/eventually';
import { getModelToken } from '@nestjs/mongoose';
import { jest } from '@jest/globals';
import { type Model, Types } from 'mongoose';
import { Entry, PERSONAL_FIELDS } from '../src/entries/entry.schema.js';
import { type JournalUnderTest, startJournal } from './harness.js';

const entry = { email: 'ana@example.org', content: 'A walk by the river', location: 'Porto' };
const HOUR_MS = 60 * 60_000;

let journal: JournalUnderTest;

beforeAll(async () => {
  journal = await startJournal();
});

afterAll(() => journal.stop());

describe('an Idempotency-Key', () => {
  let userId: string;

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
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'idempotency_key_reused' },
    });
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
    await expect(create({ ...entry, content: 'Another walk' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
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

describe('a check-in', () => {
  const userId = 'checks-in';
  const wholeRange = { userId, startDate: '0001-01-01', endDate: '9999-12-31' };

  const find = async (entryId: string) => {
    const all = await journal.entries.find({}).toArray();
    return all.find(({ _id }) => _id.toHexString() === entryId);
  };
  const mood = { ...entry, content: '', checkIn: true, inputMood: 'Tired', weatherData: 'Sunny' };
  const keep = (extra: object = {}) =>
    journal.call('journal.create-entry', { userId, entry: { ...mood, ...extra } });
  const edit = (entryId: string, changes: object) =>
    journal.call('journal.update-entry', {
      userId,
      entryId,
      changes: { content: '', checkIn: true, inputMood: 'Tired', location: 'Porto', ...changes },
    });
  const refusal = { code: 'validation_failed', errors: [{ field: 'content', code: 'content_empty' }] };

  it('is kept with its mood, place and weather, its empty content encrypted like any other', async () => {
    const entryDto = await keep({ tags: ['river'] });
    expect(entryDto).toMatchObject({ content: '', checkIn: true, inputMood: 'Tired', tags: ['river'] });
    expect(await find(entryDto._id)).toMatchObject({ checkIn: true, content: expect.anything() });
    expect(String((await find(entryDto._id))?.content)).not.toBe('');
    const { entries } = await journal.search({ ...wholeRange, tag: 'river' });
    expect(entries).toContainEqual(entryDto);
  });

  it('stays one when its mood or tags change, and is an ordinary entry once it has words', async () => {
    const { _id } = await keep();
    const changed = await edit(_id, { inputMood: 'Happy', tags: ['sea'] });
    expect(changed).toMatchObject({ content: '', checkIn: true, inputMood: 'Happy', tags: ['sea'] });
    const written = await edit(_id, { content: 'It was a long day' });
    expect(written).toMatchObject({ content: 'It was a long day', checkIn: false, tags: ['sea'] });
    expect(await find(_id)).toMatchObject({ checkIn: false });
    await expect(edit(_id, {})).rejects.toMatchObject(refusal);
    expect(await journal.call('journal.get-entry', { userId, entryId: _id })).toEqual(written);
  });
});

describe('photos of entries', () => {
  const userId = 'has-photos';

  it('are told of when their entry is deleted, or an edit drops them', async () => {
    const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(24)) as [string, string, string];
    const photos = [one, two];
    const dropped = () =>
      journal.seen
        // A slow relay publishes an event twice, under the same id.
        .filter(
          ({ type, id }, index) =>
            type === 'journal.photos.dropped.v1' && journal.seen.findIndex((one) => one.id === id) === index,
        )
        .flatMap(({ payload }) =>
          (payload.photoIds as string[]).map((id) => `${String(payload.userId)} ${id}`),
        );
    const inUse = async () =>
      (await journal.call('journal.find-used-photos', { userId, photoIds: [one, two, three] })).photoIds;
    const wordless = { ...entry, content: '', photos };
    const { _id: entryId, ...created } = await journal.call('journal.create-entry', {
      userId,
      entry: wordless,
    });
    expect(created).toMatchObject({ content: '', photos });
    expect(await inUse()).toEqual(photos);
    const edit = (changes: object) =>
      journal.call('journal.update-entry', {
        userId,
        entryId,
        changes: { content: '', inputMood: '', location: 'Porto', ...changes },
      });
    expect(await edit({ photos: [three, two] })).toMatchObject({ photos: [three, two] });
    expect(await inUse()).toEqual([two, three]);
    // It would have neither words nor photos.
    await expect(edit({ photos: [] })).rejects.toMatchObject({ code: 'validation_failed' });
    await eventually(() => expect(dropped()).toEqual([`${userId} ${one}`]));
    await journal.call('journal.delete-entry', { userId, entryId });
    await eventually(() => expect(dropped()).toEqual([one, three, two].map((id) => `${userId} ${id}`)));
    expect(await inUse()).toEqual([]);
  });

  it('show on their day: the first of the first entry that has any', async () => {
    const [early, other, late] = ['4', '5', '6'].map((digit) => digit.repeat(24)) as [string, string, string];
    const write = (date: string, photos: string[]) =>
      journal.call('journal.create-entry', { userId: 'shows-photos', entry: { ...entry, date, photos } });
    await write('2020-05-05T18:00:00Z', [late]);
    await write('2020-05-05T08:00:00Z', []);
    const morning = await write('2020-05-05T09:00:00Z', [early, other]);
    await write('2020-05-06T09:00:00Z', []);
    const shown = async () =>
      (await journal.call('journal.list-days', { userId: 'shows-photos', year: 2020 })).days.map(
        ({ photo }) => photo,
      );
    expect(await shown()).toEqual([early, null]);
    await journal.call('journal.delete-entry', { userId: 'shows-photos', entryId: morning._id });
    expect(await shown()).toEqual([late, null]);
  });
});

describe('the deletion of an account', () => {
  const write = (userId: string) =>
    journal.call('journal.create-entry', { userId, entry, idempotencyKey: 'a-key' });
  const countEntries = (userId: string) => journal.entries.countDocuments({ userId });

  it('deletes all data of that person and no other, however often the event arrives', async () => {
    await Promise.all([
      write('leaves'),
      write('stays'),
      journal.call('journal.create-entry', { userId: 'leaves', entry }),
    ]);
    expect(await countEntries('leaves')).toBe(2);
    for (let time = 1; time <= 2; time += 1)
      await journal.fromAuth(
        'auth.user.deleted.v1',
        { userId: 'leaves' },
        '7d2d9f0e-0000-4000-8000-000000000002',
      );
    await eventually(async () => expect(await countEntries('leaves')).toBe(0));
    await write('leaves-later');
    await journal.fromAuth('auth.user.deleted.v1', { userId: 'leaves-later' });
    await eventually(async () => expect(await countEntries('leaves-later')).toBe(0));
    expect(await countEntries('stays')).toBe(1);
    expect(await journal.deadLetter('journal.on-user-deleted')).toBeUndefined();
  });

  it('deletes many entries by short commands, and goes on where one failed', async () => {
    const count = 250;
    const entries = Array.from({ length: count }, (_, n) => ({
      ...{ userId: 'leaves-much', content: 'Words', inputMood: 'Sad', location: 'Porto' },
      createdAt: new Date(1_600_000_000_000 + n),
    }));
    await journal.store(entries);
    const model = journal.app.get<Model<Entry>>(getModelToken(Entry.name), { strict: false });
    const original = model.deleteMany.bind(model);
    const left: number[] = [];
    const deleteMany = jest.spyOn(model, 'deleteMany').mockImplementation(((filter: object) => {
      const isSecond = deleteMany.mock.calls.length === 2;
      return isSecond
        ? Promise.reject(new Error('The database is gone.'))
        : original(filter).then(async (result) => {
            left.push(await countEntries('leaves-much'));
            return result;
          });
    }) as never);
    await journal.fromAuth('auth.user.deleted.v1', { userId: 'leaves-much' });
    await eventually(() => expect(left.slice(0, 3)).toEqual([150, 50, 0]));
    deleteMany.mockRestore();
  });

  // What else cannot be read: messaging.spec.ts of libs/platform.
  it('ends in the dead letters when it names an operator, and takes nothing', async () => {
    await write('stays-too');
    const body = '{"userId":{"$ne":null}}';
    journal.fromStranger('auth.user.deleted.v1', body);
    await eventually(async () => {
      const dead = await journal.deadLetter('journal.on-user-deleted');
      expect(dead?.content.toString()).toBe(body);
    });
    expect(await countEntries('stays-too')).toBe(1);
  });
});
