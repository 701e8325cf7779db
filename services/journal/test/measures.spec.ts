import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { MeasureFields } from '@inner-weather/contracts/measures/measures.dto';
import { randomOf } from '@inner-weather/domain/statistics/random-of';
import { dayName, dayNumber } from '@inner-weather/domain/time/local-time';
import { eventually } from '@inner-weather/testing/eventually';
import { ForgottenMeasures } from '../src/measured/forgotten-measures.js';
import { MeasuredRepository } from '../src/measured/measured.repository.js';
import { StorageRepository } from '../src/storage/storage.repository.js';
import { MeasuresService } from '../src/measures/measures.service.js';
import { type JournalUnderTest, startJournal } from './harness.js';

const entry = { email: 'ana@example.org', content: 'A walk by the river', location: 'Porto' };

const fields = (changes: Partial<MeasureFields> = {}): MeasureFields => ({
  name: 'Sleep',
  kind: 'duration',
  unit: '',
  picture: 'moon',
  daySum: 'last',
  askedOn: 'always',
  archived: false,
  ...changes,
});

describe('measures', () => {
  let journal: JournalUnderTest;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterAll(() => journal.stop());

  const define = async (
    userId: string,
    changes: Partial<MeasureFields> = {},
    measureId: string = randomUUID(),
  ): Promise<string> => {
    await journal.call('journal.put-measure', { userId, measureId, measure: fields(changes) });
    return measureId;
  };
  const namesOf = async (userId: string): Promise<string[]> =>
    (await journal.call('journal.list-measures', { userId })).measures.map(({ name }) => name);
  const create = (userId: string, more: object) =>
    journal.call('journal.create-entry', { userId, entry: { ...entry, ...more } });
  const putDay = (userId: string, measureId: string, day: string, value: number | null) =>
    journal.call('journal.put-measured-day', { userId, measureId, day, body: { value }, location: 'Porto' });
  const valuesOf = async (userId: string, from: string, to = from) => {
    const { measures } = await journal.call('journal.get-measured', { userId, from, to });
    return measures.map(({ days, values }) => days.map((day, index) => `${day} ${String(values[index])}`));
  };

  it('of a time of day are found as the nights that they belong to', async () => {
    const userId = 'goes-to-bed';
    const bed = await define(userId, { name: 'Bedtime', kind: 'time' });
    const all = { startDate: '2000-01-01', endDate: '2099-12-31' };
    await create(userId, { content: 'Early', measures: { [bed]: 23 * 60 } });
    await create(userId, { content: 'Late', measures: { [bed]: 45 } });
    const found = async (bounds: object) => {
      const { entries } = await journal.find({ userId, ...all, measure: bed, ...bounds });
      return entries.map(({ content }) => content);
    };
    expect(await found({ measureBelow: 30 })).toEqual(['Early']);
    expect(await found({ measureFrom: 30 })).toEqual(['Late']);
  });

  it('are defined, changed, put in order and counted', async () => {
    const userId = 'defines';
    const sleep = await define(userId);
    const pain = await define(userId, { name: 'Pain', kind: 'scale-10' });
    await journal.call('journal.put-measure', {
      userId,
      measureId: sleep,
      measure: fields({ name: 'Night' }),
    });
    expect(await namesOf(userId)).toEqual(['Night', 'Pain']);
    await journal.call('journal.order-measures', { userId, ids: [pain, randomUUID()] });
    expect(await namesOf(userId)).toEqual(['Pain', 'Night']);
    const otherKind = { userId, measureId: sleep, measure: fields({ kind: 'number' }) };
    await expect(journal.call('journal.put-measure', otherKind)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ code: 'measure_kind_stays', field: 'kind' }],
    });
    const many = await Promise.all(Array.from({ length: 18 }, (_, n) => define(userId, { name: `m${n}` })));
    expect(await namesOf(userId)).toHaveLength(20);
    await expect(define(userId)).rejects.toMatchObject({ errors: [{ code: 'measures_full' }] });
    await journal.call('journal.put-measure', {
      userId,
      measureId: many[0] ?? '',
      measure: fields({ archived: true }),
    });
    await define(userId, { name: 'One more' });
    expect(await namesOf('somebody else')).toEqual([]);
  });

  it('have values in entries, which are encrypted like words', async () => {
    const userId = 'writes';
    const sleep = await define(userId, { name: 'Slumber' });
    const gone = randomUUID();
    const created = await create(userId, { measures: { [sleep]: 450, [gone]: 3 } });
    expect(created.measures).toEqual({ [sleep]: 450 });
    await expect(create(userId, { measures: { [sleep]: 1441 } })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'measures', msg: 'Slumber takes whole numbers from 0 to 1440.' }],
    });
    const edit = (changes: object) =>
      journal.call('journal.update-entry', {
        userId,
        entryId: created._id,
        changes: { content: 'Words', inputMood: '', location: 'Porto', ...changes },
      });
    expect((await edit({})).measures).toEqual({ [sleep]: 450 });
    expect((await edit({ measures: { [sleep]: 300 } })).measures).toEqual({ [sleep]: 300 });
    expect(await edit({ measures: {} })).not.toHaveProperty('measures');
    const stored = [
      ...(await journal.entries.find({ userId }).toArray()),
      ...(await journal.ownLists.find({}).toArray()),
    ];
    expect(JSON.stringify(stored)).not.toMatch(/Slumber/);
    await expect(create(userId, { content: '', checkIn: true })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await create(userId, { content: '', checkIn: true, measures: { [sleep]: 480 } })).toMatchObject({
      inputMood: '',
      checkIn: true,
      measures: { [sleep]: 480 },
    });
  });

  it('sum up a day as they say, and a value from outside is that of its day', async () => {
    const userId = 'sums';
    const coffee = await define(userId, { name: 'Coffee', kind: 'number', daySum: 'sum' });
    const energy = await define(userId, { name: 'Energy', kind: 'scale-5', daySum: 'mean' });
    const at = (date: string, measures: object) => create(userId, { date, measures });
    await at('2026-11-02T08:00:00Z', { [coffee]: 1, [energy]: 2 });
    await at('2026-11-02T18:00:00Z', { [coffee]: 2, [energy]: 5 });
    await at('2026-11-04T18:00:00Z', { [coffee]: 1 });
    expect(await valuesOf(userId, '2026-11-01', '2026-11-30')).toEqual([
      ['2026-11-02 3', '2026-11-04 1'],
      ['2026-11-02 3.5'],
    ]);
    await putDay(userId, coffee, '2026-11-02', 7);
    expect(await valuesOf(userId, '2026-11-02')).toEqual([['2026-11-02 7'], ['2026-11-02 3.5']]);
    await create(userId, { date: '2026-11-02T19:00:00Z', measures: { [energy]: 5 }, neverSendToAi: true });
    const day = { userId, from: '2026-11-02', to: '2026-11-02' };
    const ofEnergy = async (sendable: boolean) =>
      (await journal.call('journal.get-measured', { ...day, sendable })).measures[1]?.values;
    expect([await ofEnergy(false), await ofEnergy(true)]).toEqual([[4], [3.5]]);
  });

  it('take values from outside once, in any order, and give them back', async () => {
    const userId = 'scripts';
    const day = '2026-11-03';
    const steps = await define(userId, { name: 'Steps', kind: 'number' });
    const pulse = await define(userId, { name: 'Pulse', kind: 'number' });
    const puts = [1, 2, 3, 4].flatMap((n) => [putDay(userId, steps, day, n), putDay(userId, pulse, day, 60)]);
    await Promise.all(puts);
    await putDay(userId, steps, day, 8_000);
    const entries = await journal.search({ userId, startDate: day, endDate: day });
    expect(entries.entries).toMatchObject([
      { content: '', inputMood: '', checkIn: true, day, measures: { [steps]: 8_000, [pulse]: 60 } },
    ]);
    // Nobody wrote, so nobody is told of a new entry.
    await eventually(() =>
      expect(
        journal.seen.filter(({ payload }) => payload.userId === userId).map(({ type }) => type),
      ).toContain('journal.entry.updated.v1'),
    );
    expect(
      journal.seen.filter(
        ({ type, payload }) => type === 'journal.entry.created.v1' && payload.userId === userId,
      ),
    ).toEqual([]);
    await putDay(userId, steps, day, null);
    await putDay(userId, pulse, day, null);
    await putDay(userId, pulse, day, null);
    expect((await journal.search({ userId, startDate: day, endDate: day })).entries).toEqual([]);
    await eventually(() => putDay(userId, steps, day, 12));
    expect(await valuesOf(userId, day)).toEqual([[`${day} 12`], []]);
    await expect(putDay(userId, steps, '2999-01-01', 1)).rejects.toMatchObject({ code: 'validation_failed' });
    const [{ _id: entryId } = { _id: '' }] = (await journal.search({ userId, startDate: day, endDate: day }))
      .entries;
    // Its writer moves it, and the script goes on with the day.
    const date = '2026-10-01T12:00:00+01:00';
    const moved = { content: '', inputMood: '', checkIn: true, location: 'Porto', date };
    await journal.call('journal.update-entry', { userId, entryId, changes: moved });
    await putDay(userId, steps, day, 13);
    expect(await valuesOf(userId, day)).toEqual([[`${day} 13`], []]);
    expect(await valuesOf(userId, '2026-10-01')).toEqual([['2026-10-01 12'], []]);
    await expect(putDay(userId, randomUUID(), day, 1)).rejects.toMatchObject({ code: 'not_found' });
    await expect(putDay(userId, steps, day, 0.00001)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('leave no check-in without anything in it', async () => {
    const userId = 'empty';
    const sleep = await define(userId);
    const unknown = { content: '', checkIn: true, measures: { [randomUUID()]: 1 } };
    await expect(create(userId, unknown)).rejects.toMatchObject({ code: 'validation_failed' });
    const imported = { ...unknown, location: 'Porto', createdAt: '2026-11-01T12:00:00Z' };
    const entries = [imported, { ...imported, measures: { [sleep]: 300 } }];
    const report = await journal.call('journal.import-entries', { userId, entries });
    expect(report).toMatchObject({ added: 1, refused: [{ index: 0 }] });
    const { _id: entryId } = await create(userId, { ...unknown, measures: { [sleep]: 400 } });
    const changes = { content: '', inputMood: '', checkIn: true, location: 'Porto', measures: {} };
    await expect(journal.call('journal.update-entry', { userId, entryId, changes })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('take all of their values with them', async () => {
    const userId = 'forgets';
    const [sleep, pain] = await Promise.all([
      define(userId),
      define(userId, { name: 'Pain', kind: 'scale-10' }),
    ]);
    const { updatedAt } = await create(userId, { measures: { [sleep]: 450, [pain]: 3 } });
    const only = await create(userId, { content: '', checkIn: true, measures: { [sleep]: 480 } });
    const tagged = await create(userId, {
      content: '',
      checkIn: true,
      tags: ['nap'],
      measures: { [sleep]: 30 },
    });
    const usedBytes = async () => (await journal.call('journal.get-storage', { userId })).usedBytes;
    const before = await usedBytes();
    await journal.call('journal.delete-measure', { userId, measureId: sleep });
    expect(await namesOf(userId)).toEqual(['Pain']);
    // A device that did not know of it does not bring it back while its values go.
    await expect(define(userId, {}, sleep)).rejects.toMatchObject({ code: 'unavailable' });
    const forgotten = journal.app.get(ForgottenMeasures, { strict: false });
    const broken = jest.spyOn(journal.app.get(MeasuredRepository, { strict: false }), 'keepOthers');
    broken.mockRejectedValueOnce(new Error('killed here'));
    await expect(forgotten.forgetAll()).rejects.toThrow('killed here');
    await forgotten.forgetAll();
    const day = updatedAt.slice(0, 10);
    const ofDay = async () => (await journal.search({ userId, startDate: day, endDate: day })).entries;
    expect(await ofDay()).toMatchObject([{ tags: ['nap'] }, { measures: { [pain]: 3 }, updatedAt }]);
    await journal.call('journal.delete-entry', { userId, entryId: tagged._id });
    await expect(journal.call('journal.get-entry', { userId, entryId: only._id })).rejects.toMatchObject({
      code: 'not_found',
    });
    // The id of a measure with its value, and a whole check-in.
    expect(await usedBytes()).toBeLessThan(before - 500);
    const counted = journal.app.get(StorageRepository, { strict: false });
    const used = await usedBytes();
    await counted.delete(userId);
    expect(await usedBytes()).toBe(used);
    // A save that read the list just before the deletion.
    jest
      .spyOn(journal.app.get(MeasuresService, { strict: false }), 'accept')
      .mockImplementationOnce((_userId, measured) => Promise.resolve(measured));
    const late = await create(userId, { measures: { [sleep]: 300, [pain]: 4 } });
    expect(late.measures).toEqual({ [sleep]: 300, [pain]: 4 });
    await forgotten.forgetAll();
    expect((await ofDay()).map(({ measures }) => measures)).toEqual([{ [pain]: 4 }, { [pain]: 3 }]);
    expect(await journal.ownLists.findOne({ _id: { userId, kind: 'measures' } })).not.toHaveProperty(
      'leaving',
    );
  });

  it('keep words and values of one check-in that change at the same moment', async () => {
    const userId = 'both';
    const day = '2026-11-05';
    const [steps, pulse] = [
      await define(userId, { name: 'Steps', kind: 'number' }),
      await define(userId, { name: 'Pulse', kind: 'number' }),
    ];
    await putDay(userId, steps, day, 1);
    const [{ _id: entryId } = { _id: '' }] = (await journal.search({ userId, startDate: day, endDate: day }))
      .entries;
    const changes = { content: 'Words', inputMood: 'Happy', location: 'Porto' };
    const edit = () => journal.call('journal.update-entry', { userId, entryId, changes });
    const puts = [2, 3, 4].flatMap((n) => [putDay(userId, steps, day, n), putDay(userId, pulse, day, 60)]);
    await Promise.all([edit(), ...puts, edit()]);
    await putDay(userId, steps, day, 5);
    expect((await journal.search({ userId, startDate: day, endDate: day })).entries).toMatchObject([
      { ...changes, measures: { [steps]: 5, [pulse]: 60 } },
    ]);
    // A device that has an older version of it is told, and changes nothing.
    const stale = { ...changes, content: 'Older', measures: {} };
    const ifVersion = { userId, entryId, changes: stale, ifMatch: ['"2026-11-05T00:00:00.000Z"'] };
    await expect(journal.call('journal.update-entry', ifVersion)).rejects.toMatchObject({
      code: 'entry_changed',
    });
  });

  it('that only a script has set make no day one on which something was written', async () => {
    const userId = 'scripted';
    const steps = await define(userId, { name: 'Steps', kind: 'number' });
    for (const day of ['2026-11-01', '2026-11-02', '2026-11-03']) await putDay(userId, steps, day, 8_000);
    const noon = { location: 'Porto', tags: [], createdAt: '2026-11-01T12:00:00Z' };
    const entries = [{ ...noon, content: 'At the same moment, without a mood' }];
    await journal.call('journal.import-entries', { userId, entries });
    const range = { startDate: '2026-11-01', endDate: '2026-11-03' };
    const counted = () =>
      journal.call('journal.get-statistics', { userId, from: range.startDate, to: range.endDate });
    expect(await counted()).toMatchObject({
      ...{ entries: 1, daysWritten: 1, streaks: { longest: 1 } },
      days: [{ day: '2026-11-01', score: null }],
    });
    const listed = async () => (await journal.call('journal.list-days', { userId, year: 2026 })).days;
    expect(await listed()).toMatchObject([{ day: '2026-11-01', entries: 1, otherMoods: 1 }]);
    const written = async () => {
      const first = await journal.search({ userId, ...range, written: true, limit: 1 });
      return [first.entries.length, first.meta.total];
    };
    expect(await written()).toEqual([1, '1']);
    const [ofDay] = (await journal.search({ userId, ...range })).entries;
    const changes = { content: '', inputMood: 'Happy', checkIn: true, location: 'Porto' };
    await journal.call('journal.update-entry', { userId, entryId: ofDay!._id, changes });
    expect(await counted()).toMatchObject({ entries: 2, daysWritten: 2 });
    expect(await written()).toEqual([1, '2']);
    expect(await listed()).toHaveLength(2);
  });

  it('that a script has set are those of their days in the journal that the export is imported into, too', async () => {
    const [first, second] = ['2026-11-01', '2026-11-02'];
    const range = { startDate: first, endDate: second };
    const steps = await define('moves out', { name: 'Steps', kind: 'number', daySum: 'sum' });
    await define('moves in', { name: 'Steps', kind: 'number', daySum: 'sum' }, steps);
    for (const day of [first, second]) await putDay('moves out', steps, day, 8_000);
    await create('moves out', { date: `${first}T18:00:00Z`, measures: { [steps]: 3 } });
    const { entries } = await journal.search({ userId: 'moves out', ...range });
    const origin = { id: randomUUID(), source: 'Inner Weather' };
    const send = () =>
      journal.call('journal.import-entries', { userId: 'moves in', entries, import: origin });
    expect(await send()).toMatchObject({ added: 3 });
    const figures = async (userId: string) => ({
      values: await valuesOf(userId, first, second),
      statistics: await journal.call('journal.get-statistics', { userId, from: first, to: second }),
    });
    const before = await figures('moves out');
    expect(before).toMatchObject({
      values: [[`${first} 8000`, `${second} 8000`]],
      statistics: { daysWritten: 1 },
    });
    expect(await figures('moves in')).toEqual(before);
    expect(await send()).toMatchObject({ added: 3, addedIndexes: [], changed: 0 });
    // The script goes on with its values, and can take them back.
    await putDay('moves in', steps, second, 9_000);
    await putDay('moves in', steps, first, null);
    expect(await valuesOf('moves in', first, second)).toEqual([[`${first} 3`, `${second} 9000`]]);
    await eventually(() => putDay('moves in', steps, first, 5));
    expect((await journal.search({ userId: 'moves in', ...range })).entries).toHaveLength(3);
    // What has words is no script's.
    const words = entries.map((one) => ({ ...one, _id: undefined, content: 'Words' }));
    await define('words', { kind: 'number', daySum: 'sum' }, steps);
    await journal.call('journal.import-entries', { userId: 'words', entries: words });
    expect(await valuesOf('words', first)).toEqual([[`${first} 8003`]]);
  });

  it('say what goes together, and do not say what may be chance', async () => {
    const userId = 'together';
    const sleep = await define(userId);
    const noise = await define(userId, { name: 'Noise', kind: 'scale-10' });
    const random = randomOf(7);
    const first = dayNumber('2026-06-01');
    const entries = Array.from({ length: 120 }, (_, index) => {
      const night = 300 + 15 * Math.floor(random() * 16);
      const isBright = night >= 420 ? random() < 0.85 : random() < 0.2;
      return {
        content: 'A day',
        location: 'Porto',
        inputMood: isBright ? 'Happy' : 'Sad',
        tags: night >= 420 ? ['rested'] : [],
        createdAt: `${dayName(first + index)}T20:00:00Z`,
        measures: { [sleep]: night, [noise]: Math.floor(random() * 11) },
      };
    });
    for (const from of [0, 60])
      await journal.call('journal.import-entries', { userId, entries: entries.slice(from, from + 60) });
    // Nobody wrote on these days, so they are none without the tag.
    for (const index of [120, 121, 122]) await putDay(userId, sleep, dayName(first + index), 600);
    const range = { from: '2026-06-01', to: '2026-11-30' };
    const found = await journal.call('journal.get-together', { userId, ...range });
    // Two measures, with the mood and one tag, each on the same day and the day after.
    expect(found.asked).toBe(8);
    expect(found.moods.map(({ measure, later, answer }) => [measure, later, answer])).toEqual([
      [sleep, 0, 'stands'],
      [sleep, 1, 'chance'],
      [noise, 0, 'chance'],
      [noise, 1, 'chance'],
    ]);
    const [{ cut, below, above, strength } = {}] = found.moods;
    expect(cut).toBe(360);
    expect(strength).toBeGreaterThan(0.4);
    expect((below?.days ?? 0) + (above?.days ?? 0)).toBe(120);
    expect(found.days).toMatchObject([{ measure: sleep, weather: null, tag: 'rested', later: 0 }]);
    expect((found.days[0]?.with.days ?? 0) + (found.days[0]?.without.days ?? 0)).toBe(120);
    const empty = await journal.call('journal.get-together', { userId: 'nobody', ...range });
    expect(empty).toEqual({ ...range, asked: 0, moods: [], days: [] });
    await expect(
      journal.call('journal.get-together', { userId, from: range.to, to: range.from }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('count a day half a step from even on its side, be it heavier or brighter', async () => {
    const userId = 'half-steps';
    const sleep = await define(userId);
    const first = dayNumber('2026-06-01');
    const entries = Array.from({ length: 16 }, (_, index) => {
      const isBright = index % 2 === 0;
      const written = { content: 'A day', location: 'Porto', tags: [] };
      const day = dayName(first + index);
      return [
        { ...written, inputMood: 'Neutral', createdAt: `${day}T20:00:00Z` },
        {
          ...{ ...written, inputMood: isBright ? 'Happy' : 'Tired', createdAt: `${day}T21:00:00Z` },
          measures: { [sleep]: isBright ? 480 : 300 },
        },
      ];
    }).flat();
    await journal.call('journal.import-entries', { userId, entries });
    const range = { from: '2026-06-01', to: '2026-06-30' };
    const [found] = (await journal.call('journal.get-together', { userId, ...range })).moods;
    expect(found).toMatchObject({
      below: { days: 8, moods: [0, 8, 0, 0, 0] },
      above: { days: 8, moods: [0, 0, 0, 8, 0] },
    });
  });
});
