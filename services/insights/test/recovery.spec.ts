import { eventually } from '@inner-weather/testing/eventually';
import { geminiError, geminiReply, INSIGHT_TEXT } from '@inner-weather/testing/fakes/models';
import { heldReply } from '@inner-weather/testing/fakes/server';
import { jest } from '@jest/globals';
import { Types } from 'mongoose';
import { ClaimsRepository } from '../src/jobs/claims.repository.js';
import { Housekeeping } from '../src/jobs/housekeeping.js';
import { dailyEntries } from './builders.js';
import { type InsightsUnderTest, startInsights } from './harness.js';

const userId = 'ana';
const asked = { userId, userName: 'Ana', range: 'lastWeek', tz: 'UTC', again: true };
/** Longer than a busy machine may keep a worker from renewing it. */
const LEASE_MS = 3_000;
const PATIENCE_MS = 60_000;

describe('a job', () => {
  let insights: InsightsUnderTest;

  const start = async (settings: Parameters<typeof startInsights>[0] = {}) => {
    insights = await startInsights({ JOB_LEASE_MS: LEASE_MS, JOB_PATIENCE_MS: PATIENCE_MS, ...settings });
    insights.journal.entries = dailyEntries([{}, {}]);
  };
  const request = async () => (await insights.call('insights.request', asked)).id;
  const untilModelAsked = (times: number) =>
    eventually(() => expect(insights.gemini.seen).toHaveLength(times));
  /** A job is no orphan as long as its message is in the outbox. */
  const untilPublished = (id: string) =>
    eventually(async () => expect(await insights.stored(id)).not.toHaveProperty('outboxNextAt'));
  const set = (id: string, fields: object) =>
    insights.jobs.updateOne({ _id: new Types.ObjectId(id) }, { $set: fields });
  /** Looks for jobs without a worker until this one has such fields. By itself, a service looks once, when it starts. */
  const lookUntil = (id: string, fields: object, by = insights.app) =>
    eventually(async () => {
      await by.get(Housekeeping).requeueOrphans();
      expect(await insights.stored(id)).toMatchObject(fields);
    });

  it('whose worker was killed is adopted by another when the lease is over', async () => {
    await start({ SHUTDOWN_GRACE_MS: 0 });
    const text = heldReply(geminiReply('Of the dead'));
    insights.gemini.script(text);
    const id = await request();
    await untilModelAsked(1);
    const another = await insights.startAnother();
    await insights.end(insights.app);
    text.send();
    await lookUntil(id, { asked: 2 }, another);
    const done = await insights.until(userId, id, 'done');
    expect(done.text).toBe(INSIGHT_TEXT);
    expect(insights.gemini.seen).toHaveLength(2);
    expect((await insights.stored(id))?.fence).toBe(2);
    await insights.stop();
  });

  describe('of a service that runs', () => {
    beforeAll(() => start());
    afterAll(() => insights.stop());

    beforeEach(() => {
      insights.gemini.script();
      insights.gemini.seen.length = 0;
    });

    it('stays with a worker that is alive for longer than the lease, though its clock is a minute behind', async () => {
      const { claim, renewLease } = ClaimsRepository.prototype;
      const leaseMs = LEASE_MS - 60_000;
      const claims = insights.app.get(ClaimsRepository);
      jest.spyOn(claims, 'claim').mockImplementation((id) => claim.call(claims, id, leaseMs));
      jest.spyOn(claims, 'renewLease').mockImplementation((job) => renewLease.call(claims, job, leaseMs));
      insights.gemini.script({ ...geminiReply('Slow but sure'), delayMs: 2 * LEASE_MS });
      const id = await request();
      await lookUntil(id, { status: 'done' });
      jest.restoreAllMocks();
      expect((await insights.get(userId, id)).text).toBe('Slow but sure');
      expect(await insights.stored(id)).toMatchObject({ fence: 1, asked: 1 });
    });

    it('whose message was lost is asked for again, by another that starts', async () => {
      const id = await request();
      await insights.until(userId, id, 'done');
      await untilPublished(id);
      await set(id, { status: 'queued', askedAt: new Date(Date.now() - PATIENCE_MS - 1) });
      const another = await insights.startAnother();
      expect((await insights.until(userId, id, 'done')).text).toBe(INSIGHT_TEXT);
      expect(await insights.stored(id)).toMatchObject({ asked: 2, fence: 2 });
      await insights.end(another);
    });

    it('is not asked for again while its message may still come, after an attempt too', async () => {
      const unavailableReply = { ...geminiError(503, 'UNAVAILABLE'), delayMs: 200 };
      const first = heldReply(unavailableReply);
      insights.gemini.script(first, unavailableReply, unavailableReply, unavailableReply, unavailableReply);
      const id = await request();
      await insights.until(userId, id, 'running');
      await set(id, { askedAt: new Date(Date.now() - PATIENCE_MS - 1) });
      first.send();
      await lookUntil(id, { status: 'failed' });
      expect(insights.gemini.seen).toHaveLength(5);
      expect(await insights.stored(id)).toMatchObject({ asked: 1 });
    });

    it('that has killed three workers fails, with advice for the person, and blocks no other', async () => {
      const id = await request();
      await insights.until(userId, id, 'done');
      await set(id, { status: 'running', asked: 3, workersLost: 2, leaseUntil: new Date(0) });
      await lookUntil(id, { status: 'failed', asked: 3, fence: 1 });
      const { error, finishedAt } = await insights.get(userId, id);
      expect(error).toEqual({
        code: 'internal',
        msg: 'Writing this insight was interrupted 3 times, so it was stopped. Please try a shorter range. If that also fails, tell the person who runs this journal.',
        messageId: 'insight.interrupted',
        params: { times: 3 },
      });
      expect(finishedAt).not.toBeNull();
      // The next one has its worker.
      await insights.until(userId, await request(), 'done');
    });

    it('that no worker claims is sent fifteen times in all', async () => {
      const id = await request();
      await insights.until(userId, id, 'done');
      await untilPublished(id);
      await set(id, { status: 'queued', asked: 15, askedAt: new Date(0) });
      await lookUntil(id, { status: 'failed' });
      expect((await insights.get(userId, id)).error?.msg).toMatch(/waited too long/);
    });

    it('without a message is asked for by one replica of many', async () => {
      const repository = insights.app.get(ClaimsRepository);
      const id = await request();
      await insights.until(userId, id, 'done');
      await untilPublished(id);
      await set(id, { status: 'queued', askedAt: new Date(0), outboxNextAt: new Date(Date.now() + 60_000) });
      // Its message waits for the broker.
      expect(await repository.listUnanswered(new Date(), 100)).toEqual([]);
      await insights.jobs.updateOne({ _id: new Types.ObjectId(id) }, { $unset: { outboxNextAt: 1 } });
      const orphans = await repository.listUnanswered(new Date(), 100);
      expect(orphans.map(({ _id }) => String(_id))).toEqual([id]);
      await Promise.all(Array.from({ length: 10 }, () => repository.requeue(orphans[0]!)));
      await insights.until(userId, id, 'done');
      expect(await insights.stored(id)).toMatchObject({ asked: 2, fence: 2 });
    });

    it('whose worker went silent is queued again, once, while its message is on the way', async () => {
      const repository = insights.app.get(ClaimsRepository);
      const id = await request();
      await insights.until(userId, id, 'done');
      await set(id, { status: 'running', leaseUntil: new Date(0) });
      const [orphan] = await repository.listRunning(100);
      // As if the message had not come yet.
      const claim = jest.spyOn(repository, 'claim').mockResolvedValue(null);
      await repository.requeue(orphan!);
      await repository.requeue(orphan!);
      expect(await insights.get(userId, id)).toMatchObject({
        status: 'queued',
        progress: { step: 'queued' },
      });
      expect(await repository.listRunning(100)).toEqual([]);
      claim.mockRestore();
      insights.deliverAgain(id);
      await insights.until(userId, id, 'done');
      expect(await insights.stored(id)).toMatchObject({ asked: 2, workersLost: 1, fence: 2 });
    });

    it('is left to a worker that turned out to be alive', async () => {
      const repository = insights.app.get(ClaimsRepository);
      const id = await request();
      await insights.until(userId, id, 'done');
      const leaseUntil = new Date(Date.now() + 60_000);
      await set(id, { status: 'running', leaseUntil: new Date(0) });
      const [orphan] = await repository.listRunning(100);
      await set(id, { leaseUntil });
      await repository.requeue(orphan!);
      expect(await repository.giveUp(orphan!, { code: 'internal', msg: 'No.' })).toBe(false);
      expect(await insights.stored(id)).toMatchObject({ status: 'running', asked: 1, leaseUntil });
    });

    // The last, since its job stays with nobody.
    it('that another worker took over is abandoned before the model has answered', async () => {
      insights.gemini.script(heldReply(geminiReply('Nobody waits')));
      const id = await request();
      await untilModelAsked(1);
      await set(id, { fence: 7 });
      await eventually(async () => expect(await insights.jobsAtWork()).toBe(0));
      expect(await insights.stored(id)).toMatchObject({ status: 'running', fence: 7 });
    });
  });
});
