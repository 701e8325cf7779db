import { eventually } from '@inner-weather/testing/eventually';
import { Types } from 'mongoose';
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

  it('keeps the tags of an exported entry, so that it is found by them', async () => {
    await put('cleo', [
      { ...MINE, _id: 'tagged', tags: ['River', 'river'] },
      { ...MINE, _id: 'not', tags: ['x'] },
    ]);
    const { entries } = await journal.search({
      userId: 'cleo',
      startDate: '2020-01-01',
      endDate: '2020-12-31',
      tag: 'river',
    });
    expect(entries.map(({ tags }) => tags)).toEqual([['River']]);
  });

  it('keeps a check-in, and makes an entry of one whose mood is too long for one', async () => {
    const checkIn = { ...MINE, content: '', checkIn: true, inputMood: 'Tired' };
    const report = await put('hal', [
      { ...checkIn, _id: 'a' },
      { ...checkIn, _id: 'b', checkIn: false },
      { ...checkIn, _id: 'c', inputMood: '' },
      { ...checkIn, _id: 'd', inputMood: 'y'.repeat(51) },
    ]);
    expect(report).toMatchObject({
      added: 2,
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
  });

  it('keeps what does not fit among the tags at the end of the text, and counts it', async () => {
    const tags = Array.from({ length: 12 }, (_, n) => `x${n}`);
    const report = await put('fay', [
      { ...MINE, tags: [...tags, 'x'.repeat(31)], inputMood: 'y'.repeat(51) },
    ]);
    expect(report).toMatchObject({ added: 1, refused: [], labelsInText: 4, labelsLeftOut: 0 });
    const days = { startDate: '2020-01-01', endDate: '2020-12-31' };
    const { entries } = await journal.search({ userId: 'fay', ...days });
    expect(entries).toMatchObject([{ tags: tags.slice(0, 10), inputMood: '' }]);
    expect(entries[0]?.content).toBe(`Words\n\n#${'y'.repeat(51)} #x10 #x11 #${'x'.repeat(31)}`);
  });

  it('takes two equal rows for two entries, and adds none of them again', async () => {
    const rows = [MINE, MINE, { ...MINE, content: 'Others' }, MINE];
    expect(await put('gus', rows)).toMatchObject({ added: 4, alreadyThere: 0 });
    expect(await put('gus', rows)).toMatchObject({ added: 0, alreadyThere: 4 });
    const namedEntry = { ...MINE, _id: 'named' };
    expect(await put('gus', [namedEntry, namedEntry])).toMatchObject({ added: 1, alreadyThere: 1 });
  });

  it('says what was deleted since it was imported, and leaves it so', async () => {
    await put('lea', [MINE, { ...MINE, content: 'Others' }]);
    const [{ _id } = { _id: '' }] = await listStored('lea');
    // As long as the deletion can be repeated, or its event waits, a tombstone has the id.
    await journal.entries.replaceOne({ _id: new Types.ObjectId(_id) }, {
      removeAt: new Date(Date.now() + 60_000),
    } as never);
    expect(await put('lea', [MINE, { ...MINE, content: 'Others' }])).toMatchObject({
      added: 0,
      alreadyThere: 1,
      deleted: 1,
    });
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
      journal.call('journal.import-entries', { userId: 'max', entries, restoreDeleted, checkOnly: true });
    expect(await ask(false)).toMatchObject({
      added: 1,
      addedIndexes: [3],
      alreadyThere: 1,
      deletedIndexes: [0],
    });
    expect(await ask(true)).toMatchObject({ added: 2, addedIndexes: [0, 3], refused: [{ index: 1 }] });
    expect(await listStored('max')).toHaveLength(1);
    const really = await journal.call('journal.import-entries', { userId: 'max', entries });
    expect(really).toMatchObject({ added: 1, addedIndexes: [3] });
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

  it.each([
    ['2020-03-02T01:30:00+09:00', '2020-03-01', undefined, '2020-03-01'],
    ['2020-03-02T01:30:00+09:00', '2020-03-02', 3, '2020-03-02'],
    ['2020-03-02T01:30:00+09:00', undefined, 3, '2020-03-01'],
    // None of the days that the moment can belong to.
    ['2020-03-02T01:30:00+09:00', '2020-03-03', 3, '2020-03-01'],
    ['2020-03-02T01:30:00+09:00', '2020-02-29', undefined, '2020-03-02'],
    ['2020-03-02T04:00:00+09:00', '2020-03-01', 4, '2020-03-02'],
  ])('places %s with the day %s where days end at %s on %s', async (createdAt, day, dayEndsAt, expected) => {
    const userId = `ira ${createdAt} ${day} ${dayEndsAt}`;
    const entries = [{ ...MINE, createdAt, ...(day && { day }) }];
    await journal.call('journal.import-entries', { userId, entries, dayEndsAt });
    const found = await journal.search({ userId, startDate: '2020-01-01', endDate: '2020-12-31' });
    expect(found.entries.map((one) => [one.day, Date.parse(one.createdAt)])).toEqual([
      [expected, Date.parse(createdAt)],
    ]);
  });

  it.each(['2020-02-30', 7])('refuses the day %j', async (day) => {
    const { refused } = await put('jon', [{ ...MINE, day }]);
    expect(refused).toMatchObject([{ errors: [{ field: 'day', code: 'day_invalid' }] }]);
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

  it('cannot add entries to a deleted account', async () => {
    await put('bea', [MINE]);
    await journal.fromAuth('auth.user.deleted.v1', { userId: 'bea' });
    await eventually(async () => expect(await listStored('bea')).toEqual([]));
    await expect(put('bea', [MINE])).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await listStored('bea')).toEqual([]);
  });
});
