import { randomUUID } from 'node:crypto';
import type { OwnMoodFields } from '@inner-weather/contracts/moods/moods.dto';
import { OWN_MOOD_LIMITS } from '@inner-weather/domain/entries/own-moods';
import { eventually } from '@inner-weather/testing/eventually';
import { type JournalUnderTest, startJournal } from './harness.js';

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

describe('own moods', () => {
  let journal: JournalUnderTest;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterAll(() => journal.stop());

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

  it('are gone with their account', async () => {
    const userId = 'leaves';
    await define(userId);
    await journal.fromAuth('auth.user.deleted.v1', { userId });
    await eventually(async () =>
      expect(await journal.ownLists.countDocuments({ '_id.userId': userId })).toBe(0),
    );
  });
});
