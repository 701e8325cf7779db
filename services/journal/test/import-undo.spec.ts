import { randomUUID } from 'node:crypto';
import { LIMITS } from '@inner-weather/domain/limits';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { Types } from 'mongoose';
import { PERSONAL_FIELDS } from '../src/entries/entry.schema.js';
import { ImportsRepository } from '../src/import/imports.repository.js';
import { UndoService } from '../src/import/undo.service.js';
import { type JournalUnderTest, keepLinesOpen, startJournal } from './harness.js';

const START = Date.parse('2020-02-29T10:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;

/** Entries that differ from each other, in chronological order. */
const entriesOf = (count: number, content = 'Words', start = START) =>
  Array.from({ length: count }, (_, n) => ({
    location: 'Porto',
    content: `${content} ${n}`,
    createdAt: new Date(start + n * 1_000).toISOString(),
  }));

type Options = Partial<Record<'restoreDeleted' | 'lookUpWeather', boolean>>;

const limits: { importUndoMs: number; importUndoBatch: number } = LIMITS;

describe('an import that is undone', () => {
  let journal: JournalUnderTest;
  let userId: string;
  let importId: string;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => journal.stop());

  beforeEach(() => {
    // No machine is too slow to delete a batch.
    jest.replaceProperty(limits, 'importUndoMs', 60_000);
    userId = `user-${new Types.ObjectId().toHexString()}`;
    importId = randomUUID();
  });

  const put = (entries: object[], options: Options = {}) =>
    journal.call('journal.import-entries', {
      userId,
      entries,
      import: { id: importId, source: 'Day One' },
      ...options,
    });
  const list = async () => (await journal.call('journal.list-imports', { userId })).imports;
  const undo = (id = importId) => journal.call('journal.undo-import', { userId, importId: id });
  const listStored = () => journal.entries.find({ userId }).sort({ createdAt: 1 }).toArray();
  const getUsedBytes = async () => (await journal.call('journal.get-storage', { userId })).usedBytes;
  const idsOf = async () => (await listStored()).map(({ _id }) => _id);
  const untilPublished = ($in: Types.ObjectId[]) =>
    eventually(async () => {
      const tombstones = await journal.entries.find({ _id: { $in } }).toArray();
      expect(tombstones.map(({ outbox }) => outbox)).toEqual($in.map(() => ({})));
    });

  it('leaves nothing but tombstones, tells of each deletion and its photos, and frees its storage', async () => {
    const photoIds = ['1'.repeat(24), '2'.repeat(24)];
    await put(entriesOf(3).map((entry) => ({ ...entry, photos: photoIds })));
    const ids = await idsOf();
    expect(await getUsedBytes()).toBeGreaterThan(0);
    expect(await undo()).toEqual({ deleted: 3, remaining: 0 });
    expect(await getUsedBytes()).toBe(0);
    const tombstones = await journal.entries.find({ _id: { $in: ids } }).toArray();
    expect(tombstones.map((one) => PERSONAL_FIELDS.filter((field) => field in one))).toEqual([[], [], []]);
    for (const id of ids) {
      const seenDeletions = () => journal.seenOf(String(id), 'journal.entry.deleted.v1');
      await eventually(() => expect(seenDeletions()).toHaveLength(1));
      expect(seenDeletions()[0]?.payload).toMatchObject({ userId });
    }
    await eventually(() =>
      expect(journal.seen.map(({ payload }) => payload.photoIds)).toContainEqual(photoIds),
    );
    expect(await journal.call('journal.find-used-photos', { userId, photoIds })).toEqual({ photoIds: [] });
    expect(await list()).toEqual([]);
  });

  it('is listed with what would be deleted, the newest first', async () => {
    await put(entriesOf(2));
    const older = importId;
    await journal.entries.updateMany({ userId }, { $set: { 'import.at': new Date(Date.now() - DAY_MS) } });
    await put(entriesOf(1, 'Later part'));
    importId = randomUUID();
    await put([...entriesOf(2), ...entriesOf(1, 'Other')]);
    const [first, second, ...others] = await list();
    expect(others).toEqual([]);
    expect(first).toEqual({ id: importId, source: 'Day One', startedAt: expect.any(String), entries: 1 });
    expect(second).toMatchObject({ id: older, entries: 3 });
    expect(Date.now() - Date.parse(second!.startedAt)).toBeGreaterThanOrEqual(DAY_MS);
    expect(await undo()).toEqual({ deleted: 1, remaining: 0 });
    expect(await list()).toMatchObject([{ id: older, entries: 3 }]);
  });

  it('keeps what its writer has edited, and not what only got its weather', async () => {
    await put(entriesOf(2), { lookUpWeather: true });
    await put(entriesOf(1, 'Later', START + DAY_MS));
    const [edited, stamped, restarted] = (await listStored()).map(({ _id, weather, ...entry }) => ({
      ...entry,
      entryId: _id.toHexString(),
      weatherKey: weather.key,
    }));
    const changes = { content: 'Words 0', inputMood: 'Sad', location: 'Porto' };
    await journal.call('journal.update-entry', { userId, entryId: edited!.entryId, changes });
    await journal.fromWeather('weather.observation.ready.v1', {
      entryId: stamped!.entryId,
      weatherKey: stamped!.weatherKey,
      condition: 'Sunny',
      provider: 'a provider',
      observedAt: new Date().toISOString(),
      moment: stamped!.createdAt.toISOString(),
    });
    await journal.call('journal.look-up-weather', { userId, entryId: restarted!.entryId });
    await eventually(async () => {
      const stored = await journal.entries.findOne({ _id: new Types.ObjectId(stamped!.entryId) });
      expect(stored?.weather.status).toBe('ready');
    });
    expect(await list()).toMatchObject([{ entries: 2 }]);
    expect(await undo()).toEqual({ deleted: 2, remaining: 0 });
    expect((await idsOf()).map(String)).toEqual([edited!.entryId]);
    await expect(undo()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('was added in the last 30 days', async () => {
    await put(entriesOf(2));
    const limit = LIMITS.importUndoDays * DAY_MS;
    const setAge = (_id: Types.ObjectId, ms: number) =>
      journal.entries.updateOne({ _id }, { $set: { 'import.at': new Date(Date.now() - ms) } });
    const [first, second] = await idsOf();
    await setAge(first!, limit + 1_000);
    await setAge(second!, limit - 60_000);
    expect(await list()).toMatchObject([{ entries: 1 }]);
    expect(await undo()).toEqual({ deleted: 1, remaining: 0 });
    await expect(undo()).rejects.toMatchObject({ code: 'not_found' });
    expect(await idsOf()).toEqual([first]);
  });

  it('loses a few entries with each request, however little time it has, and the rest with the next', async () => {
    await put(entriesOf(60));
    jest.replaceProperty(limits, 'importUndoMs', 0);
    expect(await undo()).toEqual({ deleted: 50, remaining: 10 });
    expect(await undo()).toEqual({ deleted: 10, remaining: 0 });
  });

  it('can be seen in the list while it is undone', async () => {
    await put(entriesOf(2));
    const repository = journal.app.get(ImportsRepository, { strict: false });
    const original = repository.erase.bind(repository);
    let deleteNow: () => void = () => undefined;
    const allowed = new Promise<void>((resolve) => (deleteNow = resolve));
    const isBegun = new Promise<void>((resolve) => {
      jest.spyOn(repository, 'erase').mockImplementation(async (...of) => {
        resolve();
        await allowed;
        return original(...of);
      });
    });
    const undone = undo();
    await isBegun;
    expect(await list()).toMatchObject([{ entries: 2 }]);
    deleteNow();
    expect(await undone).toEqual({ deleted: 2, remaining: 0 });
  });

  it('keeps what is edited while it is undone', async () => {
    await put(entriesOf(3));
    const [, edited] = await idsOf();
    const repository = journal.app.get(ImportsRepository, { strict: false });
    const original = repository.listEntries.bind(repository);
    jest.spyOn(repository, 'listEntries').mockImplementation(async (...of) => {
      const entries = await original(...of);
      const changes = { content: 'Words 1', inputMood: 'Sad', location: 'Porto' };
      await journal.call('journal.update-entry', { userId, entryId: String(edited), changes });
      return entries;
    });
    expect(await undo()).toEqual({ deleted: 2, remaining: 0 });
    expect((await idsOf()).map(String)).toEqual([String(edited)]);
    const left = await getUsedBytes();
    await journal.call('journal.delete-entry', { userId, entryId: String(edited) });
    expect(left).toBeGreaterThan(0);
    expect(await getUsedBytes()).toBe(0);
  });

  it('is deleted in batches, however many ask for it at once, and counts each entry once', async () => {
    keepLinesOpen(journal.app.get(UndoService, { strict: false }));
    jest.replaceProperty(limits, 'importUndoBatch', 60);
    await put(entriesOf(80));
    expect(await undo()).toEqual({ deleted: 60, remaining: 20 });
    const results = await Promise.allSettled([undo(), undo(), undo()]);
    expect(results).toEqual([
      { status: 'fulfilled', value: { deleted: 20, remaining: 0 } },
      ...Array.from({ length: 2 }, () => ({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'not_found' }),
      })),
    ]);
    expect(await getUsedBytes()).toBe(0);
    await expect(undo()).rejects.toMatchObject({
      code: 'not_found',
      errors: [{ msg: 'There is no import that could be undone.' }],
    });
  });

  /** The events of an entry in their order. Each may be published more than once. */
  const stepsOf = (id: unknown): string[] =>
    journal
      .seenOf(String(id))
      .map(({ type }) => type)
      .filter((type, n, types) => type !== types[n - 1]);

  it('comes back with another import, but for what was deleted alone', async () => {
    await put(entriesOf(3));
    const ids = await idsOf();
    await journal.call('journal.delete-entry', { userId, entryId: String(ids[0]) });
    await undo();
    await untilPublished(ids);
    importId = randomUUID();
    const ask = { userId, entries: entriesOf(3), import: { id: importId, source: 'Day One' } };
    const check = await journal.call('journal.check-import', ask);
    expect(check).toMatchObject({ addedIndexes: [1, 2], deletedIndexes: [0] });
    expect(await put(entriesOf(3))).toMatchObject({ addedIndexes: [1, 2], deletedIndexes: [0] });
    expect((await idsOf()).map(String)).toEqual([String(ids[1]), String(ids[2])]);
  });

  it('takes no further part from the first deletion on, unless the person wishes so', async () => {
    await put(entriesOf(60));
    jest.replaceProperty(limits, 'importUndoMs', 0);
    expect(await undo()).toEqual({ deleted: 50, remaining: 10 });
    const later = {
      userId,
      entries: entriesOf(1, 'Later part'),
      import: { id: importId, source: 'Day One' },
    };
    for (const method of ['journal.check-import', 'journal.import-entries'] as const)
      await expect(journal.call(method, later)).rejects.toMatchObject({
        code: 'import_undone',
        errors: [{ msg: 'This import was undone, so nothing more of it is added.', code: 'import_undone' }],
      });
    expect(await undo()).toEqual({ deleted: 10, remaining: 0 });
    expect(await listStored()).toEqual([]);
  });

  it('comes back with its own parts only if the person wishes so', async () => {
    await put(entriesOf(3));
    const ids = await idsOf();
    await undo();
    await untilPublished(ids);
    expect(await put(entriesOf(4), { restoreDeleted: true })).toMatchObject({
      added: 4,
      deleted: 0,
      alreadyThere: 0,
    });
    expect(await listStored()).toHaveLength(4);
    expect(await list()).toMatchObject([{ id: importId, entries: 4 }]);
    for (const id of ids) {
      await eventually(() =>
        expect(stepsOf(id)).toEqual([
          'journal.entry.created.v1',
          'journal.entry.deleted.v1',
          'journal.entry.created.v1',
        ]),
      );
    }
    expect(await undo()).toEqual({ deleted: 4, remaining: 0 });
    expect(await getUsedBytes()).toBe(0);
  });

  it('stays deleted as long as its deletion is not published', async () => {
    await put(entriesOf(1));
    const [_id] = await idsOf();
    const waiting = { type: 'journal.entry.deleted.v1', payload: {}, correlationId: 'c', at: new Date() };
    await journal.entries.replaceOne({ _id: _id! }, {
      removeAt: new Date(Date.now() + DAY_MS),
      outbox: { 'an-event': waiting },
      outboxNextAt: new Date(Date.now() + DAY_MS),
    } as never);
    expect(await put(entriesOf(1), { restoreDeleted: true })).toMatchObject({ added: 0, deleted: 1 });
    expect(await listStored()).toEqual([]);
  });

  it("is one person's, also where another one's has the same id", async () => {
    const [ana, bea] = [userId, `${userId}-b`];
    await put(entriesOf(2));
    userId = bea;
    await expect(undo()).rejects.toMatchObject({ code: 'not_found' });
    expect(await list()).toEqual([]);
    await put(entriesOf(1));
    expect(await list()).toMatchObject([{ entries: 1 }]);
    expect(await undo()).toEqual({ deleted: 1, remaining: 0 });
    userId = ana;
    expect(await list()).toMatchObject([{ id: importId, entries: 2 }]);
    expect(await put(entriesOf(3))).toMatchObject({ addedIndexes: [2] });
    expect(await listStored()).toHaveLength(3);
  });

  it('does not include what was there before, or came without an id', async () => {
    await journal.call('journal.import-entries', { userId, entries: entriesOf(2) });
    expect(await put(entriesOf(3))).toMatchObject({ added: 1, alreadyThere: 2 });
    expect(await undo()).toEqual({ deleted: 1, remaining: 0 });
    expect(await listStored()).toHaveLength(2);
  });

  it.each([
    ['text', 'Day One'],
    ['null', null],
    ['an operator as id', { id: { $gt: '' }, source: 'Day One' }],
    ['an invisible source', { id: randomUUID(), source: '\u200b ' }],
    ['a source of two lines', { id: randomUUID(), source: 'Day\nOne' }],
    ['a long source', { id: randomUUID(), source: 'x'.repeat(LIMITS.importSourceMax + 1) }],
  ])('is not %s', async (_what, origin) => {
    const request = { userId, entries: entriesOf(1), import: origin as never };
    await expect(journal.call('journal.import-entries', request)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'import', code: 'import_invalid', params: { max: LIMITS.importSourceMax } }],
    });
    expect(await listStored()).toEqual([]);
  });
});
