import { MESSAGES } from '@inner-weather/contracts/messages';
import { eventually } from '@inner-weather/testing/eventually';
import { Types } from 'mongoose';
import { StampsService } from '../src/stamps/stamps.service.js';
import { type JournalUnderTest, startJournal } from './harness.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const userId = 'ana';
const entry = { email: 'ana@example.org', content: 'A walk by the river', location: 'Porto' };
const words = { status: 'unavailable', text: MESSAGES.weatherUnavailable };

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
  const create = async (over: object = {}): Promise<Wish> => {
    const { _id: entryId, createdAt } = await journal.call('journal.create-entry', {
      userId,
      entry: { ...entry, ...over },
    });
    return { entryId, createdAt, weatherKey: (await weatherOf(entryId)).key };
  };
  const fail = ({ entryId, weatherKey }: Wish, reason = 'provider_unavailable') =>
    journal.fromWeather('weather.observation.failed.v1', { entryId, weatherKey, reason });
  const ready = ({ entryId, weatherKey, createdAt }: Wish, condition: string, over: object = {}) =>
    journal.fromWeather('weather.observation.ready.v1', {
      ...{ entryId, weatherKey, condition, provider: 'test', observedAt: new Date().toISOString() },
      ...{ moment: createdAt, ...over },
    });
  const becomes = (entryId: string, wanted: object) =>
    eventually(async () => expect(await weatherOf(entryId)).toMatchObject(wanted));
  const withoutWeather = async (reason?: string) => {
    const wish = await create();
    await fail(wish, reason);
    await becomes(wish.entryId, words);
    return wish;
  };
  /** Resolves when everything that was sent before has been handled. */
  const earlierHandled = async () => {
    const last = await create();
    await ready(last, 'Last');
    await becomes(last.entryId, { status: 'ready' });
  };
  const asked = ({ entryId }: Wish) => journal.seenOf(entryId, 'journal.entry.relocated.v1');
  const retry = () => journal.app.get(StampsService).retry();
  /** Makes an entry look as if so much time had passed since its words appeared. */
  const pass = async ({ entryId }: Wish, ms: number) => {
    const { retryAt, retryUntil } = await weatherOf(entryId);
    const earlier = (date?: Date) => date && new Date(date.getTime() - ms);
    await journal.entries.updateOne(
      { _id: idOf(entryId) },
      { $set: { 'weather.retryAt': earlier(retryAt), 'weather.retryUntil': earlier(retryUntil) } },
    );
  };

  it('takes the place of the words, and is no change by the writer', async () => {
    const wish = await withoutWeather();
    const { updatedAt } = (await find(wish.entryId))!;
    await ready(wish, 'Fog');
    await becomes(wish.entryId, { status: 'ready', text: 'Fog' });
    const after = (await find(wish.entryId))!;
    expect(after.updatedAt).toEqual(updatedAt);
    expect(Object.keys(after.weather)).not.toContain('retryAt');
  });

  it('counts for an entry of before the update, too, and the first of several stays', async () => {
    const wish = await withoutWeather();
    await journal.entries.updateOne(
      { _id: idOf(wish.entryId) },
      { $unset: { 'weather.retryAt': 1, 'weather.retryUntil': 1 } },
    );
    await ready(wish, 'Fog');
    await ready(wish, 'Rain');
    await earlierHandled();
    expect(await weatherOf(wish.entryId)).toMatchObject({ status: 'ready', text: 'Fog' });
  });

  it('does not count when it is the weather of another hour', async () => {
    const wish = await withoutWeather();
    await ready(wish, 'Of another hour', { moment: new Date(Date.now() + 2 * HOUR_MS).toISOString() });
    await earlierHandled();
    expect(await weatherOf(wish.entryId)).toMatchObject(words);
  });

  it('never overwrites what a client sent, nor the weather of a newer city', async () => {
    const sent = await create({ weatherData: 'Kept' });
    const moved = await withoutWeather();
    const changes = { content: 'Moved', inputMood: 'Happy', location: 'Lisbon' };
    await journal.call('journal.update-entry', { userId, entryId: moved.entryId, changes });
    await ready(sent, 'Overwritten');
    await ready(moved, 'Weather in Porto');
    await earlierHandled();
    expect(await weatherOf(sent.entryId)).toMatchObject({ status: 'ready', text: 'Kept' });
    expect(await weatherOf(moved.entryId)).toMatchObject({ status: 'pending', text: '' });
    await fail({ ...moved, weatherKey: (await weatherOf(moved.entryId)).key });
    await becomes(moved.entryId, words);
    await ready(moved, 'Weather in Porto');
    await earlierHandled();
    expect(await weatherOf(moved.entryId)).toMatchObject(words);
  });

  describe('is looked for in the background', () => {
    it('by one replica of many, under the same key, for the moment of the entry, and not before its time', async () => {
      const wish = await withoutWeather();
      await Promise.all(Array.from({ length: 10 }, retry));
      await pass(wish, 5.6 * MINUTE_MS);
      await Promise.all(Array.from({ length: 10 }, retry));
      await eventually(() => expect(asked(wish)).toHaveLength(1));
      await earlierHandled();
      expect(asked(wish).map(({ payload }) => payload)).toEqual([
        { ...wish, userId, location: 'Porto', background: true },
      ]);
      expect(await weatherOf(wish.entryId)).toMatchObject(words);
    });

    it('with pauses that grow to half an hour, for six hours', async () => {
      const wish = await withoutWeather();
      const begun = (await weatherOf(wish.entryId)).retryUntil!.getTime() - 6 * HOUR_MS;
      const pauses: number[] = [];
      let passed = 0;
      for (;;) {
        const { retryAt } = await weatherOf(wish.entryId);
        if (!retryAt) break;
        const ms = Math.max(0, retryAt.getTime() - Date.now() + 1);
        pauses.push(ms / MINUTE_MS);
        passed += ms;
        await pass(wish, ms);
        const times = asked(wish).length;
        await retry();
        if (!(await weatherOf(wish.entryId)).retryAt) break;
        await eventually(() => expect(asked(wish)).toHaveLength(times + 1));
        await fail(wish);
        // The answer brings the next look forward from two hours to its pause.
        await eventually(async () => {
          const next = (await weatherOf(wish.entryId)).retryAt!.getTime() - Date.now();
          expect(next).toBeLessThanOrEqual(33.1 * MINUTE_MS);
        });
      }
      expect(begun).toBeLessThanOrEqual(Date.now());
      expect(pauses.slice(0, 3).every((minutes) => minutes < 13)).toBe(true);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(33.1);
      expect(asked(wish).length).toBeGreaterThanOrEqual(12);
      expect(asked(wish).length).toBeLessThanOrEqual(16);
      expect(passed).toBeGreaterThan(6 * HOUR_MS);
      expect(await weatherOf(wish.entryId)).toMatchObject(words);
    });

    it('without piling up in a queue while nobody answers', async () => {
      const wish = await withoutWeather();
      for (let minute = 0; minute < 7 * 60; minute += 30) {
        await pass(wish, 30 * MINUTE_MS);
        await retry();
      }
      await earlierHandled();
      expect(asked(wish).length).toBeGreaterThanOrEqual(1);
      expect(asked(wish).length).toBeLessThanOrEqual(3);
    });

    it('and an answer that comes twice plans nothing twice', async () => {
      const wish = await withoutWeather();
      const { retryAt } = await weatherOf(wish.entryId);
      await fail(wish);
      await fail(wish);
      await earlierHandled();
      expect((await weatherOf(wish.entryId)).retryAt).toEqual(retryAt);
    });

    it.each(['no_such_city', 'no_history'])('not where the answer is %s', async (reason) => {
      const atOnce = await withoutWeather(reason);
      expect(await weatherOf(atOnce.entryId)).not.toHaveProperty('retryAt');
      const later = await withoutWeather();
      await fail(later, reason);
      await eventually(async () => expect(await weatherOf(later.entryId)).not.toHaveProperty('retryAt'));
      expect(await weatherOf(later.entryId)).toMatchObject(words);
    });

    it('a hundred at a time', async () => {
      const wishes = await Promise.all(Array.from({ length: 130 }, () => create()));
      const due = {
        'weather.retryAt': new Date(Date.now() - 1),
        'weather.retryUntil': new Date(Date.now() + HOUR_MS),
      };
      await journal.entries.updateMany(
        { _id: { $in: wishes.map(({ entryId }) => idOf(entryId)) } },
        { $set: { 'weather.status': 'unavailable', 'weather.text': MESSAGES.weatherUnavailable, ...due } },
      );
      const askedFor = () => wishes.filter((wish) => asked(wish).length === 1);
      await retry();
      await eventually(() => expect(askedFor()).toHaveLength(100));
      await retry();
      await eventually(() => expect(askedFor()).toHaveLength(130));
    });
  });
});
