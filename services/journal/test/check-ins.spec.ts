import { type JournalUnderTest, startJournal } from './harness.js';

const userId = 'ana';
const entry = { email: 'ana@example.org', content: 'A walk by the river', location: 'Porto' };
const wholeRange = { userId, startDate: '0001-01-01', endDate: '9999-12-31' };

describe('a check-in', () => {
  let journal: JournalUnderTest;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterAll(() => journal.stop());

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

  it('cannot be made of an entry with words', async () => {
    const { _id } = await journal.call('journal.create-entry', { userId, entry });
    await expect(edit(_id, {})).rejects.toMatchObject(refusal);
  });

  it('takes back what it counted when it is deleted', async () => {
    const used = async () => (await journal.call('journal.get-storage', { userId })).usedBytes;
    const before = await used();
    const { _id } = await keep();
    expect(await used()).toBeGreaterThan(before);
    await journal.call('journal.delete-entry', { userId, entryId: _id });
    expect(await used()).toBe(before);
  });
});
