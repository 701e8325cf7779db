import { randomUUID } from 'node:crypto';
import type { PutBeginningsDto } from '@inner-weather/contracts/beginnings/beginnings.dto';
import type { OwnMoodFields } from '@inner-weather/contracts/moods/moods.dto';
import { BEGINNING_LIMITS, NO_BEGINNINGS } from '@inner-weather/domain/beginnings/beginnings';
import { OWN_MOOD_LIMITS } from '@inner-weather/domain/entries/own-moods';
import { eventually } from '@inner-weather/testing/eventually';
import { type JournalUnderTest, startJournal } from './harness.js';

const question = (text: string) => ({ _id: randomUUID(), text, weekdays: [7], archived: false });
const template = (name: string) => ({ _id: randomUUID(), name, text: 'What stayed:\n\n' });

const fields = (changes: Partial<OwnMoodFields> = {}): OwnMoodFields => ({
  name: 'Hopeful',
  colour: 'apricot',
  eyes: 'closed',
  mouth: 'smile',
  emoji: '',
  score: 1,
  archived: false,
  ...changes,
});

let journal: JournalUnderTest;

beforeAll(async () => {
  journal = await startJournal();
});

afterAll(() => journal.stop());

describe('questions and templates', () => {
  const get = (userId: string) => journal.call('journal.get-beginnings', { userId });
  const put = (userId: string, beginnings: PutBeginningsDto) =>
    journal.call('journal.put-beginnings', { userId, beginnings });

  it('are replaced as a whole, encrypted, by version', async () => {
    const userId = 'has-questions';
    expect(await get(userId)).toEqual({ version: 0, ...NO_BEGINNINGS });
    const first = {
      ...NO_BEGINNINGS,
      questions: [question('Did the herons come?')],
      templates: [template('After therapy')],
      onlyOwn: true,
    };
    expect(await put(userId, { version: 0, ...first })).toEqual({ version: 1, ...first });
    // The answer was lost, and the page sends it again.
    expect(await put(userId, { version: 0, ...first })).toEqual({ version: 1, ...first });
    const second = { ...first, hidden: ['dream' as const] };
    const other = { ...first, questions: [] };
    await put(userId, { version: 1, ...second });
    await expect(put(userId, { version: 1, ...other })).rejects.toMatchObject({
      code: 'changed_meanwhile',
      errors: [{ code: 'beginnings_changed' }],
    });
    expect(await get(userId)).toEqual({ version: 2, ...second });
    expect(await get('somebody else')).toMatchObject({ questions: [] });
    const stored = await journal.ownLists.find({}).toArray();
    expect(JSON.stringify(stored)).not.toMatch(/heron|therapy|What stayed|onlyOwn/);
  });

  it('of two devices at the same time, one wins and the other is told', async () => {
    const userId = 'has-two-devices';
    const settled = await Promise.allSettled(
      ['a', 'b', 'c'].map((text) =>
        put(userId, { version: 0, ...NO_BEGINNINGS, questions: [question(text)] }),
      ),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { version, questions } = await get(userId);
    expect([version, questions.length]).toEqual([1, 1]);
  });

  it.each([
    ['too many', { questions: Array.from({ length: 51 }, () => question('Why?')) }, 'questions_invalid'],
    ['without words', { questions: [question(' \u200b ')] }, 'question_invalid'],
    ['on no weekday', { questions: [{ ...question('Why?'), weekdays: [8] }] }, 'question_invalid'],
    ['with an id of no kind', { templates: [{ ...template('Mine'), _id: 'mine' }] }, 'template_invalid'],
    [
      'too long',
      { templates: [{ ...template('Mine'), text: 'a'.repeat(BEGINNING_LIMITS.templateTextMax + 1) }] },
      'template_invalid',
    ],
    ['twice', { templates: [template('Mine')].flatMap((one) => [one, one]) }, 'templates_invalid'],
    ['hidden, of a name that we do not have', { hidden: ['diary'] }, 'beginnings_hidden'],
  ])('are refused %s', async (_what, changes, code) => {
    const body = { version: 0, ...NO_BEGINNINGS, ...changes } as PutBeginningsDto;
    await expect(put('refused', body)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ code }],
    });
  });
});

