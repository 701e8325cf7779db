import { canonicalHash } from '@inner-weather/platform/canonical-hash';
import { eventually } from '@inner-weather/testing/eventually';
import { mongo, Types } from 'mongoose';
import { dailyEntries } from './builders.js';
import { type InsightsUnderTest, startInsights } from './harness.js';

const HOUR_MS = 60 * 60_000;
const lastWeek = { range: 'lastWeek', tz: 'UTC', again: true };

// Two bodies at once, and the keys of several people: journal's writes.spec.ts.
describe('an Idempotency-Key', () => {
  let insights: InsightsUnderTest;
  let userId: string;

  beforeAll(async () => {
    insights = await startInsights();
  });

  afterAll(() => insights.stop());

  beforeEach(() => {
    userId = `user-${new Types.ObjectId().toHexString()}`;
    insights.reset();
    insights.journal.entries = dailyEntries([{}, {}]);
  });

  const request = (
    body: { range: string; tz: string; again?: boolean } = lastWeek,
    idempotencyKey = 'a-key',
  ) => insights.call('insights.request', { userId, userName: 'Ada', ...body, idempotencyKey });
  const untilFinished = (jobId: string) => insights.until(userId, jobId, 'done');
  const remove = (jobId: string) => insights.call('insights.delete', { userId, jobId });
  const jobs = () => insights.jobs.countDocuments({ userId });
  const reused = { code: 'idempotency_key_reused' };
  const notFound = { code: 'not_found' };

  it('makes one job and one call of the model of 20 requests at once, and answers the job as it is now', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => request()));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const { id } = answers[0]!;
    const done = await untilFinished(id);
    expect(await request()).toEqual(done);
    for (const other of [
      { ...lastWeek, range: 'lastMonth' },
      { ...lastWeek, tz: 'Europe/Berlin' },
      { ...lastWeek, again: false },
    ]) {
      await expect(request(other)).rejects.toMatchObject(reused);
    }
    expect(await jobs()).toBe(1);
    expect(insights.gemini.seen).toHaveLength(1);
    // Its fingerprint cannot be computed without the person's key.
    const storedJob = (await insights.stored(id))!;
    expect(storedJob.requestHash).toMatch(/^[0-9a-f]{64}$/);
    expect(storedJob.requestHash).not.toBe(canonicalHash(lastWeek));
    expect(Buffer.from(mongo.BSON.serialize(storedJob)).toString('latin1')).not.toContain('a-key');
  });

  it('does not bring back a job that its person has deleted, of which a tombstone stays for longer than a day', async () => {
    const { id, createdAt } = await request();
    await untilFinished(id);
    await remove(id);
    await expect(request()).rejects.toMatchObject(notFound);
    await expect(request({ ...lastWeek, again: false })).rejects.toMatchObject(reused);
    expect(await jobs()).toBe(0);
    expect(insights.gemini.seen).toHaveLength(1);
    const { removeAt, ...tombstone } = (await insights.stored(id))!;
    expect(tombstone).toEqual({
      _id: new Types.ObjectId(id),
      requestHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      outboxNextAt: removeAt,
    });
    expect(removeAt!.getTime()).toBeGreaterThan(Date.parse(createdAt) + 24 * HOUR_MS);
    expect(removeAt!.getTime()).toBeLessThan(Date.parse(createdAt) + 26 * HOUR_MS);
  });

  it('belongs to its job for as long as that lives, and to nothing once the tombstone is gone', async () => {
    const { id } = await request();
    await untilFinished(id);
    const longAgo = new Date(Date.now() - 1_000 * 24 * HOUR_MS);
    await insights.jobs.updateOne({ _id: new Types.ObjectId(id) }, { $set: { replayableUntil: longAgo } });
    expect((await request()).id).toBe(id);
    await remove(id);
    await eventually(async () => expect(await insights.stored(id)).toBeNull());
    await untilFinished((await request({ ...lastWeek, range: 'lastMonth' })).id);
    expect(await jobs()).toBe(1);
  });

  it('of a request that was answered with an existing job belongs to that one, outdated or deleted', async () => {
    const same = { range: 'lastWeek', tz: 'UTC' };
    const { id } = await untilFinished((await request(same, 'first-key')).id);
    expect((await request(same)).id).toBe(id);
    await insights.jobs.updateOne({ _id: new Types.ObjectId(id) }, { $set: { outdated: true } });
    expect(await request(same)).toMatchObject({ id, outdated: true });
    await expect(request({ ...same, range: 'lastMonth' })).rejects.toMatchObject(reused);
    expect(await jobs()).toBe(1);
    await remove(id);
    await expect(request(same)).rejects.toMatchObject(notFound);
    expect(await jobs()).toBe(0);
  });
});
