import { WEATHER_UNAVAILABLE } from '@inner-weather/domain/weather/weather-unavailable';
import { eventually } from '@inner-weather/testing/eventually';
import { Types } from 'mongoose';
import { StampsService } from '../src/stamps/stamps.service.js';
import { type JournalUnderTest, startJournal } from './harness.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const userId = 'ana';
const entry = { email: 'ana@example.org', content: 'A walk by the river', location: 'Porto' };
const words = { status: 'unavailable', text: WEATHER_UNAVAILABLE.message };

interface Wish {
  entryId: string;
  weatherKey: string;
  createdAt: string;
}

let journal: JournalUnderTest;

beforeAll(async () => {
  // Looks for entries without weather only when a test does it.
  journal = await startJournal({ STAMP_CHECK_MS: 24 * HOUR_MS });
});

afterAll(() => journal.stop());

const idOf = (entryId: string) => new Types.ObjectId(entryId);
const find = (entryId: string) => journal.entries.findOne({ _id: idOf(entryId) });
const weatherOf = async (entryId: string) => (await find(entryId))!.weather;
const becomes = (entryId: string, expected: object) =>
  eventually(async () => expect(await weatherOf(entryId)).toMatchObject(expected));
const create = async (overrides: object = {}): Promise<Wish> => {
  const { _id: entryId, createdAt } = await journal.call('journal.create-entry', {
    userId,
    entry: { ...entry, ...overrides },
  });
  return { entryId, createdAt, weatherKey: (await weatherOf(entryId)).key };
};
/** Stores entries whose weather was asked for ten minutes ago. */
const storeMany = (count: number, weather: { status: 'pending' | 'unavailable'; text: string }) =>
  journal.store(
    Array.from({ length: count }, () => {
      const createdAt = new Date(Date.now() - 10 * MINUTE_MS);
      return { userId, content: 'Words', inputMood: '', location: 'Porto', createdAt, weather };
    }),
  );
const fail = ({ entryId, weatherKey }: Omit<Wish, 'createdAt'>, reason = 'provider_unavailable') =>
  journal.fromWeather('weather.observation.failed.v1', { entryId, weatherKey, reason });
const sendReady = (
  { entryId, weatherKey, createdAt }: Wish,
  condition: string,
  overrides: object = {},
  eventId?: string,
) =>
  journal.fromWeather(
    'weather.observation.ready.v1',
    {
      ...{ entryId, weatherKey, condition, provider: 'test', observedAt: new Date().toISOString() },
      ...{ moment: createdAt, ...overrides },
    },
    eventId,
  );
/** Resolves when everything that was sent before has been handled. */
const untilHandled = async () => {
  const lastEntry = await create();
  await sendReady(lastEntry, 'Last');
  await becomes(lastEntry.entryId, { status: 'ready' });
};
const requestsOf = (entryId: string) => journal.seenOf(entryId, 'journal.entry.relocated.v1');

