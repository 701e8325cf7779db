import { entryTagOf } from '@inner-weather/domain/entries/entry-version';
import type { EventName } from '@inner-weather/contracts/messaging/events';
import { offsetIn, toLocalText } from '@inner-weather/domain/time/local-time';
import { eventually } from '@inner-weather/testing/eventually';
import { Types } from 'mongoose';
import { type JournalUnderTest, startJournal } from './harness.js';

const userId = 'ana';
const entry = { email: 'ana@example.org', content: 'A walk by the river', location: 'Porto' };
const wholeRange = { userId, startDate: '0001-01-01', endDate: '9999-12-31' };

describe('entries', () => {
  let journal: JournalUnderTest;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterAll(() => journal.stop());

  describe('a new entry', () => {
    it('is returned as stored, waits for its weather, and is announced to every consumer', async () => {
      const startedAt = Date.now();
      const entryDto = await journal.call('journal.create-entry', {
        userId,
        entry: { ...entry, inputMood: 'Happy' },
      });
      expect(entryDto).toEqual({
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        content: 'A walk by the river',
        inputMood: 'Happy',
        location: 'Porto',
        tags: [],
        weatherData: '',
        weatherStatus: 'pending',
        neverSendToAi: false,
        checkIn: false,
        createdAt: expect.any(String),
        day: entryDto.createdAt.slice(0, 10),
        updatedAt: entryDto.createdAt,
      });
      expect(Date.parse(entryDto.createdAt)).toBeGreaterThanOrEqual(startedAt);
      expect(Date.parse(entryDto.createdAt)).toBeLessThanOrEqual(Date.now());
      await eventually(() =>
        expect(journal.seenOf(entryDto._id)).toEqual([
          expect.objectContaining({
            type: 'journal.entry.created.v1',
            payload: {
              entryId: entryDto._id,
              userId,
              createdAt: entryDto.createdAt,
              day: entryDto.day,
              location: 'Porto',
              weatherKey: `porto@${entryDto.createdAt}`,
              weatherStatus: 'pending',
            },
          }),
        ]),
      );
    });

    it('tells the weather service of an entry that waits for weather only, and insights of every one', async () => {
      const countQueued = async () => ({
        weather: await journal.messagesIn('weather.on-entry'),
        insights: await journal.messagesIn('insights.on-entry'),
      });
      // The events of earlier tests are in their queues.
      await eventually(async () =>
        expect(await journal.entries.countDocuments({ outboxNextAt: { $exists: true } })).toBe(0),
      );
      const countsBefore = await countQueued();
      const add = (extra: object) =>
        journal.call('journal.create-entry', { userId, entry: { ...entry, ...extra } });
      const [waiting, ready] = [await add({ weatherData: '  ' }), await add({ weatherData: 'Light rain' })];
      expect(waiting).toMatchObject({ weatherData: '', weatherStatus: 'pending' });
      expect(ready).toMatchObject({ weatherData: 'Light rain', weatherStatus: 'ready' });
      await eventually(async () =>
        expect(await countQueued()).toEqual({
          weather: countsBefore.weather + 1,
          insights: countsBefore.insights + 2,
        }),
      );
      await eventually(() =>
        expect([waiting, ready].map(({ _id }) => journal.seenOf(_id)[0])).toMatchObject([
          { type: 'journal.entry.created.v1', key: 'journal.entry.created.v1' },
          {
            type: 'journal.entry.created.v1',
            key: 'journal.entry.created.v1.with-weather',
            payload: { weatherStatus: 'ready' },
          },
        ]),
      );
    });

    it.each([
      ['the offset of its date', { date: '2026-03-02T00:30:00+09:00', tz: 'Pacific/Honolulu' }, 540],
      ['the zone of the device', { tz: 'Pacific/Kiritimati' }, 840],
      ['the zone of the account', {}, -600],
    ])('lies on the day of %s', async (_what, when, offset) => {
      const request = { userId, entry: { ...entry, ...when }, accountTz: 'Pacific/Honolulu' };
      const entryDto = await journal.call('journal.create-entry', request);
      expect(offsetIn(entryDto.createdAt)).toBe(offset);
      const day = entryDto.createdAt.slice(0, 10);
      expect(entryDto.day).toBe(day);
      expect(await find(entryDto._id)).toMatchObject({ offset, day });
      expect(Date.parse(`${day}T00:00:00Z`)).toBeLessThanOrEqual(
        Date.parse(entryDto.createdAt) + offset * 60_000,
      );
    });

    it('lies on the day in UTC when no time zone is known', async () => {
      const entryDto = await journal.call('journal.create-entry', { userId, entry });
      expect(entryDto.createdAt).toMatch(/Z$/);
      expect(await find(entryDto._id)).toMatchObject({ offset: 0, day: entryDto.createdAt.slice(0, 10) });
    });

    it.each([
      ['America/New_York', '2026-11-01T01:30:00.000-05:00'],
      ['Australia/Lord_Howe', '2025-04-06T01:45:00.000+10:30'],
    ])('stays in the hour of %s in which it was lived, when only its words change', async (_zone, date) => {
      const startedAt = Date.now();
      const { _id, createdAt, updatedAt } = await journal.call('journal.create-entry', {
        userId,
        entry: { ...entry, date },
      });
      expect(createdAt).toBe(date);
      expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(startedAt);
      const edit = (extra: object) =>
        journal.call('journal.update-entry', {
          userId,
          entryId: _id,
          changes: { content: 'Other words', inputMood: 'Sad', location: entry.location, ...extra },
        });
      expect(await edit({})).toMatchObject({ content: 'Other words', createdAt: date });
      expect(await edit({ date })).toMatchObject({ createdAt: date });
      // A client that converts all times to UTC.
      expect(await edit({ date: new Date(date).toISOString() })).toMatchObject({ createdAt: date });
      // Another place at the same moment is another local time.
      const elsewhere = toLocalText(Date.parse(date), 345);
      expect(await edit({ date: elsewhere })).toMatchObject({ createdAt: elsewhere });
      expect(await find(_id)).toMatchObject({ offset: 345, day: elsewhere.slice(0, 10) });
      const other = '2020-02-29T23:30:00.000-03:30';
      expect(await edit({ date: other })).toMatchObject({ createdAt: other });
      expect(await find(_id)).toMatchObject({ offset: -210, day: '2020-02-29' });
    });

    it('takes a mood in own words, and tags, each once', async () => {
      const tags = [' River ', 'with\tBea', 'RIVER', 'Cafe\u0301'];
      const entryDto = await journal.call('journal.create-entry', {
        userId,
        entry: { ...entry, inputMood: 'quietly proud', tags },
      });
      expect(entryDto).toMatchObject({ inputMood: 'quietly proud', tags: ['River', 'with Bea', 'Café'] });
      expect(await find(entryDto._id)).toMatchObject({
        tagTokens: Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)),
      });
    });

    it('is validated here again', async () => {
      const blank = journal.call('journal.create-entry', { userId, entry: { ...entry, content: ' \n' } });
      await expect(blank).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ field: 'content' }],
      });
    });

    it('holds text as it was typed, whatever is in it, but for what no text has', async () => {
      const content = ' $set {"a.b": 1} \u0000 😀 \u202e "quoted"\n';
      const entryDto = await journal.call('journal.create-entry', { userId, entry: { ...entry, content } });
      const { entries } = await journal.search(wholeRange);
      expect(entries.find(({ _id }) => _id === entryDto._id)?.content).toBe(
        content.replace('\u0000', '\ufffd'),
      );
    });
  });

  describe('an edit', () => {
    it('changes what was written, and leaves weather and creation alone', async () => {
      const original = await journal.call('journal.create-entry', {
        userId,
        entry: { ...entry, weatherData: 'Sunny' },
      });
      const changes = { content: 'It rained', inputMood: 'a bit wet', location: ' PORTO ' };
      const updated = await journal.call('journal.update-entry', { userId, entryId: original._id, changes });
      expect(updated).toEqual({
        ...original,
        content: 'It rained',
        inputMood: 'a bit wet',
        location: 'PORTO',
        updatedAt: expect.any(String),
      });
      expect(Date.parse(updated.updatedAt)).toBeGreaterThan(Date.parse(original.updatedAt));
      await eventually(() =>
        expect(journal.seenOf(original._id, 'journal.entry.updated.v1')).toHaveLength(1),
      );
      await journal.untilPublished(original._id);
      expect(journal.seenOf(original._id, 'journal.entry.relocated.v1')).toEqual([]);
    });

    it('leaves an entry without a mood that never had one, and takes none away', async () => {
      const { _id: entryId } = await journal.call('journal.create-entry', { userId, entry });
      const edit = (content: string, inputMood: string) =>
        journal.call('journal.update-entry', {
          userId,
          entryId,
          changes: { content, inputMood, location: 'Porto' },
        });
      expect(await edit('It rained', '')).toMatchObject({ content: 'It rained', inputMood: '' });
      await edit('It rained', 'Happy');
      await expect(edit('It poured', '')).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ field: 'inputMood', code: 'mood_length' }],
      });
      const stored = await journal.call('journal.get-entry', { userId, entryId });
      expect(stored).toMatchObject({ content: 'It rained', inputMood: 'Happy' });
    });

    it('to another city starts a new wait for weather', async () => {
      const original = await journal.call('journal.create-entry', {
        userId,
        entry: { ...entry, weatherData: 'Sunny' },
      });
      const changes = { content: 'Moved', inputMood: 'Happy', location: 'Lisbon' };
      const updated = await journal.call('journal.update-entry', { userId, entryId: original._id, changes });
      expect(updated).toMatchObject({ location: 'Lisbon', weatherData: '', weatherStatus: 'pending' });
      await eventually(() =>
        expect(journal.seenOf(original._id, 'journal.entry.relocated.v1')).toHaveLength(1),
      );
      expect(journal.seenOf(original._id, 'journal.entry.relocated.v1')[0]!.payload).toEqual({
        entryId: original._id,
        userId,
        createdAt: original.createdAt,
        day: original.day,
        location: 'Lisbon',
        weatherKey: `lisbon@${updated.updatedAt}`,
      });
      expect(journal.seenOf(original._id, 'journal.entry.updated.v1')).toHaveLength(1);
    });

    it('to another day asks for its weather, and tells of both days', async () => {
      const original = await journal.call('journal.create-entry', {
        userId,
        entry: { ...entry, weatherData: 'Sunny' },
      });
      const text = { content: 'Earlier', inputMood: 'Happy', location: 'Porto' };
      const edit = (date: string) =>
        journal.call('journal.update-entry', { userId, entryId: original._id, changes: { ...text, date } });
      const updated = await edit('2026-03-01T12:10:00Z');
      expect(updated).toMatchObject({
        createdAt: '2026-03-01T12:10:00.000Z',
        weatherData: '',
        weatherStatus: 'pending',
      });
      const publishedEvents = (type: EventName) =>
        journal.seenOf(original._id, type).map(({ payload }) => payload);
      await eventually(() => expect(publishedEvents('journal.entry.relocated.v1')).toHaveLength(1));
      expect(publishedEvents('journal.entry.relocated.v1')[0]).toMatchObject({
        createdAt: updated.createdAt,
        location: 'Porto',
      });
      const moments = () => publishedEvents('journal.entry.updated.v1').map(({ createdAt }) => createdAt);
      expect(moments().toSorted()).toEqual([updated.createdAt, original.createdAt]);
      // Within the day it is told once, and within the hour it has the same weather.
      await edit('2026-03-01T12:50:00Z');
      await eventually(() => expect(moments()).toHaveLength(3));
      await journal.untilPublished(original._id);
      expect(publishedEvents('journal.entry.relocated.v1')).toHaveLength(1);
    });

    it('loses no change of city when many edits come at once', async () => {
      const { _id: entryId } = await journal.call('journal.create-entry', { userId, entry });
      // Each of them may have to begin again for each of the others, within the deadline of one call.
      const cities = Array.from({ length: 12 }, (_, index) => `City ${index % 6}`);
      await Promise.all(
        cities.map((location) =>
          journal.call('journal.update-entry', {
            userId,
            entryId,
            changes: { content: location, inputMood: 'Happy', location },
          }),
        ),
      );
      // A slow relay publishes an event twice, under the same id.
      const publishedEvents = () =>
        new Set(journal.seenOf(entryId, 'journal.entry.updated.v1').map(({ id }) => id));
      await eventually(() => expect(publishedEvents().size).toBe(cities.length));
      // Each edit wrote all of its fields or none, and the entry waits for the weather of its current city.
      const storedEntry = await find(entryId);
      const days = { startDate: '2000-01-01', endDate: '2100-01-01' };
      const { entries } = await journal.search({ userId, ...days });
      expect(entries.find(({ _id }) => _id === entryId)?.content).toBe(storedEntry!.location);
      expect(storedEntry!.weather.key.split('@')[0]).toBe(storedEntry!.location.toLowerCase());
      // Each move was published: one of the events has the key that is stored.
      await eventually(() => {
        const moves = journal.seenOf(entryId, 'journal.entry.relocated.v1');
        expect(moves.map(({ payload }) => payload.weatherKey)).toContain(storedEntry!.weather.key);
      });
    });

    it('that moves the entry and a concurrent one that does not leave it waiting for the weather of its city', async () => {
      const text = (content: string, location: string) => ({ content, inputMood: 'Happy', location });
      const ids: string[] = [];
      for (let round = 0; round < 25; round += 1) {
        const { _id: entryId } = await journal.call('journal.create-entry', { userId, entry });
        ids.push(entryId);
        await Promise.all([
          journal.call('journal.update-entry', { userId, entryId, changes: text('Moved', 'Lisbon') }),
          journal.call('journal.update-entry', { userId, entryId, changes: text('Stayed', 'Porto') }),
        ]);
      }
      const storedEntry = await journal.entries
        .find({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } })
        .toArray();
      expect(storedEntry).toHaveLength(25);
      for (const { location, weather } of storedEntry)
        expect(weather.key.split('@')[0]).toBe(location.toLowerCase());
    });
  });

  describe('a change of what was read earlier', () => {
    const changes = { content: 'Second', inputMood: 'Happy', location: 'Porto' };
    const create = () => journal.call('journal.create-entry', { userId, entry });
    const stale = { code: 'entry_changed' };

    it('is refused after another edit or deletion, and changes nothing', async () => {
      const entryDto = await create();
      const { _id: entryId } = entryDto;
      const ifMatch = [entryTagOf(entryDto)];
      const first = await journal.call('journal.update-entry', { userId, entryId, changes, ifMatch });
      expect(entryTagOf(first)).not.toBe(entryTagOf(entryDto));
      const lateChanges = { ...changes, content: 'Late' };
      for (const call of [
        journal.call('journal.update-entry', { userId, entryId, changes: lateChanges, ifMatch }),
        journal.call('journal.update-entry', { userId, entryId, changes: lateChanges, ifMatch: [] }),
        journal.call('journal.delete-entry', { userId, entryId, ifMatch }),
      ])
        await expect(call).rejects.toMatchObject(stale);
      expect(await journal.call('journal.get-entry', { userId, entryId })).toEqual(first);
      // Without a tag, with any, and with the tag of now, it is carried out.
      await journal.call('journal.update-entry', { userId, entryId, changes: lateChanges });
      const any = await journal.call('journal.update-entry', { userId, entryId, changes, ifMatch: ['*'] });
      await journal.call('journal.delete-entry', { userId, entryId, ifMatch: ['"x"', entryTagOf(any)] });
    });

    it('is refused to all but one of many that read the same', async () => {
      const entryDto = await create();
      const { _id: entryId } = entryDto;
      const results = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) =>
          journal.call('journal.update-entry', {
            userId,
            entryId,
            changes: { ...changes, content: `Version ${index}` },
            ifMatch: [entryTagOf(entryDto)],
          }),
        ),
      );
      const rejections = results.filter(({ status }) => status === 'rejected');
      expect(rejections).toHaveLength(9);
      for (const rejection of rejections) expect(rejection).toMatchObject({ reason: stale });
    });

    it('is not refused for weather that came between', async () => {
      const { _id: entryId } = await create();
      const entryDto = await journal.call('journal.get-entry', { userId, entryId });
      const { weatherKey } = await wish(entryId);
      await journal.fromWeather('weather.observation.failed.v1', {
        entryId,
        weatherKey,
        reason: 'no_such_city',
      });
      const current = () => journal.call('journal.get-entry', { userId, entryId });
      await eventually(async () => expect((await current()).weatherStatus).toBe('unavailable'));
      await journal.call('journal.update-entry', {
        userId,
        entryId,
        changes,
        ifMatch: [entryTagOf(entryDto)],
      });
    });
  });

  describe('a deletion', () => {
    it('hides the entry at once, tells it, and leaves nothing', async () => {
      const { _id: entryId, createdAt, day } = await journal.call('journal.create-entry', { userId, entry });
      await expect(journal.call('journal.delete-entry', { userId, entryId })).resolves.toBeNull();
      const { entries } = await journal.search(wholeRange);
      expect(entries.map(({ _id }) => _id)).not.toContain(entryId);
      await eventually(() => expect(journal.seenOf(entryId, 'journal.entry.deleted.v1')).toHaveLength(1));
      expect(journal.seenOf(entryId, 'journal.entry.deleted.v1')[0]!.payload).toEqual({
        entryId,
        userId,
        createdAt,
        day,
      });
      await eventually(async () => expect(await find(entryId)).toBeUndefined());
    });

    it('cannot be done twice, nor the entry edited or stamped after it', async () => {
      const { _id: entryId } = await journal.call('journal.create-entry', { userId, entry });
      const { weatherKey } = await wish(entryId);
      const deletions = Array.from({ length: 3 }, () =>
        journal.call('journal.delete-entry', { userId, entryId }),
      );
      const outcomes = await Promise.allSettled(deletions);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
      await expect(journal.call('journal.delete-entry', { userId, entryId })).rejects.toMatchObject({
        code: 'not_found',
      });
      const changes = { content: 'Back', inputMood: 'Happy', location: 'Lisbon' };
      await expect(journal.call('journal.update-entry', { userId, entryId, changes })).rejects.toMatchObject({
        code: 'not_found',
      });
      await journal.fromWeather('weather.observation.failed.v1', {
        entryId,
        weatherKey,
        reason: 'no_such_city',
      });
      await eventually(async () => expect(await find(entryId)).toBeUndefined());
    });
  });

  it.each([
    [
      'another person',
      async () => (await journal.call('journal.create-entry', { userId: 'bea', entry }))._id,
    ],
    ['no person', () => Promise.resolve('6b01228883afd8e0a0da49e0')],
    ['nothing, for its id is none', () => Promise.resolve('../../etc')],
  ])('are not found when they belong to %s', async (_whom, make) => {
    const entryId = await make();
    const changes = { content: 'Mine now', inputMood: 'Happy', location: 'Porto' };
    const notFound = { code: 'not_found', message: 'There is no such entry.' };
    await expect(journal.call('journal.update-entry', { userId, entryId, changes })).rejects.toMatchObject(
      notFound,
    );
    await expect(journal.call('journal.delete-entry', { userId, entryId })).rejects.toMatchObject(notFound);
    await expect(journal.call('journal.get-entry', { userId, entryId })).rejects.toMatchObject(notFound);
    const others = await journal.search({ ...wholeRange, userId: 'bea' });
    expect(others.entries.every(({ content }) => content === entry.content)).toBe(true);
    expect((await journal.search(wholeRange)).entries.map(({ _id }) => _id)).not.toContain(entryId);
  });

  const find = async (entryId: string) =>
    (await journal.entries.find({}).toArray()).find(({ _id }) => _id.toHexString() === entryId);

  const wish = async (entryId: string) => {
    await eventually(() => expect(journal.seenOf(entryId).length).toBeGreaterThan(0));
    return journal.seenOf(entryId)[0]!.payload as { weatherKey: string };
  };
});
