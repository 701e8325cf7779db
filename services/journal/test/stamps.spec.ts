import { WEATHER_UNAVAILABLE } from '@inner-weather/domain/weather/weather-unavailable';
import { Types } from 'mongoose';
import { StampsService } from '../src/stamps/stamps.service.js';
import { eventually } from '@inner-weather/testing/eventually';
import { type JournalUnderTest, startJournal } from './harness.js';

const userId = 'ana';
const entry = { email: 'ana@example.org', content: 'A walk by the river', location: 'Porto' };
const moment = '2026-11-01T12:00:00Z';
const observation = { provider: 'test', observedAt: moment, moment };

// Contract: 8 `Weather data not available for this Journal Entry`, still saved
describe('weather stamps', () => {
  let journal: JournalUnderTest;

  beforeAll(async () => {
    // Looks for waiting entries only when a test does it.
    journal = await startJournal({ STAMP_CHECK_MS: 24 * 60 * 60_000 });
  });

  afterAll(() => journal.stop());

  const create = async () => {
    const { _id: entryId } = await journal.call('journal.create-entry', { userId, entry });
    const { weather } = (await find(entryId))!;
    return { entryId, weatherKey: weather.key };
  };
  const find = (entryId: string) => journal.entries.findOne({ _id: new Types.ObjectId(entryId) });
  const weatherOf = async (entryId: string) => {
    const { status, text } = (await find(entryId))!.weather;
    return { status, text };
  };
  const move = (entryId: string, location: string) =>
    journal.call('journal.update-entry', {
      userId,
      entryId,
      changes: { content: 'Moved', inputMood: 'Happy', location },
    });
  /** What the writer is shown. */
  const showEntry = async (entryId: string) => {
    const days = { startDate: '2000-01-01', endDate: '2100-01-01' };
    const { entries } = await journal.search({ userId, ...days });
    return entries.find(({ _id }) => _id === entryId)!;
  };
  const sendReady = (wish: { entryId: string; weatherKey: string }, condition: string, eventId?: string) =>
    journal.fromWeather('weather.observation.ready.v1', { ...wish, condition, ...observation }, eventId);
  /** Resolves when everything that was sent before has been handled. */
  const untilHandled = async () => {
    const lastEntry = await create();
    await sendReady(lastEntry, 'Last');
    await eventually(async () =>
      expect(await weatherOf(lastEntry.entryId)).toMatchObject({ status: 'ready' }),
    );
  };

  it('put the weather onto the entry, and do not count as a change by the writer', async () => {
    const wish = await create();
    const entryBefore = (await find(wish.entryId))!;
    await sendReady(wish, 'Partly cloudy');
    await eventually(async () =>
      expect(await weatherOf(wish.entryId)).toEqual({ status: 'ready', text: 'Partly cloudy' }),
    );
    expect((await find(wish.entryId))!.updatedAt).toEqual(entryBefore.updatedAt);
  });

  it('bring the temperature along, which goes with them when the entry moves to another city or hour', async () => {
    const warm = { condition: 'Sunny', temperature: 21.4, ...observation };
    for (const change of [{ location: 'Lisbon' }, { location: 'Porto', date: '2026-10-31T08:00:00Z' }]) {
      const wish = await create();
      await journal.fromWeather('weather.observation.ready.v1', { ...wish, ...warm });
      await eventually(async () =>
        expect(await showEntry(wish.entryId)).toMatchObject({ weatherData: 'Sunny', temperature: 21.4 }),
      );
      const edit = { content: 'Edited', inputMood: 'Happy' };
      const { entryId } = wish;
      const changes = { ...edit, location: 'Porto' };
      const stays = await journal.call('journal.update-entry', { userId, entryId, changes });
      expect(stays).toMatchObject({ weatherData: 'Sunny', temperature: 21.4 });
      const movedEntry = await journal.call('journal.update-entry', {
        userId,
        entryId,
        changes: { ...edit, ...change },
      });
      expect(movedEntry).toMatchObject({ weatherStatus: 'pending', weatherData: '' });
      expect(movedEntry).not.toHaveProperty('temperature');
      // The weather there comes without a temperature: that of the first city must not be beside it.
      await sendReady({ ...wish, weatherKey: (await find(entryId))!.weather.key }, 'Fog');
      await eventually(async () => expect(await showEntry(entryId)).toMatchObject({ weatherData: 'Fog' }));
      expect(await showEntry(entryId)).not.toHaveProperty('temperature');
    }
  });

  describe('and the place of their city', () => {
    const [porto, otherPorto] = ['geo:41.15,-8.61', 'geo:-3.89,-42.71'];
    const edit = { content: 'Edited', inputMood: 'Happy', location: 'Porto' };
    const lastRequest = (entryId: string, count: number) =>
      eventually(() => {
        const requests = journal.seenOf(entryId, 'journal.entry.relocated.v1');
        expect(requests).toHaveLength(count);
        return requests.at(-1)!.payload;
      });
    const change = (entryId: string, changes: object, place?: string) =>
      journal.call('journal.update-entry', { userId, entryId, changes: { ...edit, ...changes }, place });

    it('is the one where the first look-up found it, for every later one', async () => {
      const wish = await create();
      await journal.fromWeather('weather.observation.ready.v1', {
        ...{ ...wish, condition: 'Sunny', place: porto },
        ...observation,
      });
      await eventually(async () => expect((await find(wish.entryId))!.weather.place).toBe(porto));
      await change(wish.entryId, { date: '2026-10-31T08:00:00Z' });
      expect(await lastRequest(wish.entryId, 1)).toMatchObject({ location: 'Porto', place: porto });
      const { key } = (await find(wish.entryId))!.weather;
      await journal.fromWeather('weather.observation.failed.v1', {
        entryId: wish.entryId,
        weatherKey: key,
        reason: 'no_history',
      });
      await eventually(async () =>
        expect(await weatherOf(wish.entryId)).toMatchObject({ status: 'unavailable' }),
      );
      await journal.call('journal.look-up-weather', { userId, entryId: wish.entryId });
      expect(await lastRequest(wish.entryId, 2)).toMatchObject({ place: porto });
      // The place of the new city is not known yet.
      await change(wish.entryId, { location: 'Lisbon' });
      expect(await lastRequest(wish.entryId, 3)).not.toHaveProperty('place');
    });

    it('is the one that was chosen with it, or else that of the account', async () => {
      const entryWithPlace = await journal.call('journal.create-entry', {
        ...{ userId, entry: { ...entry, place: otherPorto } },
        place: porto,
      });
      const [createdEvent] = await eventually(() => {
        const events = journal.seenOf(entryWithPlace._id, 'journal.entry.created.v1');
        expect(events).toHaveLength(1);
        return events;
      });
      expect(createdEvent!.payload).toMatchObject({ place: otherPorto });
      await change(entryWithPlace._id, { place: porto });
      expect(await lastRequest(entryWithPlace._id, 1)).toMatchObject({ location: 'Porto', place: porto });
      await change(entryWithPlace._id, { place: porto });
      await change(entryWithPlace._id, { location: 'Oslo' }, otherPorto);
      expect(await lastRequest(entryWithPlace._id, 2)).toMatchObject({ location: 'Oslo', place: otherPorto });
      const atHome = await journal.call('journal.create-entry', { userId, entry, place: porto });
      expect((await find(atHome._id))!.weather.place).toBe(porto);
      expect(atHome).not.toHaveProperty('place');
    });
  });

  it('say that no weather is available', async () => {
    const wish = await create();
    await journal.fromWeather('weather.observation.failed.v1', { ...wish, reason: 'no_such_city' });
    const unavailable = { status: 'unavailable', text: 'Weather data not available for this Journal Entry' };
    await eventually(async () => expect(await weatherOf(wish.entryId)).toEqual(unavailable));
    const { entries } = await journal.search({
      userId,
      startDate: '0001-01-01',
      endDate: '9999-12-31',
    });
    expect(entries.find(({ _id }) => _id === wish.entryId)).toMatchObject({
      weatherData: WEATHER_UNAVAILABLE.message,
      weatherStatus: 'unavailable',
    });
  });

  it('count once: the first answer stays, however often and in whatever form more arrive', async () => {
    const wish = await create();
    await sendReady(wish, 'Sunny', '7d2d9f0e-0000-4000-8000-000000000001');
    await eventually(async () => expect(await weatherOf(wish.entryId)).toMatchObject({ status: 'ready' }));
    await sendReady(wish, 'Sunny', '7d2d9f0e-0000-4000-8000-000000000001');
    await sendReady(wish, 'Something else');
    await journal.fromWeather('weather.observation.failed.v1', { ...wish, reason: 'provider_unavailable' });
    await untilHandled();
    expect(await weatherOf(wish.entryId)).toEqual({ status: 'ready', text: 'Sunny' });
  });

  it('of the city before do not land on an entry that has moved while it waited', async () => {
    const wish = await create();
    await move(wish.entryId, 'Lisbon');
    await sendReady(wish, 'Weather in Porto');
    await untilHandled();
    expect(await weatherOf(wish.entryId)).toEqual({ status: 'pending', text: '' });
    const { weather } = (await find(wish.entryId))!;
    await sendReady({ ...wish, weatherKey: weather.key }, 'Weather in Lisbon');
    await eventually(async () =>
      expect(await weatherOf(wish.entryId)).toEqual({ status: 'ready', text: 'Weather in Lisbon' }),
    );
  });

  it('of an earlier stay do not land on an entry that came back to the city', async () => {
    const wish = await create();
    await move(wish.entryId, 'Lisbon');
    await move(wish.entryId, 'Porto');
    await sendReady(wish, 'Weather of the first stay');
    await untilHandled();
    expect(await weatherOf(wish.entryId)).toEqual({ status: 'pending', text: '' });
  });

  it('and edits at the same time lose nothing of each other, 50 times', async () => {
    const wishes = await Promise.all(Array.from({ length: 50 }, create));
    const editAndStamp = (wish: (typeof wishes)[number], index: number): Promise<unknown>[] => {
      const changes = { content: `Edited ${index}`, inputMood: 'Happy', location: 'porto' };
      return [
        journal.call('journal.update-entry', { userId, entryId: wish.entryId, changes }),
        sendReady(wish, `Condition ${index}`),
      ];
    };
    await Promise.all(wishes.flatMap(editAndStamp));
    await eventually(async () => {
      const days = { startDate: '2000-01-01', endDate: '2100-01-01' };
      const { entries } = await journal.search({ userId, ...days });
      const byId = new Map(
        entries.map((entry) => [entry._id, `${entry.content}, ${entry.weatherStatus}: ${entry.weatherData}`]),
      );
      expect(wishes.map(({ entryId }) => byId.get(entryId))).toEqual(
        wishes.map((_, index) => `Edited ${index}, ready: Condition ${index}`),
      );
    });
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['without an entry', JSON.stringify({ weatherKey: 'k', condition: 'Sunny', ...observation })],
    [
      'with a condition of the wrong type',
      JSON.stringify({ entryId: 'e', weatherKey: 'k', condition: { $ne: 1 }, ...observation }),
    ],
    ...[{ $gt: 0 }, '12', 71, -101].map((temperature): [string, string] => [
      `with ${JSON.stringify(temperature)} for a temperature`,
      JSON.stringify({ entryId: 'e', weatherKey: 'k', condition: 'Sunny', temperature, ...observation }),
    ]),
  ])('that are %s end in the dead letters, and hold up nothing', async (_what, body) => {
    journal.fromStranger('weather.observation.ready.v1', body);
    await untilHandled();
    await eventually(async () => {
      const dead = await journal.deadLetter('journal.on-weather');
      expect(dead?.content.toString()).toBe(body);
    });
    expect(await journal.deadLetter('journal.on-weather')).toBeUndefined();
  });

  it('for an unknown entry are dropped', async () => {
    await sendReady({ entryId: '6b01228883afd8e0a0da49e0', weatherKey: 'k' }, 'Sunny');
    await sendReady({ entryId: 'no id', weatherKey: 'k' }, 'Sunny');
    await untilHandled();
    expect(await journal.deadLetter('journal.on-weather')).toBeUndefined();
  });

  describe('that do not come', () => {
    const PATIENCE_MS = 2 * 60_000;

    /** Makes an entry look as if its weather had been asked for some time ago. */
    const wait = async (entryId: string, ms: number) => {
      const requestedAt = new Date(Date.now() - ms);
      await journal.entries.updateOne(
        { _id: new Types.ObjectId(entryId) },
        { $set: { 'weather.requestedAt': requestedAt } },
      );
    };
    const reconcile = () => journal.app.get(StampsService).reconcile();
    const requestsOf = (entryId: string) => journal.seenOf(entryId, 'journal.entry.relocated.v1');

    it('are asked for again under the same key, by one replica of many, and given up on after three times', async () => {
      const wish = await create();
      for (const times of [1, 2]) {
        await wait(wish.entryId, PATIENCE_MS + 1);
        await Promise.all(Array.from({ length: 10 }, reconcile));
        await eventually(() => expect(requestsOf(wish.entryId)).toHaveLength(times));
      }
      expect(requestsOf(wish.entryId).map(({ payload }) => payload)).toEqual(
        Array.from({ length: 2 }, (): unknown =>
          expect.objectContaining({ ...wish, location: 'Porto', userId }),
        ),
      );
      expect(await weatherOf(wish.entryId)).toEqual({ status: 'pending', text: '' });

      await wait(wish.entryId, PATIENCE_MS + 1);
      await Promise.all(Array.from({ length: 10 }, reconcile));
      expect(await weatherOf(wish.entryId)).toEqual({
        status: 'unavailable',
        text: WEATHER_UNAVAILABLE.message,
      });
      await untilHandled();
      await journal.untilPublished(wish.entryId);
      expect(requestsOf(wish.entryId)).toHaveLength(2);
    });

    it('are not repeated while an answer may come, or after it came', async () => {
      const [young, finishedEntry] = [await create(), await create()];
      await sendReady(finishedEntry, 'Sunny');
      await eventually(async () =>
        expect(await weatherOf(finishedEntry.entryId)).toMatchObject({ status: 'ready' }),
      );
      await wait(finishedEntry.entryId, PATIENCE_MS + 1);
      await wait(young.entryId, PATIENCE_MS - 5_000);
      await reconcile();
      await untilHandled();
      for (const { entryId } of [young, finishedEntry]) await journal.untilPublished(entryId);
      expect([...requestsOf(young.entryId), ...requestsOf(finishedEntry.entryId)]).toEqual([]);
      expect(await weatherOf(finishedEntry.entryId)).toEqual({ status: 'ready', text: 'Sunny' });
    });

    it('count when they come after all, between two requests', async () => {
      const wish = await create();
      await wait(wish.entryId, PATIENCE_MS + 1);
      await reconcile();
      await sendReady(wish, 'Late but sunny');
      await eventually(async () =>
        expect(await weatherOf(wish.entryId)).toEqual({ status: 'ready', text: 'Late but sunny' }),
      );
    });

    it('are found however many there are', async () => {
      const wishes = await Promise.all(Array.from({ length: 230 }, create));
      await journal.entries.updateMany(
        { _id: { $in: wishes.map(({ entryId }) => new Types.ObjectId(entryId)) } },
        { $set: { 'weather.requestedAt': new Date(Date.now() - PATIENCE_MS - 1) } },
      );
      await reconcile();
      await eventually(() =>
        expect(wishes.filter(({ entryId }) => requestsOf(entryId).length === 1)).toHaveLength(230),
      );
    });
  });
});
