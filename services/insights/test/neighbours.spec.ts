import { randomUUID } from 'node:crypto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { EventName } from '@inner-weather/contracts/messaging/events';
import { eventually, timeLeft } from '@inner-weather/testing/eventually';
import { geminiReply, INSIGHT_TEXT } from '@inner-weather/testing/fakes/models';
import { heldReply } from '@inner-weather/testing/fakes/server';
import { Types } from 'mongoose';
import { aMeasure, dailyEntries, withMood } from './builders.js';
import { type InsightsUnderTest, startInsights } from './harness.js';

const DAY_MS = 24 * 60 * 60_000;
const entryId = '6b01228883afd8e0a0da49e0';
const WEEK = '2026-W47';

let insights: InsightsUnderTest;
let userId: string;

beforeAll(async () => {
  insights = await startInsights();
});

afterAll(() => insights.stop());

beforeEach(() => {
  userId = `user-${new Types.ObjectId().toHexString()}`;
  insights.reset();
});

describe('events of other services', () => {
  beforeEach(async () => {
    await timeLeft('day', 30_000);
    insights.journal.entries = dailyEntries([{}, {}]);
  });

  const request = async (range = 'lastWeek', person = userId) =>
    (
      await insights.call('insights.request', {
        userId: person,
        userName: 'Ana',
        range,
        tz: 'UTC',
        again: true,
      })
    ).id;
  const finishJob = async (range?: string, person = userId) => {
    const id = await request(range, person);
    await insights.until(person, id, 'done');
    return id;
  };
  const isOutdated = async (id: string, person = userId) => (await insights.get(person, id)).outdated;
  const becomesOutdated = (id: string, person = userId) =>
    eventually(async () => expect(await isOutdated(id, person)).toBe(true));
  const timeOf = (moment: Date) => ({
    createdAt: moment.toISOString(),
    day: moment.toISOString().slice(0, 10),
  });
  const sendUpdated = (
    time: Date | { createdAt: string; day: string },
    { at = new Date(), who: person = userId } = {},
  ) =>
    insights.fromJournal(
      'journal.entry.updated.v1',
      { entryId, userId: person, ...(time instanceof Date ? timeOf(time) : time) },
      at,
    );
  /** Resolves when everything that was told before has been handled. */
  const untilHandled = async () => {
    const person = `${userId}-last`;
    const id = await finishJob('lastWeek', person);
    await sendUpdated(new Date(), { who: person });
    await becomesOutdated(id, person);
  };

  describe('of entries', () => {
    const wish = { location: 'Porto', weatherKey: 'a-key' };

    it.each([
      ['journal.entry.created.v1', { ...wish, weatherStatus: 'pending' }],
      ['journal.entry.updated.v1', {}],
      ['journal.entry.deleted.v1', {}],
    ] as [EventName, object][])('%s marks the insights of the range as outdated', async (event, extra) => {
      const id = await finishJob();
      const payload = { entryId, userId, ...timeOf(new Date()), ...extra };
      await insights.fromJournal(event, payload);
      await becomesOutdated(id);
      const { text, status } = await insights.get(userId, id);
      expect({ text, status }).toEqual({ text: INSIGHT_TEXT, status: 'done' });
    });

    it('marks no insight of another range, person or of later', async () => {
      const id = await finishJob();
      const now = new Date();
      await sendUpdated(new Date(now.getTime() - 30 * DAY_MS));
      await sendUpdated(new Date(now.getTime() + 2 * DAY_MS));
      await sendUpdated(now, { who: `${userId}-2` });
      await sendUpdated(now, { at: new Date(now.getTime() - 60_000) });
      await untilHandled();
      expect(await isOutdated(id)).toBe(false);
    });

    it('is in the range by its day, wherever and however late in the night it was lived', async () => {
      const id = await finishJob();
      const { startDate, endDate } = (await insights.stored(id))!;
      const dayBeside = (day: string, days: number) =>
        new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
      expect(dayBeside(startDate, 7)).toBe(endDate);
      const [dayBefore, dayAfter] = [dayBeside(startDate, -1), dayBeside(endDate, 1)];
      await sendUpdated({ createdAt: `${startDate}T03:59:59.999-14:00`, day: dayBefore });
      await sendUpdated({ createdAt: `${dayAfter}T00:00:00.000+14:00`, day: dayAfter });
      await untilHandled();
      expect(await isOutdated(id)).toBe(false);
      const edges = [
        { createdAt: `${startDate}T00:00:00.000+14:00`, day: startDate },
        { createdAt: `${dayAfter}T03:59:59.999-14:00`, day: endDate },
      ];
      for (const edge of edges) {
        const other = await finishJob();
        await sendUpdated(edge);
        await becomesOutdated(other);
      }
    });

    it('marks an insight that is still being written, when its entries have been read', async () => {
      const text = heldReply(geminiReply(INSIGHT_TEXT));
      insights.gemini.script(text);
      const id = await request();
      await eventually(() => expect(insights.gemini.seen).toHaveLength(1));
      await sendUpdated(new Date());
      await becomesOutdated(id);
      text.send();
      expect(await insights.until(userId, id, 'done')).toMatchObject({ outdated: true });
    });

    it('marks an insight that read the entries after the event was made and before the write', async () => {
      // The journal makes the event, and is slow to write: the job is claimed, reads what is there, and ends.
      const at = new Date();
      const id = await finishJob();
      expect((await insights.stored(id))!.readAt!.getTime()).toBeGreaterThanOrEqual(at.getTime());
      await sendUpdated(new Date(), { at });
      await becomesOutdated(id);
    });

    it('does not mark an insight that has read them anew since', async () => {
      insights.journal.before = async () => {
        if (insights.journal.seen.length > 1) return;
        await sendUpdated(new Date());
        await eventually(async () =>
          expect(await insights.jobs.findOne({ userId })).toMatchObject({ outdated: true }),
        );
        throw new Error('The first attempt is over.');
      };
      const id = await finishJob();
      expect(insights.journal.seen).toHaveLength(2);
      expect(await isOutdated(id)).toBe(false);
    });
  });

  describe('of a deleted account', () => {
    const countJobs = (person = userId) => insights.jobs.countDocuments({ userId: person });
    const requestWithKey = (person: string) =>
      insights.call('insights.request', {
        userId: person,
        userName: 'Ana',
        tz: 'UTC',
        idempotencyKey: 'a-key',
      });

    it('removes only that person’s insights, however often the event arrives', async () => {
      const other = `${userId}-2`;
      for (const person of [userId, other]) {
        const { id } = await requestWithKey(person);
        await insights.until(person, id, 'done');
      }
      await insights.fromAuth('auth.user.deleted.v1', { userId });
      await insights.fromAuth('auth.user.deleted.v1', { userId });
      await eventually(async () => expect(await countJobs()).toBe(0));
      expect(await countJobs(other)).toBe(1);
      expect(await insights.deadLetter('insights.on-user-deleted')).toBeUndefined();
    });

    it('ends a job that is being written, without a trace', async () => {
      const retries = await insights.retries();
      const text = heldReply(geminiReply(INSIGHT_TEXT));
      insights.gemini.script(text);
      await request();
      await eventually(() => expect(insights.gemini.seen).toHaveLength(1));
      await insights.fromAuth('auth.user.deleted.v1', { userId });
      await eventually(async () => expect(await countJobs()).toBe(0));
      text.send();
      await eventually(async () => expect(await insights.jobsAtWork()).toBe(0));
      expect(await countJobs()).toBe(0);
      expect(await insights.retries()).toBe(retries);
      expect(await insights.deadLetter('insights.jobs')).toBeUndefined();
    });
  });
});

