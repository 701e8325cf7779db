import { WEATHER_UNAVAILABLE } from '@inner-weather/domain/weather/weather-unavailable';
import { eventually, timeLeft } from '@inner-weather/testing/eventually';
import { Types } from 'mongoose';
import { type JournalUnderTest, startJournal } from './harness.js';

const HOUR_MS = 60 * 60_000;
const QUOTA = 10;
const entry = { email: 'ana@example.org', content: 'A walk by the river', location: 'Porto' };
const words = { weatherStatus: 'unavailable', weatherData: WEATHER_UNAVAILABLE.message };

describe('look-ups of the weather', () => {
  let journal: JournalUnderTest;
  let userId = '';
  let people = 0;

  beforeAll(async () => {
    journal = await startJournal({
      STAMP_CHECK_MS: 24 * HOUR_MS,
      RATE_LIMITS: 'on',
      WRITES_PER_MINUTE: 10_000,
      LOOK_UPS_PER_HOUR: QUOTA,
    });
  });

  afterAll(() => journal.stop());

  beforeEach(async () => {
    userId = `person-${(people += 1)}`;
    await timeLeft('hour', 30_000);
  });

  const create = (overrides: object = {}, idempotencyKey?: string) =>
    journal.call('journal.create-entry', { userId, entry: { ...entry, ...overrides }, idempotencyKey });
  const use = (count: number) => Promise.all(Array.from({ length: count }, () => create()));
  const lookUp = (entryId: string, writer = userId) =>
    journal.call('journal.look-up-weather', { userId: writer, entryId });
  const put = (entries: object[], lookUpWeather?: boolean) =>
    journal.call('journal.import-entries', { userId, entries, lookUpWeather });
  const keyOf = async (entryId: string) =>
    (await journal.entries.findOne({ _id: new Types.ObjectId(entryId) }))!.weather.key;
  const requestsOf = (entryId: string) => journal.seenOf(entryId, 'journal.entry.relocated.v1');
  const past = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...{ _id: `${userId}-${n}`, content: 'Words', location: 'Porto' },
      createdAt: new Date(Date.parse('2020-02-29T10:00:00Z') + n * HOUR_MS).toISOString(),
    }));
  const without = async () => {
    const { _id } = await create();
    await journal.fromWeather('weather.observation.failed.v1', {
      ...{ entryId: _id, weatherKey: await keyOf(_id), reason: 'no_such_city' },
    });
    await eventually(async () => expect((await findStored(_id)).weather.status).toBe('unavailable'));
    return _id;
  };
  const findStored = async (id: string) => (await journal.entries.findOne({ _id: new Types.ObjectId(id) }))!;

  describe('that a person asks for', () => {
    it('begin a new wait, once however often, for the moment of the entry', async () => {
      const id = await without();
      const key = await keyOf(id);
      const [first] = await Promise.all([lookUp(id), lookUp(id), lookUp(id)]);
      expect(first).toMatchObject({ _id: id, weatherStatus: 'pending', weatherData: '' });
      await eventually(() => expect(requestsOf(id)).toHaveLength(1));
      const { createdAt } = await findStored(id);
      expect(requestsOf(id)[0]!.payload).toEqual({
        ...{ entryId: id, userId, location: 'Porto', weatherKey: key },
        createdAt: createdAt.toISOString(),
        day: createdAt.toISOString().slice(0, 10),
      });
      expect(await lookUp(id)).toMatchObject({ weatherStatus: 'pending' });
      await journal.fromWeather('weather.observation.ready.v1', {
        ...{ entryId: id, weatherKey: key, condition: 'Fog', provider: 'test' },
        ...{ observedAt: new Date().toISOString(), moment: createdAt.toISOString() },
      });
      await eventually(async () =>
        expect(await lookUp(id)).toMatchObject({ weatherStatus: 'ready', weatherData: 'Fog' }),
      );
      expect(requestsOf(id)).toHaveLength(1);
    });

    it("leave what a client sent, another's entry and one that is not there alone", async () => {
      const { _id } = await create({ weatherData: 'Kept' });
      expect(await lookUp(_id)).toMatchObject({ weatherStatus: 'ready', weatherData: 'Kept' });
      const ownId = await without();
      for (const [id, writer] of [
        [ownId, 'another user'],
        ['6b01228883afd8e0a0da49e0', userId],
        ['no id', userId],
      ] as const)
        await expect(lookUp(id, writer)).rejects.toMatchObject({ code: 'not_found' });
      expect((await findStored(ownId)).weather.status).toBe('unavailable');
    });

    it('are refused beyond the limit, with the time until it ends', async () => {
      const id = await without();
      await use(QUOTA - 1);
      await expect(lookUp(id)).rejects.toMatchObject({
        code: 'rate_limited',
        retryAfter: expect.any(Number),
      });
      expect((await findStored(id)).weather.status).toBe('unavailable');
    });
  });

  describe('beyond the limit', () => {
    it('are not made for new entries, which are saved all the same and can be asked for later', async () => {
      const many = await use(QUOTA + 3);
      const none = many.filter(({ weatherStatus }) => weatherStatus === 'unavailable');
      expect(none).toEqual([0, 1, 2].map((): unknown => expect.objectContaining(words)));
      const publishedEvents = () =>
        none.flatMap(({ _id }) => journal.seenOf(_id, 'journal.entry.created.v1'));
      await eventually(() => expect(publishedEvents()).toHaveLength(3));
      // The weather service does not look them up: for it they are like entries with weather from the client.
      expect(publishedEvents().map(({ payload }) => payload.weatherStatus)).toEqual([
        'ready',
        'ready',
        'ready',
      ]);
      expect(await create({ weatherData: 'Kept' })).toMatchObject({ weatherStatus: 'ready' });
    });

    it('are not made for entries that move, which lose the weather of the city before', async () => {
      const { _id } = await create({ weatherData: 'Weather in Porto' });
      await use(QUOTA);
      const changes = { content: 'Moved', inputMood: 'Happy', location: 'Lisbon' };
      const movedEntry = await journal.call('journal.update-entry', { userId, entryId: _id, changes });
      expect(movedEntry).toMatchObject({ location: 'Lisbon', ...words });
      await eventually(() => expect(journal.seenOf(_id, 'journal.entry.updated.v1')).toHaveLength(1));
      await journal.untilPublished(_id);
      expect(requestsOf(_id)).toEqual([]);
    });

    it('are counted once for an entry that is sent again', async () => {
      for (let n = 0; n < 2 * QUOTA; n += 1) await create({}, 'the-same-key');
      const [last] = await use(1);
      expect(last).toMatchObject({ weatherStatus: 'pending' });
    });

    it('are forgotten with the account', async () => {
      const countCounters = () => journal.counters.countDocuments({ _id: /^look-ups:/ });
      const countBefore = await countCounters();
      await use(QUOTA);
      expect(await countCounters()).toBe(countBefore + 1);
      await journal.fromAuth('auth.user.deleted.v1', { userId });
      await eventually(async () => expect(await journal.entries.countDocuments({ userId })).toBe(0));
      await eventually(async () => expect(await countCounters()).toBe(countBefore));
    });
  });

  describe('of an import', () => {
    const statuses = async () =>
      (await journal.entries.find({ userId }).sort({ createdAt: 1 }).toArray()).map(
        ({ weather }) => weather.status,
      );

    it('are not made for the past, and cost nothing', async () => {
      expect(await put(past(3 * QUOTA))).toMatchObject({ added: 3 * QUOTA, lookedUp: 0 });
      expect(new Set(await statuses())).toEqual(new Set(['unavailable']));
      expect((await use(QUOTA)).every(({ weatherStatus }) => weatherStatus === 'pending')).toBe(true);
    });

    it('are made where they are asked for, within the limit, and not again when it is repeated', async () => {
      const file = past(QUOTA + 5);
      expect(await put(file, true)).toMatchObject({ added: QUOTA + 5, lookedUp: QUOTA });
      expect((await statuses()).filter((status) => status === 'pending')).toHaveLength(QUOTA);
      expect(await put(file, true)).toMatchObject({ added: 0, lookedUp: 0 });
    });

    it('that was repeated count once', async () => {
      const file = past(QUOTA - 1);
      for (let n = 0; n < 3; n += 1) await put(file, true);
      expect((await use(2)).map(({ weatherStatus }) => weatherStatus).sort()).toEqual([
        'pending',
        'unavailable',
      ]);
    });

    it('are made for those that the file calls unavailable, too, where they are asked for', async () => {
      const [one] = past(1);
      const file = [{ ...one, weatherStatus: 'unavailable', weatherData: WEATHER_UNAVAILABLE.message }];
      expect(await put(file, true)).toMatchObject({ lookedUp: 1 });
      expect(await statuses()).toEqual(['pending']);
    });
  });
});
