import { jest } from '@jest/globals';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { eventually } from '@inner-weather/testing/eventually';
import { masterKey, testMasterKeys } from '@inner-weather/testing/random';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, mongo } from 'mongoose';
import { unreadableEntries } from '../src/entries/entries.metrics.js';
import { EntriesRepository } from '../src/entries/entries.repository.js';
import { type JournalUnderTest, startJournal } from './harness.js';

const SECRET = 'the river was silver-7431';
const entry = {
  email: 'ana@example.org',
  content: `A walk: ${SECRET}`,
  inputMood: 'Happy',
  location: 'Porto',
};
const DAYS = { startDate: '2000-01-01', endDate: '2100-01-01' };

describe('entries at rest', () => {
  let journal: JournalUnderTest;
  let users = 0;
  let userId: string;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterAll(() => journal.stop());

  beforeEach(() => {
    userId = `user-${(users += 1)}`;
  });

  const create = (content = entry.content, idempotencyKey?: string) =>
    journal.call('journal.create-entry', { userId, entry: { ...entry, content }, idempotencyKey });
  const database = () => journal.app.get<Connection>(getConnectionToken()).db!;
  const search = async () => (await journal.search({ userId, ...DAYS })).entries;

  /** Every byte of every document of every collection. */
  async function readWholeStore(): Promise<string> {
    const collections = await database().listCollections({}, { nameOnly: true }).toArray();
    const documents = await Promise.all(
      collections.map(({ name }) => database().collection(name).find().toArray()),
    );
    return documents
      .flat()
      .map((document) => Buffer.from(mongo.BSON.serialize(document)).toString('latin1'))
      .join('\n');
  }

  it('never have plain text in the store; mood and city can be read', async () => {
    const { _id } = await create(entry.content, 'a-key');
    const { _id: entryId } = await create();
    const changes = { content: `An edit: ${SECRET}`, inputMood: 'Sad', location: 'Braga' };
    await journal.call('journal.update-entry', { userId, entryId, changes });
    const store = await readWholeStore();
    expect(store).toContain(userId);
    expect(store).toContain('Braga');
    expect(store).not.toContain('silver');
    const [plain] = await journal.entries.find({ inputMood: 'Sad', location: 'Braga' }).toArray();
    expect(String(plain?._id)).toBe(entryId);
    expect((await search()).map((item) => [item._id, item.content])).toEqual([
      [entryId, changes.content],
      [_id, entry.content],
    ]);
  });

  it('have their tags nowhere in the store, nor the same token for two people, and none in a tombstone', async () => {
    const taggedEntry = { ...entry, content: 'Words', tags: ['silverware', 'Silverware ', 'b'] };
    const createdEntry = await journal.call('journal.create-entry', {
      userId,
      entry: taggedEntry,
      idempotencyKey: 'tagged',
    });
    const other = await journal.call('journal.create-entry', { userId: `${userId}-b`, entry: taggedEntry });
    expect((await readWholeStore()).toLowerCase()).not.toContain('silverware');
    const tokensOf = async ({ _id }: { _id: string }) =>
      (await journal.entries.findOne({ _id: new mongo.ObjectId(_id) }))?.tagTokens ?? [];
    const tokens = [...(await tokensOf(createdEntry)), ...(await tokensOf(other))];
    expect(new Set(tokens).size).toBe(4);
    await journal.call('journal.delete-entry', { userId, entryId: createdEntry._id });
    expect(await journal.entries.findOne({ _id: new mongo.ObjectId(createdEntry._id) })).not.toHaveProperty(
      'tagTokens',
    );
  });

  it.each([
    ['of another entry', async () => (await journal.entries.findOne({ userId }))!.content],
    [
      'of another person',
      async () => (await journal.entries.findOne({ inputMood: 'Happy', userId: { $ne: userId } }))!.content,
    ],
  ])('are never shown with words %s', async (_what, otherWords) => {
    await create('the first');
    const content = await otherWords();
    const { _id } = await create('the second');
    expect(await search()).toHaveLength(2);
    await journal.entries.updateOne({ _id: new mongo.ObjectId(_id) }, { $set: { content } });
    const unreadable = async () => (await unreadableEntries().get()).values[0]?.value ?? 0;
    const countBefore = await unreadable();
    // The rest of the page is there, and what is known of the damaged entry.
    expect(await search()).toMatchObject([
      { _id, content: '', tags: [], location: entry.location, unreadable: true },
      { content: 'the first' },
    ]);
    expect((await search())[1]).not.toHaveProperty('unreadable');
    expect(await unreadable()).toBe(countBefore + 2);
    await journal.call('journal.delete-entry', { userId, entryId: _id });
    expect(await search()).toHaveLength(1);
  });

  it('are never shown to another person whose id was written into them, even if both keys are cached', async () => {
    const { _id } = await create();
    expect(await search()).toHaveLength(1);
    const [owner, other] = [userId, `${userId}-b`];
    userId = other;
    await create('of the other');
    expect(await search()).toHaveLength(1);
    await journal.entries.updateOne({ _id: new mongo.ObjectId(_id), userId: owner }, { $set: { userId } });
    expect(await search()).toMatchObject([
      { content: 'of the other' },
      { _id, content: '', unreadable: true },
    ]);
  });

  it('need their master key: a service without it does not come up, and says which is missing', async () => {
    await create();
    const MASTER_KEYS_FILE = testMasterKeys(masterKey('stranger'));
    await expect(journal.serveAgain({ MASTER_KEYS_FILE })).rejects.toThrow(
      'MASTER_KEYS_FILE has no key test',
    );
  });

  describe('when the account is deleted', () => {
    const deleteAccount = (id = userId) => journal.fromAuth('auth.user.deleted.v1', { userId: id });
    const tombstone = () =>
      eventually(async () => {
        const key = await database().collection<{ _id: string }>('datakeys').findOne({ _id: userId });
        expect(Object.keys(key ?? {}).sort()).toEqual(['_id', 'destroyedAt']);
      });
    const countEntries = () => journal.entries.countDocuments({ userId });

    it('lose their key, so that a copy of the store says nothing', async () => {
      const { _id } = await create();
      const backup = (await journal.entries.findOne({ _id: new mongo.ObjectId(_id) }))!;
      expect(await search()).toHaveLength(1);
      await deleteAccount();
      await eventually(async () => expect(await countEntries()).toBe(0));
      await tombstone();
      await journal.entries.insertOne(backup);
      expect(await search()).toMatchObject([{ content: '', unreadable: true }]);
      await journal.entries.deleteMany({ userId });
    });

    it('are not left behind by a write that was under way', async () => {
      const repository = journal.app.get(EntriesRepository);
      const insert = repository.insert.bind(repository);
      repository.insert = async (...args) => {
        await deleteAccount();
        await tombstone();
        // The deletion has looked everywhere: it removes the count of what is stored after the entries.
        const uses = database().collection<{ _id: string }>('storage_use');
        await eventually(async () => expect(await uses.countDocuments({ _id: userId })).toBe(0));
        return insert(...args);
      };
      // As in a replica that had the key in memory when it began.
      const keys = journal.app.get(DataKeys);
      const forWriting = jest.spyOn(keys, 'forWriting').mockResolvedValue(await keys.forWriting(userId));
      await expect(create(entry.content, 'racing')).rejects.toMatchObject({ code: 'unauthenticated' });
      expect(await countEntries()).toBe(0);
      repository.insert = insert;
      forWriting.mockRestore();
    });
  });
});
