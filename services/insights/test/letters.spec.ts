import { randomUUID } from 'node:crypto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { Types } from 'mongoose';
import { aMeasure, dailyEntries, withMood } from './builders.js';
import { type InsightsUnderTest, startInsights } from './harness.js';

const WEEK = '2026-W47';

describe('the letter of a week', () => {
  let insights: InsightsUnderTest;
  let userId: string;

  beforeAll(async () => {
    insights = await startInsights();
  });

  afterAll(() => insights.stop());

  beforeEach(() => {
    userId = `user-${new Types.ObjectId().toHexString()}`;
    insights.journal.reset();
    insights.journal.entries = dailyEntries([{ content: 'First' }, { content: 'Second' }]);
    insights.gemini.script();
    insights.gemini.seen.length = 0;
    insights.auth.letters.length = 0;
  });

  const request = (week = WEEK) =>
    insights.fromReminders('reminders.letter.due.v1', {
      ...{ userId, week, startDate: '2026-11-16', endDate: '2026-11-22' },
    });
  const list = async (only?: 'unopenedLetters') =>
    (await insights.call('insights.list', { userId, limit: 10, only })).items;
  const letter = (): Promise<InsightJobDto> =>
    eventually(
      async () => {
        const [job] = await list();
        expect(job).toMatchObject({ status: 'done' });
        return job!;
      },
      { timeoutMs: 25_000 },
    );
  /** A letter that an earlier test asked for may still be written. */
  const seen = () => insights.journal.seen.filter((one) => one.userId === userId);
  const announced = () => insights.auth.letters.filter((one) => one.userId === userId);

  it('is an insight of its days by the model that the person consents to, in their language', async () => {
    insights.auth.language = 'de';
    await request();
    const job = await letter();
    insights.auth.language = undefined;
    expect(job).toMatchObject({
      ...{ range: 'lastWeek', startDate: '2026-11-16', endDate: '2026-11-22', provider: 'gemini' },
      letter: { week: WEEK, opened: false },
    });
    expect(JSON.stringify(insights.gemini.seen)).toContain('First');
    expect(await insights.stored(job.id)).toMatchObject({ userName: 'Ada', language: 'de' });
    await eventually(() => expect(announced()).toEqual([{ userId, week: WEEK, insightId: job.id }]));
  });

  it('names what goes together with the mood in months, and does not tell the model', async () => {
    insights.journal.measures = [aMeasure()];
    insights.journal.withMood = [withMood()];
    await request();
    const { text } = await letter();
    expect(text).toContain('on days with Sleep under 6 hours, 14 of 18 were heavier than even.');
    expect(text).toContain('does not mean that one caused the other.');
    expect(insights.journal.measured).toContainEqual({ userId, from: '2026-08-24', to: '2026-11-22' });
    expect(JSON.stringify(insights.gemini.seen)).not.toMatch(/Sleep|heavier than even/);
  });

  it('is not written for values of measures alone', async () => {
    insights.journal.entries = dailyEntries([{ content: '', inputMood: '', checkIn: true, measures: {} }]);
    await request();
    await eventually(() => expect(seen()).toHaveLength(1));
    await eventually(async () => expect(await insights.messagesAtWork('insights.on-letter-due')).toBe(0));
    expect(await list()).toEqual([]);
  });

  it('is written and announced once, however often it is asked for', async () => {
    await Promise.all([request(), request(), request()]);
    await letter();
    await request();
    await request('2026-W48');
    await eventually(() => expect(announced().map(({ week }) => week)).toEqual([WEEK, '2026-W48']));
    expect(await list()).toHaveLength(2);
  });

  it('does not come back when it was deleted and its event comes again', async () => {
    await request();
    const { id } = await letter();
    await insights.call('insights.delete', { userId, jobId: id });
    await request();
    await request('2026-W48');
    await eventually(async () => expect(await list()).toHaveLength(1));
    expect(await letter()).toMatchObject({ letter: { week: '2026-W48' } });
  });

  it('is not written without an entry', async () => {
    insights.journal.entries = [];
    await request();
    await eventually(() => expect(seen()).toHaveLength(1));
    await eventually(async () => expect(await insights.messagesAtWork('insights.on-letter-due')).toBe(0));
    expect(await list()).toEqual([]);
    expect(await insights.deadLetter('insights.on-letter-due')).toBeUndefined();
  });

  it('is withdrawn if the last entry was deleted before it was read', async () => {
    insights.journal.before = () => {
      if (seen().length > 1) insights.journal.entries = [];
    };
    await request();
    await eventually(() => expect(seen()).toHaveLength(2));
    await eventually(async () => expect(await list()).toEqual([]));
    expect(announced()).toEqual([]);
  });

  it('waits while the journal does not answer', async () => {
    insights.journal.before = () => {
      if (seen().length < 2) throw new Error('out of order');
    };
    await request();
    await letter();
    await eventually(() => expect(announced()).toHaveLength(1));
  });

  it('is worked out here without consent, and nothing is sent anywhere', async () => {
    insights.auth.consent(userId, ['api.openai.com']);
    await request();
    expect(await letter()).toMatchObject({ provider: 'local', model: 'statistics' });
    expect(insights.gemini.seen).toEqual([]);
  });

  it('is worked out here if the consent is withdrawn before the model is asked', async () => {
    insights.journal.before = () => {
      if (seen().length > 1) insights.auth.consent(userId, []);
    };
    await request();
    expect(await letter()).toMatchObject({ provider: 'local', error: null });
    expect(insights.gemini.seen).toEqual([]);
  });

  it('is worked out here after the last attempt with a model that is out of quota', async () => {
    insights.gemini.script(...Array.from({ length: 40 }, () => ({ status: 429 })));
    await request();
    expect(await letter()).toMatchObject({ provider: 'local', error: null });
    expect(insights.gemini.seen.length).toBeGreaterThan(4);
    await eventually(() => expect(announced()).toHaveLength(1));
  }, 90_000);

  it('is worked out here if no entry may be sent to the model', async () => {
    insights.journal.entries = dailyEntries([{ content: 'Mine', neverSendToAi: true }]);
    await request();
    expect(await letter()).toMatchObject({ provider: 'local' });
    expect(insights.gemini.seen).toEqual([]);
  });

  it('is new until it is opened', async () => {
    await insights.call('insights.request', { userId, userName: 'Ada', range: 'lastMonth', tz: 'UTC' });
    await request();
    await eventually(() => expect(announced()).toHaveLength(1));
    const [job] = await list('unopenedLetters');
    expect(job).toMatchObject({ letter: { week: WEEK, opened: false } });
    const opened = await insights.call('insights.change', {
      ...{ userId, jobId: job!.id, changes: { opened: true } },
    });
    expect(opened.letter).toEqual({ week: WEEK, opened: true });
    expect(await list('unopenedLetters')).toEqual([]);
    expect((await list()).map((one) => one.letter)).toEqual([{ week: WEEK, opened: true }, null]);
  });

  it('is not written for an account that was deleted', async () => {
    await insights.fromAuth('auth.user.deleted.v1', { userId });
    await eventually(async () => {
      await expect(
        insights.call('insights.request', { userId, userName: 'Ada', tz: 'UTC' }),
      ).rejects.toMatchObject({ code: 'unauthenticated' });
    });
    await request();
    userId = `user-${randomUUID()}`;
    await request();
    await letter();
    expect(await insights.deadLetter('insights.on-letter-due')).toBeUndefined();
  });
});