// Contract: 8 `Weather data not available for this Journal Entry`, still saved
describe('weather stamps', () => {
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

  it('bring the temperature along, which goes with them when the entry moves to another city or hour', async () => {
    for (const change of [{ location: 'Lisbon' }, { location: 'Porto', date: '2026-10-31T08:00:00Z' }]) {
      const wish = await create();
      const { updatedAt } = await showEntry(wish.entryId);
      await sendReady(wish, 'Sunny', { temperature: 21.4 });
      // It does not count as a change by the writer.
      const stamped = { weatherData: 'Sunny', temperature: 21.4, updatedAt };
      await eventually(async () => expect(await showEntry(wish.entryId)).toMatchObject(stamped));
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
      await sendReady({ ...wish, weatherKey: (await weatherOf(entryId)).key }, 'Fog');
      await eventually(async () => expect(await showEntry(entryId)).toMatchObject({ weatherData: 'Fog' }));
      expect(await showEntry(entryId)).not.toHaveProperty('temperature');
    }
  });

  describe('and the place of their city', () => {
    const [porto, otherPorto] = ['geo:41.15,-8.61', 'geo:-3.89,-42.71'];
    const edit = { content: 'Edited', inputMood: 'Happy', location: 'Porto' };
    const lastRequest = (entryId: string, count: number) =>
      eventually(() => {
        const requests = requestsOf(entryId);
        expect(requests).toHaveLength(count);
        return requests.at(-1)!.payload;
      });
    const change = (entryId: string, changes: object, place?: string) =>
      journal.call('journal.update-entry', { userId, entryId, changes: { ...edit, ...changes }, place });

    it('is the one where the first look-up found it, for every later one', async () => {
      const wish = await create();
      await sendReady(wish, 'Sunny', { place: porto });
      await eventually(async () => expect((await weatherOf(wish.entryId)).place).toBe(porto));
      await change(wish.entryId, { date: '2026-10-31T08:00:00Z' });
      expect(await lastRequest(wish.entryId, 1)).toMatchObject({ location: 'Porto', place: porto });
      const { key } = await weatherOf(wish.entryId);
      await fail({ ...wish, weatherKey: key }, 'no_history');
      await becomes(wish.entryId, { status: 'unavailable' });
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
      expect((await weatherOf(atHome._id)).place).toBe(porto);
      expect(atHome).not.toHaveProperty('place');
    });
  });

  it('count once: the first answer stays, however often and in whatever form more arrive', async () => {
    const wish = await create();
    await sendReady(wish, 'Sunny', {}, '7d2d9f0e-0000-4000-8000-000000000001');
    await becomes(wish.entryId, { status: 'ready' });
    await sendReady(wish, 'Sunny', {}, '7d2d9f0e-0000-4000-8000-000000000001');
    await sendReady(wish, 'Something else');
    await fail(wish);
    await untilHandled();
    expect(await weatherOf(wish.entryId)).toMatchObject({ status: 'ready', text: 'Sunny' });
  });

  it('of the city before do not land on an entry that has moved while it waited', async () => {
    const wish = await create();
    await move(wish.entryId, 'Lisbon');
    await sendReady(wish, 'Weather in Porto');
    await untilHandled();
    const { key, ...weather } = await weatherOf(wish.entryId);
    expect(weather).toMatchObject({ status: 'pending', text: '' });
    await sendReady({ ...wish, weatherKey: key }, 'Weather in Lisbon');
    await becomes(wish.entryId, { status: 'ready', text: 'Weather in Lisbon' });
  });

  it('and edits at the same time lose nothing of each other, 20 times', async () => {
    const wishes = await Promise.all(Array.from({ length: 20 }, () => create()));
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

  it('for an unknown entry are dropped', async () => {
    const { createdAt } = await create();
    for (const entryId of ['6b01228883afd8e0a0da49e0', 'no id'])
      await sendReady({ entryId, weatherKey: 'k', createdAt }, 'Sunny');
    await untilHandled();
    expect(await journal.deadLetter('journal.on-weather')).toBeUndefined();
  });

  describe('that do not come', () => {
    const PATIENCE_MS = 2 * MINUTE_MS;

    /** Makes an entry look as if its weather had been asked for some time ago. */
    const wait = async (entryId: string, ms: number) => {
      const requestedAt = new Date(Date.now() - ms);
      await journal.entries.updateOne(
        { _id: idOf(entryId) },
        { $set: { 'weather.requestedAt': requestedAt } },
      );
    };
    const reconcile = () => journal.app.get(StampsService).reconcile();

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
      expect(await weatherOf(wish.entryId)).toMatchObject({ status: 'pending', text: '' });

      await wait(wish.entryId, PATIENCE_MS + 1);
      await Promise.all(Array.from({ length: 10 }, reconcile));
      expect(await weatherOf(wish.entryId)).toMatchObject(words);
      await untilHandled();
      await journal.untilPublished(wish.entryId);
      expect(requestsOf(wish.entryId)).toHaveLength(2);
    });

    it('are not repeated while an answer may come, or after it came', async () => {
      const [young, finishedEntry] = [await create(), await create()];
      await sendReady(finishedEntry, 'Sunny');
      await becomes(finishedEntry.entryId, { status: 'ready' });
      await wait(finishedEntry.entryId, PATIENCE_MS + 1);
      await wait(young.entryId, PATIENCE_MS - 5_000);
      await reconcile();
      await untilHandled();
      for (const { entryId } of [young, finishedEntry]) await journal.untilPublished(entryId);
      expect([...requestsOf(young.entryId), ...requestsOf(finishedEntry.entryId)]).toEqual([]);
      expect(await weatherOf(finishedEntry.entryId)).toMatchObject({ status: 'ready', text: 'Sunny' });
    });

    it('are found however many there are', async () => {
      // More than one look takes.
      const ids = await storeMany(130, { status: 'pending', text: '' });
      await reconcile();
      await eventually(() => expect(ids.filter((id) => requestsOf(id).length === 1)).toHaveLength(130));
    });
  });
});

