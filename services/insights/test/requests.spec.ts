import { daysOfPeriod } from '@inner-weather/domain/time/periods';
import type { Language } from '@inner-weather/languages/languages';
import { eventually, timeLeft } from '@inner-weather/testing/eventually';
import { geminiReply, INSIGHT_TEXT } from '@inner-weather/testing/fakes/models';
import { heldReply } from '@inner-weather/testing/fakes/server';
import { mongo, Types } from 'mongoose';
import { JobsRepository } from '../src/jobs/jobs.repository.js';
import { dailyEntries } from './builders.js';
import { type InsightsUnderTest, startInsights } from './harness.js';

const userName = 'Ada';
const today = () => new Date().toISOString().slice(0, 10);

// Contract: 4 changed entries need a new analysis
// Contract: 5 insights without a selection are of today
describe('insights', () => {
  let insights: InsightsUnderTest;
  let userId: string;

  beforeAll(async () => {
    insights = await startInsights();
  });

  afterAll(() => insights.stop());

  beforeEach(async () => {
    await timeLeft('day', 30_000);
    userId = `user-${new Types.ObjectId().toHexString()}`;
    insights.reset();
    insights.journal.entries = dailyEntries([{}, {}, {}]);
  });

  const request = (
    range?: string,
    {
      tz = 'UTC',
      ...more
    }: { tz?: string; idempotencyKey?: string; again?: boolean; language?: Language } = {},
  ) => insights.call('insights.request', { userId, userName, range, tz, ...more });
  const remove = (jobId: string, person = userId) =>
    insights.call('insights.delete', { userId: person, jobId });
  const until = (jobId: string, status: 'done' | 'failed' | 'running') =>
    insights.until(userId, jobId, status);

  it('are queued at once, tell how far they are, and end with the model’s text and name', async () => {
    let answer = () => undefined as void;
    insights.journal.before = () => new Promise((resolve) => (answer = resolve));
    const text = heldReply(geminiReply(INSIGHT_TEXT));
    insights.gemini.script(text);
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
      details: null,
      title: '',
      useful: null,
      letter: null,
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
    text.send();
    const done = await until(job.id, 'done');
    expect(done).toEqual({
      ...job,
      status: 'done',
      progress: { step: 'finished', entries: 3 },
      model: 'gemini-3.5-flash-lite',
      text: INSIGHT_TEXT,
      details: expect.objectContaining({ selfHarm: false, cited: [], dropped: 0 }),
      finishedAt: expect.any(String),
    });
    expect((await list()).items).toEqual([done]);
    expect(await insights.stored(job.id)).toMatchObject({ userId, fence: 1 });
  });

  it('are of the person, the days and the zone that they were asked for', async () => {
    const tz = 'Pacific/Kiritimati';
    const localDay = new Date(Date.now() + 14 * 60 * 60_000).toISOString().slice(0, 10);
    const { id } = await request('lastMonth', { tz });
    await until(id, 'done');
    expect(insights.journal.seen).toEqual([
      {
        userId,
        ...daysOfPeriod('lastMonth', localDay),
        limit: 500,
        maxBytes: 1024 * 1024,
        cursor: undefined,
      },
    ]);
    expect(JSON.stringify(insights.gemini.seen[0]?.body)).toContain('journal entries for Ada and');
  });

  // What is no range: domain's periods.spec.ts.
  it('without a range are of today', async () => {
    const job = await request();
    expect(job).toMatchObject({ range: 'today', startDate: today(), endDate: today() });
    await until(job.id, 'done');
  });

  it('read every page of the journal, and count as they go', async () => {
    insights.journal.entries = dailyEntries(Array.from({ length: 25 }, (_, n) => ({ content: `Day ${n}.` })));
    insights.journal.pageSize = 10;
    const { id } = await request('lastMonth');
    expect((await until(id, 'done')).progress).toEqual({ step: 'finished', entries: 25 });
    expect(insights.journal.seen.map(({ cursor }) => cursor)).toEqual([undefined, '10', '20']);
    const sentBody = JSON.stringify(insights.gemini.seen[0]?.body);
    expect(sentBody.match(/⟦Day \d+\.⟧/g)).toEqual(Array.from({ length: 25 }, (_, n) => `⟦Day ${n}.⟧`));
  });

  it('without entries say so and ask no model', async () => {
    insights.journal.entries = [];
    const { id } = await request('lastWeek');
    const done = await until(id, 'done');
    expect(done).toMatchObject({ model: '', error: null, progress: { step: 'finished', entries: 0 } });
    expect(done.text).toContain('no journal entries in this range');
    expect(insights.gemini.seen).toEqual([]);
  });

  describe('that were asked for before', () => {
    it('are shown while nothing has changed, and written anew after a change, for another day, or on request', async () => {
      const first = await until((await request('lastWeek')).id, 'done');
      expect(await request('lastWeek')).toEqual(first);
      expect(await request('lastWeek', { idempotencyKey: 'a-new-key' })).toEqual(first);
      const others = [await request('lastWeek', { again: true }), await request('lastMonth')];
      for (const { id } of others) await until(id, 'done');
      const createdAt = new Date().toISOString();
      const fact = { entryId: new Types.ObjectId().toHexString(), userId, createdAt, day: today() };
      await insights.fromJournal('journal.entry.deleted.v1', fact);
      for (const { id } of [first, others[0]!])
        await eventually(async () => expect((await insights.get(userId, id)).outdated).toBe(true));
      const last = await until((await request('lastWeek')).id, 'done');
      expect(new Set([first, ...others, last].map(({ id }) => id)).size).toBe(4);
    });

    it('are written anew in another language, which the model is asked for, and shown again in the first', async () => {
      const english = await until((await request('lastWeek')).id, 'done');
      const german = await until((await request('lastWeek', { language: 'de' })).id, 'done');
      const asked = insights.gemini.seen.map(({ body }) => JSON.stringify(body).includes('in German.'));
      expect([german.id === english.id, asked]).toEqual([false, [false, true]]);
      expect((await request('lastWeek', { language: 'de' })).id).toBe(german.id);
      expect((await request('lastWeek', { language: 'en' })).id).toBe(english.id);
      await insights.jobs.updateOne({ _id: new Types.ObjectId(english.id) }, { $unset: { language: 1 } });
      expect((await request('lastWeek')).id).toBe(english.id);
    });

    it('are written anew when entries have changed and no event of it has come yet', async () => {
      const first = await until((await request('lastWeek')).id, 'done');
      insights.journal.entries = dailyEntries([{}, {}, {}, {}]);
      const second = await until((await request('lastWeek')).id, 'done');
      expect([second.id === first.id, second.progress.entries]).toEqual([false, 4]);
      expect((await request('lastWeek')).id).toBe(second.id);
    });

    it('also where they are being written from entries that have changed since', async () => {
      const text = heldReply(geminiReply(INSIGHT_TEXT));
      insights.gemini.script(text, geminiReply(INSIGHT_TEXT));
      const { id } = await request('lastWeek');
      await eventually(async () => expect((await insights.get(userId, id)).progress.step).toBe('writing'));
      expect((await request('lastWeek')).id).toBe(id);
      insights.journal.entries = dailyEntries([{}]);
      const other = await request('lastWeek');
      expect(other.id).not.toBe(id);
      text.send();
      for (const one of [id, other.id]) await until(one, 'done');
    });

    it('and have failed are written anew', async () => {
      insights.gemini.script(...Array.from({ length: 10 }, () => ({ status: 400, body: {} })));
      const failed = await until((await request('lastWeek')).id, 'failed');
      insights.gemini.script();
      expect((await until((await request('lastWeek')).id, 'done')).id).not.toBe(failed.id);
    });
  });

  describe('belong to their person, who', () => {
    const change = (jobId: string, changes: object, person = userId) =>
      insights.call('insights.change', { userId: person, jobId, changes });

    it('names them and says whether they were useful; the name is encrypted', async () => {
      const { id } = await request('lastWeek');
      const done = await until(id, 'done');
      const named = { ...done, title: 'The week in Porto', useful: true };
      expect(await change(id, { title: 'The week in Porto', useful: true })).toEqual(named);
      expect(await change(id, {})).toEqual(named);
      expect(JSON.stringify(await insights.stored(id))).not.toMatch(/The week in Porto|brightest|selfHarm/);
      expect(await change(id, { title: '', useful: null })).toEqual(done);
    });

    it('alone finds, changes and deletes them, once', async () => {
      const { id } = await request('lastWeek');
      await until(id, 'done');
      for (const attempt of [
        insights.get('somebody-else', id),
        insights.get(userId, '6b01228883afd8e0a0da49e0'),
        insights.get(userId, 'no id'),
        change(id, { title: 'Mine' }, 'somebody-else'),
        change('no id', { useful: true }),
        remove(id, 'somebody-else'),
      ]) {
        await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
      }
      expect(await insights.get(userId, id)).toMatchObject({ title: '' });
      expect(await remove(id)).toBeNull();
      await expect(insights.get(userId, id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(remove(id)).rejects.toMatchObject({ code: 'not_found' });
      expect((await list()).items).toEqual([]);
    });

    it('cancels one that is being written: its worker changes nothing any more', async () => {
      const text = heldReply(geminiReply(INSIGHT_TEXT));
      insights.gemini.script(text);
      const { id } = await request('lastWeek');
      await eventually(async () => expect((await insights.get(userId, id)).progress.step).toBe('writing'));
      await remove(id);
      text.send();
      await eventually(async () => expect(await insights.jobsAtWork()).toBe(0));
      await eventually(async () => expect(await insights.stored(id)).toBeNull());
    });
  });

  describe('come with details:', () => {
    const detailsOf = async () => (await until((await request('lastWeek')).id, 'done')).details;
    const SIGN = { content: 'I want to die. Nobody would notice.' };

    it('the figures, days worth reading again, and the entries that the model named', async () => {
      const [first, second] = insights.journal.entries;
      insights.journal.entries = [
        { ...first!, _id: 'a'.repeat(24) },
        { ...second!, _id: 'b'.repeat(24), inputMood: 'Sad' },
      ];
      insights.gemini.script(
        geminiReply(`A good day [[${'a'.repeat(24)}]], and one that was not [[${'c'.repeat(24)}]].`),
      );
      const { text, details } = await until((await request('lastWeek')).id, 'done');
      expect(text).toBe('A good day [1](#entry-1), and one that was not.');
      expect(details).toMatchObject({
        selfHarm: false,
        figures: { days: [{ score: -2 }, { score: 1 }], skies: [{ name: 'clear', days: 2 }] },
        notable: [
          { entryId: 'b'.repeat(24), why: 'heaviest' },
          { entryId: 'a'.repeat(24), why: 'brightest' },
        ],
        cited: [{ entryId: 'a'.repeat(24), why: 'cited' }],
        dropped: 1,
      });
    });

    it('whether words suggest self-harm, in an entry, in one that no model gets, or in the answer', async () => {
      insights.journal.entries = dailyEntries([{}, SIGN]);
      expect(await detailsOf()).toMatchObject({ selfHarm: true, notable: [] });
      expect(JSON.stringify(insights.gemini.seen[0]?.body)).toContain('Give no other advice');
      insights.gemini.seen.length = 0;
      insights.journal.entries = dailyEntries([{}, { ...SIGN, neverSendToAi: true }]);
      const withheld = await until((await request('lastMonth')).id, 'done');
      expect(withheld.details).toMatchObject({ selfHarm: true });
      expect(JSON.stringify(insights.gemini.seen[0]?.body)).not.toContain('Give no other advice');
      insights.journal.entries = dailyEntries([{}]);
      insights.gemini.script(geminiReply('You wrote of **suicidal thoughts**.'));
      const spoken = await until((await request('last6Months')).id, 'done');
      expect(spoken.details).toMatchObject({ selfHarm: true });
    });
  });

  const list = (limit = 100, cursor?: string) => insights.call('insights.list', { userId, limit, cursor });

  describe('that are past', () => {
    it('are listed newest first, in pages without gap or repetition, and only the user’s own', async () => {
      insights.journal.entries = [];
      await insights.call('insights.request', { userId: 'somebody-else', userName, tz: 'UTC' });
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) ids.push((await request('lastWeek', { again: true })).id);
      // Made in the same millisecond: the ids decide.
      const createdAt = new Date();
      await insights.jobs.updateMany(
        { _id: { $in: ids.slice(2).map((id) => new Types.ObjectId(id)) } },
        { $set: { createdAt } },
      );
      const seenIds: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await list(2, cursor);
        expect(page.items.length).toBeLessThanOrEqual(2);
        seenIds.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
        pages += 1;
      } while (cursor);
      expect(seenIds).toEqual(ids.toReversed());
      expect(pages).toBe(3);
      expect(await list(5)).toMatchObject({ nextCursor: null });
    });
  });

  describe('at rest', () => {
    const TEXT = 'You wrote of a silver river on Monday';

    beforeEach(() => {
      insights.journal.entries = dailyEntries([{ content: 'A silver river' }]);
      insights.gemini.script(geminiReply(TEXT));
    });

    const ask = () => request('lastWeek', { again: true });
    const finishJob = async () => until((await ask()).id, 'done');
    const deleteAccount = () => insights.fromAuth('auth.user.deleted.v1', { userId });
    const countJobs = () => insights.jobs.countDocuments({ userId });

    it('are encrypted everywhere in the store; their range and state can be read', async () => {
      const { id, text } = await finishJob();
      expect(text).toBe(TEXT);
      const storedJob = (await insights.stored(id))!;
      expect(storedJob).toMatchObject({ userId, range: 'lastWeek', status: 'done' });
      expect(Buffer.from(mongo.BSON.serialize(storedJob)).toString('latin1')).not.toContain('silver');
      const { items } = await insights.call('insights.list', { userId, limit: 10 });
      expect(items.map((one) => one.text)).toEqual([TEXT]);
    });

    it('are never shown with the words of another one', async () => {
      const [firstJob, otherJob] = [await finishJob(), await finishJob()];
      const { text } = (await insights.stored(firstJob.id))!;
      await insights.jobs.updateOne({ _id: new Types.ObjectId(otherJob.id) }, { $set: { text } });
      await expect(insights.get(userId, otherJob.id)).rejects.toMatchObject({ code: 'internal' });
      // The others can still be read.
      const { items } = await insights.call('insights.list', { userId, limit: 10 });
      expect(items).toMatchObject([
        { id: otherJob.id, status: 'failed', text: '', error: { code: 'internal' } },
        { id: firstJob.id, status: 'done', text: TEXT },
      ]);
    });

    it('cannot be asked for, nor read from a copy, when the account is deleted', async () => {
      const { id } = await finishJob();
      const backup = (await insights.stored(id))!;
      await deleteAccount();
      await eventually(async () => {
        expect(await countJobs()).toBe(0);
        await expect(ask()).rejects.toMatchObject({ code: 'unauthenticated' });
      });
      // The deletion has ended, so that it does not take the copy as well.
      await eventually(async () => expect(await insights.messagesAtWork('insights.on-user-deleted')).toBe(0));
      await insights.jobs.insertOne(backup);
      await expect(insights.get(userId, id)).rejects.toMatchObject({ code: 'internal' });
      await insights.jobs.deleteMany({ userId });
    });

    it('are not left behind by a request that was under way when the account was deleted', async () => {
      const repository = insights.app.get(JobsRepository);
      const insert = repository.insert.bind(repository);
      repository.insert = async (...args) => {
        await deleteAccount();
        await eventually(() => expect(ask()).rejects.toMatchObject({ code: 'unauthenticated' }));
        return insert(...args);
      };
      await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
      repository.insert = insert;
      expect(await countJobs()).toBe(0);
    });
  });
});