describe('own moods', () => {
  const put = (userId: string, moodId: string, changes: Partial<OwnMoodFields> = {}) =>
    journal.call('journal.put-mood', { userId, moodId, mood: fields(changes) });
  const define = async (userId: string, changes: Partial<OwnMoodFields> = {}): Promise<string> => {
    const moodId = randomUUID();
    await put(userId, moodId, changes);
    return moodId;
  };
  const listOf = (userId: string) => journal.call('journal.list-moods', { userId });
  const write = (userId: string, inputMood: string, day: string, tags: string[] = []) =>
    journal.call('journal.create-entry', {
      userId,
      entry: { email: 'a@b.org', content: 'x', location: 'Porto', inputMood, tags, date: `${day}T12:00:00Z` },
    });
  const RANGE = { from: '2026-11-01', to: '2026-11-30' };
  const statisticsOf = (userId: string) => journal.call('journal.get-statistics', { userId, ...RANGE });

  it('are defined, changed, put in order, hidden and deleted', async () => {
    const userId = 'defines';
    const hopeful = await define(userId);
    const proud = await define(userId, { name: 'Proud', emoji: '🏅', score: null });
    expect(await journal.call('journal.arrange-moods', { userId, ids: [proud] })).toMatchObject({
      moods: [{ name: 'Proud', score: null, emoji: '🏅', formerNames: [] }, { name: 'Hopeful' }],
      hidden: [],
    });
    await journal.call('journal.arrange-moods', { userId, hidden: ['Angry'] });
    expect(await listOf(userId)).toMatchObject({
      moods: [{ _id: proud }, { _id: hopeful }],
      hidden: ['Angry'],
    });
    await journal.call('journal.delete-mood', { userId, moodId: proud });
    expect(await listOf(userId)).toMatchObject({ moods: [{ _id: hopeful }], hidden: ['Angry'] });
    expect(await listOf('somebody else')).toEqual({ moods: [], hidden: [] });
    expect(JSON.stringify(await journal.ownLists.find({}).toArray())).not.toMatch(/Hopeful|Angry/);
  });

  it('have names that are those of no other mood, in no language', async () => {
    const userId = 'names';
    const hopeful = await define(userId);
    const code = (error: string, field = 'name') => ({
      code: 'validation_failed',
      errors: [{ code: error, field }],
    });
    for (const name of ['HAPPY', 'glücklich', 'sin  energía', 'تعب'])
      await expect(define(userId, { name })).rejects.toMatchObject(code('own_mood_preset'));
    await expect(define(userId, { name: 'hopeful ' })).rejects.toMatchObject(code('own_mood_taken'));
    expect(await put(userId, hopeful, { name: 'Looking up' })).toMatchObject({ formerNames: ['Hopeful'] });
    await expect(define(userId, { name: 'HOPEFUL' })).rejects.toMatchObject({
      errors: [
        {
          msg: 'Your mood “Looking up” was called “HOPEFUL” before, and has those entries. Choose another name.',
        },
      ],
    });
    await expect(define(userId, { name: 'Calm', formerNames: ['hopeful'] })).rejects.toMatchObject(
      code('own_mood_taken_before', 'formerNames'),
    );
    // Back to the first name: each name is in one place.
    expect(await put(userId, hopeful)).toMatchObject({ name: 'Hopeful', formerNames: ['Looking up'] });
    await expect(define(userId, { name: 'Sunny', emoji: 'ab' })).rejects.toMatchObject(
      code('own_mood_emoji', 'emoji'),
    );
    const { activeMax } = OWN_MOOD_LIMITS;
    // At the same time: no change overwrites another.
    await Promise.all(Array.from({ length: activeMax - 1 }, (_, n) => define(userId, { name: `Mood ${n}` })));
    expect((await listOf(userId)).moods).toHaveLength(activeMax);
    await expect(define(userId, { name: 'One more' })).rejects.toMatchObject(
      code('own_moods_full', 'archived'),
    );
    await put(userId, hopeful, { archived: true });
    await define(userId, { name: 'One more' });
  });

  it('count in days and statistics with all entries that have one of their names', async () => {
    const userId = 'counts';
    await write(userId, 'Restless', '2026-11-02', ['tea']);
    await write(userId, 'RESTLESS ', '2026-11-03', ['tea']);
    await write(userId, 'Happy', '2026-11-03', ['tea']);
    await write(userId, 'somehow', '2026-11-04', ['tea']);
    const before = await statisticsOf(userId);
    expect(before).toMatchObject({ otherMoods: 3, days: [{ score: null }, { score: 1 }, { score: null }] });
    expect(await journal.call('journal.count-moods', { userId })).toEqual({
      moods: [{ mood: 'Happy', entries: 1 }],
      words: [
        { mood: 'RESTLESS', entries: 2 },
        { mood: 'somehow', entries: 1 },
      ],
    });
    const restless = await define(userId, { name: 'Restless', score: -1 });
    await put(userId, restless, { name: 'On edge', score: -1 });
    await write(userId, 'on edge', '2026-11-05');
    const after = await statisticsOf(userId);
    expect(after).toMatchObject({
      otherMoods: 1,
      days: [{ score: -1 }, { score: 0 }, { score: null }, { score: -1 }],
    });
    expect(after.moods.map(({ mood, entries, days }) => [mood, entries, days])).toEqual([
      ['Very Happy', 0, 0],
      ['Happy', 1, 1],
      ['Neutral', 0, 0],
      ['Sad', 0, 0],
      ['Angry', 0, 0],
      ['Tired', 0, 0],
      ['On edge', 3, 3],
    ]);
    expect(after.weekdays.map(({ name, days }) => [name, days])).toEqual([
      ['1', 1],
      ['2', 1],
      ['4', 1],
    ]);
    expect(after.tags).toMatchObject([{ name: 'tea', days: 2 }]);
    const { days } = await journal.call('journal.list-days', { userId, year: 2026 });
    expect(days.map(({ moods, otherMoods, score }) => [moods, otherMoods, score])).toEqual([
      [[{ mood: 'On edge', entries: 1 }], 0, -1],
      [
        [
          { mood: 'Happy', entries: 1 },
          { mood: 'On edge', entries: 1 },
        ],
        0,
        0,
      ],
      [[], 1, null],
      [[{ mood: 'On edge', entries: 1 }], 0, -1],
    ]);
    expect(await journal.call('journal.count-moods', { userId })).toEqual({
      moods: [
        { mood: 'On edge', entries: 3 },
        { mood: 'Happy', entries: 1 },
      ],
      words: [{ mood: 'somehow', entries: 1 }],
    });
    // Left out of averages, it is counted still. Hidden or archived, all stays as it is.
    await put(userId, restless, { name: 'On edge', score: null, archived: true });
    await journal.call('journal.arrange-moods', { userId, hidden: ['Happy'] });
    expect(await statisticsOf(userId)).toMatchObject({
      otherMoods: 1,
      days: [{ score: null }, { score: 1 }, { score: null }, { score: null }],
    });
    await journal.call('journal.delete-mood', { userId, moodId: restless });
    expect(await statisticsOf(userId)).toMatchObject({ otherMoods: 4 });
  });

  it('are found by each of their names', async () => {
    const userId = 'finds';
    await write(userId, 'Restless', '2026-11-02');
    await write(userId, 'On edge', '2026-11-03');
    await write(userId, 'Restless at night', '2026-11-04');
    await define(userId, { name: 'On edge', formerNames: ['Restless'] });
    const find = async (criteria: object) => {
      const days = { startDate: RANGE.from, endDate: RANGE.to };
      const { entries } = await journal.find({ userId, ...days, ...criteria });
      return entries.map(({ day }) => day);
    };
    for (const mood of ['On edge', 'restless'])
      expect(await find({ mood })).toEqual(['2026-11-03', '2026-11-02']);
    expect(await find({ words: 'edge' })).toEqual(['2026-11-03', '2026-11-02']);
    expect(await find({ words: 'restless' })).toEqual(['2026-11-04', '2026-11-02']);
  });
});

describe('the lists of a person', () => {
  it('are gone with the account, of every kind', async () => {
    const userId = 'leaves';
    const id = { userId, moodId: randomUUID(), measureId: randomUUID() };
    await journal.call('journal.put-beginnings', {
      userId,
      beginnings: { version: 0, ...NO_BEGINNINGS, onlyOwn: true },
    });
    await journal.call('journal.put-mood', { ...id, mood: fields() });
    await journal.call('journal.put-measure', {
      ...id,
      measure: {
        ...{ name: 'Sleep', kind: 'duration', unit: '', picture: 'moon' },
        ...{ daySum: 'last', askedOn: 'always', archived: false },
      },
    });
    const countLists = () => journal.ownLists.countDocuments({ '_id.userId': userId });
    expect(await countLists()).toBe(3);
    await journal.fromAuth('auth.user.deleted.v1', { userId });
    await eventually(async () => expect(await countLists()).toBe(0));
  });
});
