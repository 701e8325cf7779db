import { randomUUID } from 'node:crypto';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { Types } from 'mongoose';
import { EntriesRepository } from '../src/entries/entries.repository.js';
import { type JournalUnderTest, startJournal } from './harness.js';

const MINE = { content: 'Words', location: 'Porto', createdAt: '2020-02-29T10:00:00.000Z' };

describe('an import', () => {
  let journal: JournalUnderTest;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterAll(() => journal.stop());

  const put = (userId: string, entries: object[]) =>
    journal.call('journal.import-entries', { userId, entries });
  const listStored = (userId: string) => journal.entries.find({ userId }).sort({ createdAt: 1 }).toArray();

  it('tells of each new entry once, and asks for the weather only of those that are new and have none', async () => {
    const entries = [
      { ...MINE, _id: 'past' },
      { ...MINE, _id: 'a', createdAt: new Date(Date.now() - 59 * 60_000).toISOString() },
      { ...MINE, _id: 'b', createdAt: '2020-03-01T10:00:00Z', weatherData: 'Sunny', weatherStatus: 'ready' },
      { ...MINE, _id: 'c', createdAt: '2020-03-02T10:00:00Z', weatherStatus: 'unavailable' },
    ];
    await put('ana', entries);
    await put('ana', entries);
    const storedEntries = await listStored('ana');
    expect(storedEntries.map(({ weather }) => weather.status)).toEqual([
      'unavailable',
      'ready',
      'unavailable',
      'pending',
    ]);
    for (const [index, weatherStatus] of ['ready', 'ready', 'ready', 'pending'].entries()) {
      const { _id, createdAt } = storedEntries[index]!;
      const publishedEvents = () => journal.seenOf(String(_id), 'journal.entry.created.v1');
      await eventually(() => expect(publishedEvents()).toHaveLength(1));
      expect(publishedEvents()[0]?.payload).toMatchObject({
        userId: 'ana',
        createdAt: createdAt.toISOString(),
        weatherStatus,
      });
    }
    await eventually(async () =>
      expect((await listStored('ana')).map(({ outbox }) => Object.keys(outbox ?? {}))).toEqual([
        [],
        [],
        [],
        [],
      ]),
    );
    expect(storedEntries.every(({ content }) => typeof content !== 'string')).toBe(true);
  });

  it('keeps a check-in with its tags, and makes an entry of one whose mood is too long for one', async () => {
    const checkIn = { ...MINE, content: '', checkIn: true, inputMood: 'Tired' };
    const report = await put('hal', [
      { ...checkIn, _id: 'a', tags: ['River', 'river'] },
      { ...checkIn, _id: 'b', checkIn: false },
      { ...checkIn, _id: 'c', inputMood: '' },
      { ...checkIn, _id: 'd', inputMood: 'y'.repeat(51) },
    ]);
    expect(report).toMatchObject({
      ...{ added: 2, labelsInText: 1, labelsLeftOut: 0 },
      refused: [
        { index: 1, errors: [{ field: 'content', code: 'content_empty' }] },
        { index: 2, errors: [{ field: 'inputMood', code: 'check_in_mood' }] },
      ],
    });
    const days = { startDate: '2020-01-01', endDate: '2020-12-31' };
    const { entries } = await journal.search({ userId: 'hal', ...days });
    const kept = entries.map(({ content, checkIn: is, inputMood }) => [content, is, inputMood]);
    expect(kept.sort()).toEqual([
      [`#${'y'.repeat(51)}`, false, ''],
      ['', true, 'Tired'],
    ]);
    const tagged = await journal.search({ userId: 'hal', ...days, tag: 'river' });
    expect(tagged.entries.map(({ tags }) => tags)).toEqual([['River']]);
  });

  it('takes two equal rows for two entries, and adds none of them again', async () => {
    const rows = [MINE, MINE, { ...MINE, content: 'Others' }, MINE];
    expect(await put('gus', rows)).toMatchObject({ added: 4, alreadyThere: 0 });
    expect(await put('gus', rows)).toMatchObject({ added: 0, alreadyThere: 4 });
    const namedEntry = { ...MINE, _id: 'named' };
    expect(await put('gus', [namedEntry, namedEntry])).toMatchObject({ added: 1, alreadyThere: 1 });
  });

  describe('of an entry whose id is here already', () => {
    const ORIGIN = { id: randomUUID(), source: 'Daylio' };
    const X = { ...MINE, _id: 'x', content: 'A **walk** in the rain' };
    const OTHER_DAY = '2021-05-06T07:08:00.000Z';
    const send = (userId: string, entries: object[], more: object = {}) =>
      journal.call('journal.import-entries', { userId, entries, import: ORIGIN, ...more });
    const wordsOf = async (userId: string) => {
      const days = { startDate: '2020-01-01', endDate: '2029-12-31' };
      return (await journal.search({ userId, ...days })).entries.map(({ content }) => content).sort();
    };
    const nextUser = () => `sam ${randomUUID()}`;

    // What else is the same: sameness.spec.ts.
    it.each<[string, object, object, object]>([
      ['with other words', {}, { content: 'A ride' }, { added: 0, alreadyThere: 1, changed: 1 }],
      [
        'at another time with other words',
        {},
        { content: 'A ride', createdAt: OTHER_DAY },
        { added: 1, alreadyThere: 0, changed: 0 },
      ],
    ])('tells one that is %s', async (_what, here, inFile, expected) => {
      const userId = nextUser();
      const another = () => ({ import: { ...ORIGIN, id: randomUUID() } });
      await send(userId, [{ ...X, ...here }], another());
      const file = [{ ...X, ...inFile }];
      const usedBytes = async () => (await journal.call('journal.get-storage', { userId })).usedBytes;
      const before = await usedBytes();
      const ask = { userId, entries: file, import: ORIGIN };
      const { bytes, ...check } = await journal.call('journal.check-import', ask);
      const report = await send(userId, file);
      expect(report).toMatchObject(expected);
      expect(check).toEqual(report);
      expect(await usedBytes()).toBe(before + (bytes ?? NaN));
      // Another import of the same files adds nothing, in whatever order.
      const both = [...file, { ...X, ...here }];
      expect(await send(userId, both, another())).toMatchObject({ added: 0, deleted: 0 });
    });

    it('adds what has other words if the person wishes so, once', async () => {
      const userId = nextUser();
      await send(userId, [X]);
      const file = [{ ...X, content: 'A ride' }, X];
      expect(await send(userId, file)).toMatchObject({
        added: 1,
        alreadyThere: 1,
        changed: 1,
        changedIndexes: [0],
      });
      expect(await send(userId, file, { addChanged: true })).toMatchObject({ addedIndexes: [0], changed: 0 });
      expect(await send(userId, file, { addChanged: true })).toMatchObject({ addedIndexes: [], changed: 0 });
      expect(await send(userId, file)).toMatchObject({ addedIndexes: [], changed: 0 });
      expect(await wordsOf(userId)).toEqual(['A **walk** in the rain', 'A ride']);
    });

    it('knows it after it was edited here, and says when it was edited in the other app after that', async () => {
      const userId = nextUser();
      await send(userId, [X]);
      const [{ _id } = { _id: '' }] = await listStored(userId);
      const changes = { content: 'Edited here', inputMood: '', location: 'Porto' };
      await journal.call('journal.update-entry', { userId, entryId: String(_id), changes });
      // Without the time of its last change, the file may have newer words.
      expect(await send(userId, [X])).toMatchObject({ added: 0, alreadyThere: 1, changed: 1 });
      const dated = { ...X, updatedAt: OTHER_DAY };
      expect(await send(userId, [dated])).toMatchObject({ added: 0, alreadyThere: 1, changed: 0 });
      const former = { ...dated, _id: 'new', formerIds: ['x'] };
      expect(await send(userId, [former])).toMatchObject({ added: 0, alreadyThere: 1, changed: 0 });
      const edited = { ...X, content: 'A ride', updatedAt: new Date(Date.now() + 1_000).toISOString() };
      expect(await send(userId, [edited])).toMatchObject({ added: 0, changed: 1 });
      expect(await wordsOf(userId)).toEqual(['Edited here']);
    });

    it('takes two entries of one request with one id for what they are', async () => {
      const userId = nextUser();
      const file = [X, { ...X, content: 'A ride', createdAt: OTHER_DAY }, { ...X, content: 'A run' }, X];
      expect(await send(userId, file)).toMatchObject({
        addedIndexes: [0, 1],
        changedIndexes: [2],
        alreadyThere: 2,
      });
      expect(await send(userId, file.toReversed())).toMatchObject({ addedIndexes: [], changedIndexes: [1] });
    });

    it('never takes an entry of its own export for another one', async () => {
      const userId = nextUser();
      const own = { ...X, _id: new Types.ObjectId().toHexString() };
      await send(userId, [own]);
      const edited = { ...own, content: 'A ride', createdAt: OTHER_DAY };
      expect(await send(userId, [edited])).toMatchObject({ added: 0, changed: 1 });
      const [{ _id } = { _id: '' }] = await listStored(userId);
      // An older export of this journal.
      expect(await send(userId, [{ ...edited, _id: String(_id), updatedAt: MINE.createdAt }])).toMatchObject({
        changed: 0,
      });
      expect(await send(userId, [{ ...edited, _id: String(_id) }])).toMatchObject({ changed: 1 });
    });

    it('leaves out one that was deleted under a former id, unless the person wants it', async () => {
      const userId = nextUser();
      await send(userId, [X]);
      const [{ _id } = { _id: '' }] = await listStored(userId);
      await journal.call('journal.delete-entry', { userId, entryId: String(_id) });
      await journal.untilPublished(String(_id));
      const file = [{ ...X, _id: 'new', formerIds: ['x'] }];
      expect(await send(userId, file)).toMatchObject({ added: 0, deletedIndexes: [0] });
      expect(await send(userId, file, { restoreDeleted: true })).toMatchObject({ added: 1, deleted: 0 });
    });
  });

  it.each([
    ['alone', {}, { added: 0, alreadyThere: 2 }],
    ['as a part', { import: { id: randomUUID(), source: 'Daylio' } }, { added: 2, alreadyThere: 0 }],
  ])('sent again while it is under way (%s) counts nothing as deleted', async (_, own, second) => {
    const userId = `mia ${randomUUID()}`;
    const entries = [MINE, { ...MINE, content: 'Others' }];
    const send = () => journal.call('journal.import-entries', { userId, entries, ...own });
    const insertNew = jest.spyOn(EntriesRepository.prototype, 'insertNew');
    let repeated: Promise<object> | undefined;
    insertNew.mockImplementationOnce(async function (this: EntriesRepository, ...args) {
      repeated = send();
      await repeated;
      return this.insertNew(...args);
    });
    expect(await send()).toMatchObject({ ...second, addedIndexes: [], deleted: 0, deletedIndexes: [] });
    expect(await repeated).toMatchObject({ added: 2, addedIndexes: [0, 1], alreadyThere: 0, deleted: 0 });
    insertNew.mockRestore();
    expect(await listStored(userId)).toHaveLength(2);
  });

  it('of another entry under an id that was taken at the same moment is not lost in silence', async () => {
    const entry = { ...MINE, _id: '1' };
    const origin = { id: randomUUID(), source: 'Daylio' };
    const other = { ...entry, content: 'Others', createdAt: '2020-03-01T10:00:00Z' };
    const send = (one: object) =>
      journal.call('journal.import-entries', {
        userId: 'noa',
        entries: [one],
        import: origin,
      });
    const insertNew = jest.spyOn(EntriesRepository.prototype, 'insertNew');
    insertNew.mockImplementationOnce(async function (this: EntriesRepository, ...args) {
      await send(other);
      return this.insertNew(...args);
    });
    expect(await send(entry)).toMatchObject({ added: 0, alreadyThere: 1, changedIndexes: [0], deleted: 0 });
    insertNew.mockRestore();
    expect(await send(entry)).toMatchObject({ added: 1 });
  });

  it('can be asked first what it would add, and stores nothing then', async () => {
    await put('max', [MINE, { ...MINE, content: 'Others' }]);
    const [{ _id } = { _id: '' }] = await listStored('max');
    await journal.entries.replaceOne({ _id: new Types.ObjectId(_id) }, {
      removeAt: new Date(Date.now() - 1),
      outbox: {},
    } as never);
    const entries = [MINE, { ...MINE, content: '' }, { ...MINE, content: 'Others' }, { ...MINE, _id: 'new' }];
    const ask = (restoreDeleted: boolean) =>
      journal.call('journal.check-import', { userId: 'max', entries, restoreDeleted });
    expect(await ask(false)).toMatchObject({
      added: 1,
      addedIndexes: [3],
      alreadyThere: 1,
      deletedIndexes: [0],
    });
    expect(await ask(true)).toMatchObject({ added: 2, addedIndexes: [0, 3], refused: [{ index: 1 }] });
    expect(await listStored('max')).toHaveLength(1);
    const really = await journal.call('journal.import-entries', { userId: 'max', entries });
    expect(really).toMatchObject({
      ...{ added: 1, addedIndexes: [3] },
      ...{ alreadyThere: 1, deleted: 1, deletedIndexes: [0] },
    });
    expect(await listStored('max')).toHaveLength(2);
  });

  it('keeps the offset of its file, and so the day and the local time', async () => {
    const times = [
      '2020-03-02T00:30:00+09:00',
      '2020-03-01T23:30:00-10:00',
      '2020-03-02T00:00:00+14:00',
      '2020-03-01T15:30:00Z',
    ];
    const file = times.map((createdAt, n) => ({ ...MINE, _id: `in ${n}`, createdAt }));
    const { refused } = await put('eva', [...file, { ...MINE, createdAt: '2020-03-02T00:30:00+14:30' }]);
    expect(refused.map(({ index }) => index)).toEqual([4]);
    const find = async (day: string) => {
      const { entries } = await journal.search({ userId: 'eva', startDate: day, endDate: day });
      return entries.map(({ createdAt }) => createdAt);
    };
    expect(await find('2020-03-02')).toEqual([
      '2020-03-02T00:30:00.000+09:00',
      '2020-03-02T00:00:00.000+14:00',
    ]);
    expect(await find('2020-03-01')).toEqual(['2020-03-01T23:30:00.000-10:00', '2020-03-01T15:30:00.000Z']);
  });

  // Other days: lived-time.spec.ts.
  it.each([
    ['2020-03-02T01:30:00+09:00', '2020-03-01', undefined, '2020-03-01'],
    ['2020-03-02T01:30:00+09:00', undefined, 3, '2020-03-01'],
  ])('places %s with the day %s where days end at %s on %s', async (createdAt, day, dayEndsAt, expected) => {
    const userId = `ira ${createdAt} ${day} ${dayEndsAt}`;
    const entries = [{ ...MINE, createdAt, ...(day && { day }) }];
    await journal.call('journal.import-entries', { userId, entries, dayEndsAt });
    const found = await journal.search({ userId, startDate: '2020-01-01', endDate: '2020-12-31' });
    expect(found.entries.map((one) => [one.day, Date.parse(one.createdAt)])).toEqual([
      [expected, Date.parse(createdAt)],
    ]);
  });

  it('keeps the temperature of an exported entry, where it has weather', async () => {
    const sunny = { ...MINE, weatherData: 'Sunny', weatherStatus: 'ready', temperature: -0.4 };
    const { refused } = await put('dora', [
      { ...sunny, _id: 'a' },
      { ...sunny, _id: 'b', createdAt: '2020-03-01T10:00:00Z', weatherStatus: 'unavailable' },
      { ...sunny, _id: 'c', createdAt: '2020-03-02T10:00:00Z', temperature: undefined },
      { ...sunny, _id: 'd', temperature: 70.1 },
      { ...sunny, _id: 'e', temperature: -100.1 },
      { ...sunny, _id: 'f', temperature: '12' },
    ]);
    const range = { code: 'temperature_range', params: { min: -100, max: 70 }, field: 'temperature' };
    expect(refused).toMatchObject([
      { index: 3, reasons: ['Temperature must be from -100 to 70 °C'], errors: [range] },
      { index: 4, reasons: ['Temperature must be from -100 to 70 °C'] },
      { index: 5, reasons: ['Temperature must be a number of degrees Celsius'] },
    ]);
    const days = { startDate: '2020-01-01', endDate: '2020-12-31' };
    const { entries } = await journal.search({ userId: 'dora', ...days });
    expect(entries.map(({ temperature }) => temperature)).toEqual([undefined, undefined, -0.4]);
  });
});
