import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { eventually } from '@inner-weather/testing/eventually';
import { geminiError, geminiReply, INSIGHT_TEXT, retryInfo } from '@inner-weather/testing/fakes/models';
import { heldReply, type Reply } from '@inner-weather/testing/fakes/server';
import { jest } from '@jest/globals';
import { Types } from 'mongoose';
import { ClaimsRepository } from '../src/jobs/claims.repository.js';
import { dailyEntries } from './builders.js';
import { type InsightsUnderTest, startInsights } from './harness.js';

const userId = 'ana';
const MODEL_TIMEOUT_MS = 5_000;

/** As many times as a job is tried, and some more. */
const always = (reply: Reply) => Array.from({ length: 10 }, () => reply);
const unavailableReply = geminiError(503, 'UNAVAILABLE');
const lateReply = (text: string, delayMs: number) => ({ ...geminiReply(text), delayMs });

// Contract: 8 failures of the model
describe('a worker', () => {
  let insights: InsightsUnderTest;

  beforeAll(async () => {
    insights = await startInsights({ MODEL_TIMEOUT_MS });
  });

  afterAll(() => insights.stop());

  beforeEach(() => {
    insights.reset();
    insights.journal.entries = dailyEntries([{}, {}]);
  });

  const request = async () => {
    const { id } = await insights.call('insights.request', {
      userId,
      userName: 'Ana',
      range: 'lastWeek',
      tz: 'UTC',
      again: true,
    });
    return id;
  };
  const until = (id: string, status: 'done' | 'failed' | 'running') => insights.until(userId, id, status);
  const untilAsked = (times: number) => eventually(() => expect(insights.gemini.seen).toHaveLength(times));
  /** Resolves when everything that was delivered before has been handled. */
  const untilHandled = async () => {
    insights.gemini.script();
    await until(await request(), 'done');
  };
  const untilIdle = () => eventually(async () => expect(await insights.jobsAtWork()).toBe(0));
  const noDeadLetters = async () => expect(await insights.deadLetter('insights.jobs')).toBeUndefined();

  it('asks the model once, however often the message comes', async () => {
    insights.gemini.script(lateReply(INSIGHT_TEXT, 500));
    const id = await request();
    await untilAsked(1);
    for (let n = 0; n < 3; n++) insights.deliverAgain(id);
    const done = await until(id, 'done');
    for (let n = 0; n < 3; n++) insights.deliverAgain(id);
    await untilHandled();
    expect(insights.gemini.seen).toHaveLength(2);
    expect(await insights.get(userId, id)).toEqual(done);
    expect(await insights.stored(id)).toMatchObject({ fence: 1 });
  });

  it('drops a message for an unknown job', async () => {
    insights.deliverAgain('6b01228883afd8e0a0da49e0');
    insights.deliverAgain('no id');
    await untilHandled();
    await noDeadLetters();
  });

  describe('whose model fails', () => {
    it('tries again, and succeeds when it is back', async () => {
      insights.gemini.script(unavailableReply, { hangUp: true }, geminiError(429, 'RESOURCE_EXHAUSTED'));
      const id = await request();
      expect(await until(id, 'done')).toMatchObject({ text: INSIGHT_TEXT, error: null });
      expect(insights.gemini.seen).toHaveLength(4);
    });

    it('is queued between two attempts, and fails after the fifth with what a person can do', async () => {
      insights.gemini.script(...always(unavailableReply));
      const claims = insights.app.get(ClaimsRepository);
      const release = claims.release.bind(claims);
      const between: InsightJobDto[] = [];
      // The next attempt does not begin before this has ended.
      const releasing = jest.spyOn(claims, 'release').mockImplementation(async (job) => {
        const isHeld = await release(job);
        between.push(await insights.get(userId, String(job._id)));
        return isHeld;
      });
      const id = await request();
      expect(await until(id, 'failed')).toMatchObject({
        progress: { step: 'finished' },
        provider: 'gemini',
        text: '',
        error: {
          code: 'model_unavailable',
          msg: 'The language model could not be reached. Please ask again in a few minutes.',
        },
        finishedAt: expect.any(String),
      });
      expect(insights.gemini.seen).toHaveLength(5);
      expect(between).toHaveLength(4);
      for (const job of between)
        expect(job).toMatchObject({ status: 'queued', progress: { step: 'queued' } });
      releasing.mockRestore();
      await noDeadLetters();
      await untilHandled();
    });

    it.each([
      ['is refused', geminiError(403, 'PERMISSION_DENIED'), 'model_refused', /GEMINI_API_KEY/],
      [
        'must wait for hours',
        geminiError(429, 'RESOURCE_EXHAUSTED', [retryInfo('7200s')]),
        'model_unavailable',
        /about 2 hours/,
      ],
    ])(
      'in a way that stays (it %s) fails at once, and stays failed when its message comes once more',
      async (_what, reply, code, msg) => {
        insights.gemini.script(...always(reply));
        const id = await request();
        const failed = await until(id, 'failed');
        expect(failed.error).toEqual({
          code,
          msg: expect.stringMatching(msg),
          messageId: expect.stringMatching(/^insight\.model/),
          params: expect.any(Object),
        });
        expect(insights.gemini.seen).toHaveLength(1);
        insights.deliverAgain(id);
        await untilHandled();
        expect(await insights.get(userId, id)).toEqual(failed);
        await noDeadLetters();
      },
    );
  });

  describe('whose journal fails', () => {
    it('tries again, and succeeds when it is back and its user reads less at a time', async () => {
      insights.journal.before = () => {
        const code = (['unavailable', 'unavailable', 'rate_limited'] as const)[
          insights.journal.seen.length - 1
        ];
        if (code) throw new DomainError(code, 'No.');
      };
      const id = await request();
      await until(id, 'done');
      expect(insights.journal.seen).toHaveLength(4);
      expect(insights.gemini.seen).toHaveLength(1);
    });

    it.each([
      ['unavailable', 5],
      ['validation_failed', 1],
    ] as const)('(%s) fails after %d attempts with what a person can do', async (code, attempts) => {
      insights.journal.before = () => {
        throw new DomainError(code, 'No.');
      };
      const id = await request();
      expect((await until(id, 'failed')).error).toEqual({
        code: 'journal_unavailable',
        msg: 'Your entries could not be read right now. Please ask again in a few minutes.',
        messageId: 'insight.journalUnavailable',
        params: {},
      });
      expect(insights.journal.seen).toHaveLength(attempts);
      expect(insights.gemini.seen).toEqual([]);
      await noDeadLetters();
    });
  });

  describe('that has lost its job', () => {
    it('writes nothing over the answer of the one that has it now', async () => {
      const stale = heldReply(geminiReply('Stale'));
      insights.gemini.script(stale, geminiReply('Fresh'));
      const id = await request();
      await untilAsked(1);
      // As if it had been stopped for longer than its lease, and housekeeping had queued the job again.
      const _id = new Types.ObjectId(id);
      await insights.jobs.updateOne({ _id }, { $set: { status: 'queued' }, $unset: { leaseUntil: 1 } });
      insights.deliverAgain(id);
      const done = await until(id, 'done');
      expect(done.text).toBe('Fresh');
      stale.send();
      await untilIdle();
      expect(await insights.get(userId, id)).toEqual(done);
      expect(await insights.stored(id)).toMatchObject({ fence: 2 });
      await noDeadLetters();
    });

    it('neither fails nor releases it', async () => {
      const refusal = heldReply(geminiError(403, 'PERMISSION_DENIED'));
      insights.gemini.script(refusal);
      const id = await request();
      await untilAsked(1);
      const other = { fence: 7, leaseUntil: new Date(Date.now() + 60_000) };
      await insights.jobs.updateOne({ _id: new Types.ObjectId(id) }, { $set: other });
      refusal.send();
      await untilIdle();
      expect(await insights.stored(id)).toMatchObject({ status: 'running', ...other });
    });
  });

  it('is the only one that takes a job, of many that try', async () => {
    const repository = insights.app.get(ClaimsRepository);
    const id = await request();
    await until(id, 'done');
    const set = (fields: object) =>
      insights.jobs.updateOne({ _id: new Types.ObjectId(id) }, { $set: fields });
    await set({ status: 'queued' });
    const claims = await Promise.all(Array.from({ length: 20 }, () => repository.claim(id, 60_000)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    // Nor is it taken from a silent worker before housekeeping has counted that one.
    await set({ status: 'running', leaseUntil: new Date(0) });
    expect(await repository.claim(id, 60_000)).toBeNull();
  });
});
