import { daysOfPeriod } from '@inner-weather/contracts/periods';
import { eventually } from '@inner-weather/testing/eventually';
import { geminiReply, INSIGHT_TEXT } from '@inner-weather/testing/fake-models';
import { Types } from 'mongoose';
import { dailyEntries } from './builders.js';
import { type InsightsUnderTest, startInsights } from './harness.js';

const userName = 'Ada';
const today = () => new Date().toISOString().slice(0, 10);

describe('insights', () => {
  let insights: InsightsUnderTest;
  let userId: string;

  beforeAll(async () => {
    insights = await startInsights();
  });

  afterAll(() => insights.stop());

  beforeEach(() => {
    userId = `user-${new Types.ObjectId().toHexString()}`;
    insights.journal.reset();
    insights.journal.entries = dailyEntries([{}, {}, {}]);
    insights.gemini.script();
    insights.gemini.seen.length = 0;
  });

  const request = (range?: string, { idempotencyKey, tz = 'UTC' }: Record<string, string> = {}) =>
    insights.call('insights.request', { userId, userName, range, tz: tz, idempotencyKey });
  const until = (jobId: string, status: 'done' | 'failed' | 'running') =>
    insights.until(userId, jobId, status);

  it('are queued at once, tell how far they are, and end with the model’s text and name', async () => {
    let answer = () => undefined as void;
    insights.journal.before = () => new Promise((resolve) => (answer = resolve));
    insights.gemini.script({ ...geminiReply(INSIGHT_TEXT), delayMs: 500 });
    const job = await request('lastWeek');
    expect(job).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      status: expect.stringMatching(/queued|running/),
      progress: { step: expect.stringMatching(/queued|reading/), entries: 0 },
      range: 'lastWeek',
      ...daysOfPeriod('lastWeek', today()),
      provider: 'gemini',
      model: '',
      text: '',
      error: null,
      outdated: false,
      createdAt: expect.any(String),
      finishedAt: null,
    });
    const running = await until(job.id, 'running');
    expect(running.progress).toEqual({ step: 'reading', entries: 0 });
    await eventually(() => expect(insights.journal.seen).toHaveLength(1));
    answer();
    await eventually(async () =>
      expect((await insights.get(userId, job.id)).progress).toEqual({ step: 'writing', entries: 3 }),
    );
    expect(await until(job.id, 'done')).toEqual({
      ...job,
      status: 'done',
      progress: { step: 'finished', entries: 3 },
      model: 'gemini-3.5-flash-lite',
      text: INSIGHT_TEXT,
      finishedAt: expect.any(String),
    });
  });

  it('are of the person, the days and the zone that they were asked for', async () => {
    const tz = 'Pacific/Kiritimati';
    const { id } = await request('lastMonth', { tz });
    await until(id, 'done');
    const here = new Date(Date.now() + 14 * 60 * 60_000).toISOString().slice(0, 10);
    expect(insights.journal.seen).toEqual([
      { userId, ...daysOfPeriod('lastMonth', here), tz, limit: 500, cursor: undefined },
    ]);
    expect(JSON.stringify(insights.gemini.seen[0]?.body)).toContain('journal entries for Ada and');
  });

  it.each(['nextYear', 'today', '', '__proto__', undefined])(
    'of an unknown range (%s) are of today',
    async (range) => {
      const job = await request(range);
      expect(job).toMatchObject({ range: 'today', startDate: today(), endDate: today() });
      await until(job.id, 'done');
    },
  );

  it('read every page of the journal, and count as they go', async () => {
    insights.journal.entries = dailyEntries(Array.from({ length: 25 }, (_, n) => ({ content: `Day ${n}.` })));
    insights.journal.pageSize = 10;
    const { id } = await request('lastMonth');
    expect((await until(id, 'done')).progress).toEqual({ step: 'finished', entries: 25 });
    expect(insights.journal.seen.map(({ cursor }) => cursor)).toEqual([undefined, '10', '20']);
    const sent = JSON.stringify(insights.gemini.seen[0]?.body);
    expect(sent.match(/⟦Day \d+\.⟧/g)).toEqual(Array.from({ length: 25 }, (_, n) => `⟦Day ${n}.⟧`));
  });

  it('without entries say so and ask no model', async () => {
    insights.journal.entries = [];
    const { id } = await request('lastWeek');
    const done = await until(id, 'done');
    expect(done).toMatchObject({ model: '', error: null, progress: { step: 'finished', entries: 0 } });
    expect(done.text).toContain('no journal entries in this range');
    expect(insights.gemini.seen).toEqual([]);
  });

  it('hand out no field beside the documented ones', async () => {
    const { id } = await request('lastWeek');
    await until(id, 'done');
    const stored = await insights.stored(id);
    expect(stored).toHaveProperty('fence', 1);
    for (const job of [await insights.get(userId, id), (await list()).items[0]!]) {
      expect(Object.keys(job)).toHaveLength(13);
      expect(job).not.toHaveProperty('userId');
      expect(job).not.toHaveProperty('outbox');
    }
  });

  it('of somebody else, unknown ones and malformed ids are not found', async () => {
    const { id } = await request('lastWeek');
    for (const [who, jobId] of [
      ['somebody-else', id],
      [userId, '6b01228883afd8e0a0da49e0'],
      [userId, 'no id'],
    ] as const) {
      await expect(insights.get(who, jobId)).rejects.toMatchObject({ code: 'not_found' });
    }
    await until(id, 'done');
  });

  const list = (limit = 100, cursor?: string) => insights.call('insights.list', { userId, limit, cursor });

  describe('that are past', () => {
    it('are listed newest first, in pages without gap or repetition, and nobody else’s', async () => {
      insights.journal.entries = [];
      await insights.call('insights.request', { userId: 'somebody-else', userName, tz: 'UTC' });
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) ids.push((await request('lastWeek')).id);
      // Made in the same millisecond: the ids decide.
      const createdAt = new Date();
      await insights.jobs.updateMany(
        { _id: { $in: ids.slice(2).map((id) => new Types.ObjectId(id)) } },
        { $set: { createdAt } },
      );
      const seen: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await list(2, cursor);
        expect(page.items.length).toBeLessThanOrEqual(2);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
        pages += 1;
      } while (cursor);
      expect(seen).toEqual(ids.toReversed());
      expect(pages).toBe(3);
      expect(await list(5)).toMatchObject({ nextCursor: null });
    });

    it('are refused under a cursor that is none of ours', async () => {
      await expect(list(2, 'nonsense')).rejects.toMatchObject({ code: 'validation_failed' });
    });
  });

  describe('under an Idempotency-Key', () => {
    const stored = () => insights.jobs.countDocuments({ userId });

    it('are one job however often they are asked for, as it is now', async () => {
      const { id } = await request('lastWeek', { idempotencyKey: 'a-key' });
      const done = await until(id, 'done');
      expect(await request('lastWeek', { idempotencyKey: 'a-key' })).toEqual(done);
      expect(await stored()).toBe(1);
      expect(insights.gemini.seen).toHaveLength(1);
    });

    it('are one job and one call of the model of 20 requests at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => request('lastWeek', { idempotencyKey: 'a-key' })),
      );
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      await until(answers[0]!.id, 'done');
      expect(await stored()).toBe(1);
      expect(insights.gemini.seen).toHaveLength(1);
    });

    it('are refused with another body', async () => {
      await request('lastWeek', { idempotencyKey: 'a-key' });
      for (const other of [
        request('lastMonth', { idempotencyKey: 'a-key' }),
        request('lastWeek', { idempotencyKey: 'a-key', tz: 'Europe/Berlin' }),
      ]) {
        await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
      }
      expect(await stored()).toBe(1);
    });

    it('are each person’s own', async () => {
      const mine = await request('lastWeek', { idempotencyKey: 'a-key' });
      const asked = {
        userId: `${userId}-2`,
        userName,
        range: 'lastWeek',
        tz: 'UTC',
        idempotencyKey: 'a-key',
      };
      const theirs = await insights.call('insights.request', asked);
      expect(theirs.id).not.toBe(mine.id);
      await insights.until(asked.userId, theirs.id, 'done');
    });
  });
});
