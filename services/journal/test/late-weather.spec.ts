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

describe('weather that comes late', () => {
  let journal: JournalUnderTest;

  beforeAll(async () => {
    // Looks for entries without weather only when a test does it.
    journal = await startJournal({ STAMP_CHECK_MS: 24 * HOUR_MS });
  });

  afterAll(() => journal.stop());

  const idOf = (entryId: string) => new Types.ObjectId(entryId);
  const find = (entryId: string) => journal.entries.findOne({ _id: idOf(entryId) });
  const weatherOf = async (entryId: string) => (await find(entryId))!.weather;
  const create = async (overrides: object = {}): Promise<Wish> => {
    const { _id: entryId, createdAt } = await journal.call('journal.create-entry', {
      userId,
      entry: { ...entry, ...overrides },
    });
    return { entryId, createdAt, weatherKey: (await weatherOf(entryId)).key };
  };
  const fail = ({ entryId, weatherKey }: Wish, reason = 'provider_unavailable') =>
    journal.fromWeather('weather.observation.failed.v1', { entryId, weatherKey, reason });
  const sendReady = ({ entryId, weatherKey, createdAt }: Wish, condition: string, overrides: object = {}) =>
    journal.fromWeather('weather.observation.ready.v1', {
      ...{ entryId, weatherKey, condition, provider: 'test', observedAt: new Date().toISOString() },
      ...{ moment: createdAt, ...overrides },
    });
  const becomes = (entryId: string, expected: object) =>
    eventually(async () => expect(await weatherOf(entryId)).toMatchObject(expected));
  const withoutWeather = async (reason?: string) => {
    const wish = await create();
    await fail(wish, reason);
    await becomes(wish.entryId, words);
    return wish;
  };
  /** Resolves when everything that was sent before has been handled. */
  const untilHandled = async () => {
    const lastEntry = await create();
    await sendReady(lastEntry, 'Last');
    await becomes(lastEntry.entryId, { status: 'ready' });
  };
  const requestsOf = ({ entryId }: Wish) => journal.seenOf(entryId, 'journal.entry.relocated.v1');
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
      await eventually(() => expect(requestsOf(wish)).toHaveLength(1));
      await untilHandled();
      await journal.untilPublished(wish.entryId);
      expect(requestsOf(wish).map(({ payload }) => payload)).toEqual([
        { ...wish, userId, location: 'Porto', day: wish.createdAt.slice(0, 10), background: true },
      ]);
      expect(await weatherOf(wish.entryId)).toMatchObject(words);
    });

    it('with pauses that grow to half an hour, for six hours', async () => {
      const wish = await withoutWeather();
      const startedAt = (await weatherOf(wish.entryId)).retryUntil!.getTime() - 6 * HOUR_MS;
      const pauses: number[] = [];
      let passedMs = 0;
      for (;;) {
        const { retryAt } = await weatherOf(wish.entryId);
        if (!retryAt) break;
        const ms = Math.max(0, retryAt.getTime() - Date.now() + 1);
        pauses.push(ms / MINUTE_MS);
        passedMs += ms;
        await pass(wish, ms);
        const times = requestsOf(wish).length;
        await retry();
        if (!(await weatherOf(wish.entryId)).retryAt) break;
        await eventually(() => expect(requestsOf(wish)).toHaveLength(times + 1));
        await fail(wish);
        // The answer brings the next look forward from two hours to its pause.
        await eventually(async () => {
          const next = (await weatherOf(wish.entryId)).retryAt!.getTime() - Date.now();
          expect(next).toBeLessThanOrEqual(33.1 * MINUTE_MS);
        });
      }
      expect(startedAt).toBeLessThanOrEqual(Date.now());
      expect(pauses.slice(0, 3).every((minutes) => minutes < 13)).toBe(true);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(33.1);
      expect(requestsOf(wish).length).toBeGreaterThanOrEqual(12);
      expect(requestsOf(wish).length).toBeLessThanOrEqual(16);
      // The test has taken some time itself.
      expect(passedMs + Date.now() - startedAt).toBeGreaterThan(6 * HOUR_MS);
      expect(await weatherOf(wish.entryId)).toMatchObject(words);
    });

    it('without filling the queue while the weather service does not answer', async () => {
      const wish = await withoutWeather();
      for (let minute = 0; minute < 7 * 60; minute += 30) {
        await pass(wish, 30 * MINUTE_MS);
        await retry();
      }
      await untilHandled();
      await journal.untilPublished(wish.entryId);
      expect(requestsOf(wish).length).toBeGreaterThanOrEqual(1);
      expect(requestsOf(wish).length).toBeLessThanOrEqual(3);
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
      const wishes = await Promise.all(Array.from({ length: 130 }, () => create()));
      const due = {
        'weather.retryAt': new Date(Date.now() - 1),
        'weather.retryUntil': new Date(Date.now() + HOUR_MS),
      };
      await journal.entries.updateMany(
        { _id: { $in: wishes.map(({ entryId }) => idOf(entryId)) } },
        { $set: { 'weather.status': 'unavailable', 'weather.text': WEATHER_UNAVAILABLE.message, ...due } },
      );
      const askedFor = () => wishes.filter((wish) => requestsOf(wish).length === 1);
      await retry();
      await eventually(() => expect(askedFor()).toHaveLength(100));
      await retry();
      await eventually(() => expect(askedFor()).toHaveLength(130));
    });
  });
});