describe('weather that comes late', () => {
  const withoutWeather = async (reason?: string) => {
    const wish = await create();
    await fail(wish, reason);
    await becomes(wish.entryId, words);
    return wish;
  };
  const retry = () => journal.app.get(StampsService).retry();
  /** Makes an entry look as if so much time had passed since its words appeared. */
  const pass = async ({ entryId }: Wish, ms: number) => {
    const { retryAt, retryUntil } = await weatherOf(entryId);
    const shift = (date?: Date) => date && new Date(date.getTime() - ms);
    await journal.entries.updateOne(
      { _id: idOf(entryId) },
      { $set: { 'weather.retryAt': shift(retryAt), 'weather.retryUntil': shift(retryUntil) } },
    );
  };

  it('takes the place of the words, and is no change by the writer', async () => {
    const wish = await withoutWeather();
    const { updatedAt } = (await find(wish.entryId))!;
    await sendReady(wish, 'Fog');
    await becomes(wish.entryId, { status: 'ready', text: 'Fog' });
    const entryAfter = (await find(wish.entryId))!;
    expect(entryAfter.updatedAt).toEqual(updatedAt);
    expect(Object.keys(entryAfter.weather)).not.toContain('retryAt');
  });

  it('counts for an entry of before the update, too, and the first of several stays', async () => {
    const wish = await withoutWeather();
    await journal.entries.updateOne(
      { _id: idOf(wish.entryId) },
      { $unset: { 'weather.retryAt': 1, 'weather.retryUntil': 1 } },
    );
    await sendReady(wish, 'Fog');
    await sendReady(wish, 'Rain');
    await untilHandled();
    expect(await weatherOf(wish.entryId)).toMatchObject({ status: 'ready', text: 'Fog' });
  });

  it('does not count when it is the weather of another hour', async () => {
    const wish = await withoutWeather();
    await sendReady(wish, 'Of another hour', { moment: new Date(Date.now() + 2 * HOUR_MS).toISOString() });
    await untilHandled();
    expect(await weatherOf(wish.entryId)).toMatchObject(words);
  });

  it('never overwrites what a client sent, nor the weather of a newer city', async () => {
    const entryWithWeather = await create({ weatherData: 'Kept' });
    const movedEntry = await withoutWeather();
    const changes = { content: 'Moved', inputMood: 'Happy', location: 'Lisbon' };
    await journal.call('journal.update-entry', { userId, entryId: movedEntry.entryId, changes });
    await sendReady(entryWithWeather, 'Overwritten');
    await sendReady(movedEntry, 'Weather in Porto');
    await untilHandled();
    expect(await weatherOf(entryWithWeather.entryId)).toMatchObject({ status: 'ready', text: 'Kept' });
    expect(await weatherOf(movedEntry.entryId)).toMatchObject({ status: 'pending', text: '' });
    await fail({ ...movedEntry, weatherKey: (await weatherOf(movedEntry.entryId)).key });
    await becomes(movedEntry.entryId, words);
    await sendReady(movedEntry, 'Weather in Porto');
    await untilHandled();
    expect(await weatherOf(movedEntry.entryId)).toMatchObject(words);
  });

  describe('is looked for in the background', () => {
    it('by one replica of many, under the same key, for the moment of the entry, and not before its time', async () => {
      const wish = await withoutWeather();
      await Promise.all(Array.from({ length: 10 }, retry));
      await pass(wish, 5.6 * MINUTE_MS);
      await Promise.all(Array.from({ length: 10 }, retry));
      await eventually(() => expect(requestsOf(wish.entryId)).toHaveLength(1));
      await untilHandled();
      await journal.untilPublished(wish.entryId);
      expect(requestsOf(wish.entryId).map(({ payload }) => payload)).toEqual([
        { ...wish, userId, location: 'Porto', day: wish.createdAt.slice(0, 10), background: true },
      ]);
      expect(await weatherOf(wish.entryId)).toMatchObject(words);
    });

    it('after each failure within its pause, until six hours have passed', async () => {
      const wish = await withoutWeather();
      for (const times of [1, 2]) {
        await pass(wish, 34 * MINUTE_MS);
        await retry();
        await eventually(() => expect(requestsOf(wish.entryId)).toHaveLength(times));
        await fail(wish);
        // The answer brings the next look forward from two hours to its pause.
        await eventually(async () => {
          const next = (await weatherOf(wish.entryId)).retryAt!.getTime() - Date.now();
          expect(next).toBeLessThanOrEqual(33.1 * MINUTE_MS);
        });
      }
      await pass(wish, 5 * HOUR_MS);
      await retry();
      const weather = await weatherOf(wish.entryId);
      expect(weather).toMatchObject(words);
      expect(weather).not.toHaveProperty('retryAt');
      expect(requestsOf(wish.entryId)).toHaveLength(2);
    });

    it('without filling the queue while the weather service does not answer', async () => {
      const wish = await withoutWeather();
      for (let minute = 0; minute < 7 * 60; minute += 30) {
        await pass(wish, 30 * MINUTE_MS);
        await retry();
      }
      await untilHandled();
      await journal.untilPublished(wish.entryId);
      expect(requestsOf(wish.entryId).length).toBeGreaterThanOrEqual(1);
      expect(requestsOf(wish.entryId).length).toBeLessThanOrEqual(3);
    });

    it('and an answer that comes twice plans nothing twice', async () => {
      const wish = await withoutWeather();
      const { retryAt } = await weatherOf(wish.entryId);
      await fail(wish);
      await fail(wish);
      await untilHandled();
      expect((await weatherOf(wish.entryId)).retryAt).toEqual(retryAt);
    });

    it.each(['no_such_city', 'no_history'])('not where the answer is %s', async (reason) => {
      const atOnce = await withoutWeather(reason);
      expect(await weatherOf(atOnce.entryId)).not.toHaveProperty('retryAt');
      const laterEntry = await withoutWeather();
      await fail(laterEntry, reason);
      await eventually(async () => expect(await weatherOf(laterEntry.entryId)).not.toHaveProperty('retryAt'));
      expect(await weatherOf(laterEntry.entryId)).toMatchObject(words);
    });

    it('a hundred at a time', async () => {
      const ids = await storeMany(130, { status: 'unavailable', text: WEATHER_UNAVAILABLE.message });
      const due = {
        'weather.retryAt': new Date(Date.now() - 1),
        'weather.retryUntil': new Date(Date.now() + HOUR_MS),
      };
      await journal.entries.updateMany({ _id: { $in: ids.map(idOf) } }, { $set: due });
      const askedFor = () => ids.filter((id) => requestsOf(id).length === 1);
      await retry();
      await eventually(() => expect(askedFor()).toHaveLength(100));
      await retry();
      await eventually(() => expect(askedFor()).toHaveLength(130));
    });
  });
});