describe('the letter of a week', () => {
  beforeEach(() => {
    insights.journal.entries = dailyEntries([{ content: 'First' }, { content: 'Second' }]);
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

  it.each([
    ['without an entry', []],
    ['for values of measures alone', [{ content: '', inputMood: '', checkIn: true, measures: {} }]],
  ])('is not written %s', async (_what, entries) => {
    insights.journal.entries = dailyEntries(entries);
    await request();
    await eventually(() => expect(seen()).toHaveLength(1));
    await eventually(async () => expect(await insights.messagesAtWork('insights.on-letter-due')).toBe(0));
    expect(await list()).toEqual([]);
    expect(await insights.deadLetter('insights.on-letter-due')).toBeUndefined();
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
    // The tombstone of its data key is gone, too.
    const longDeleted = `user-${randomUUID()}`;
    insights.auth.deleted.add(longDeleted);
    userId = longDeleted;
    await request();
    userId = `user-${randomUUID()}`;
    await request();
    await letter();
    await eventually(async () => expect(await insights.messagesAtWork('insights.on-letter-due')).toBe(0));
    expect(await insights.dataKeys.findOne({ _id: longDeleted })).toBeNull();
    expect(await insights.deadLetter('insights.on-letter-due')).toBeUndefined();
  });
});
