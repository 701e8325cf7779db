import { eventually } from '@inner-weather/testing/eventually';
import { geminiReply } from '@inner-weather/testing/fakes/models';
import { mongo, Types } from 'mongoose';
import { JobsRepository } from '../src/jobs/jobs.repository.js';
import { dailyEntries } from './builders.js';
import { type InsightsUnderTest, startInsights } from './harness.js';

const TEXT = 'You wrote of a silver river on Monday';

describe('insights at rest', () => {
  let insights: InsightsUnderTest;
  let userId: string;

  beforeAll(async () => {
    insights = await startInsights();
  });

  afterAll(() => insights.stop());

  beforeEach(() => {
    userId = `user-${new Types.ObjectId().toHexString()}`;
    insights.journal.reset();
    insights.journal.entries = dailyEntries([{ content: 'A silver river' }]);
    insights.gemini.script(geminiReply(TEXT));
  });

  const request = () =>
    insights.call('insights.request', { userId, userName: 'Ada', range: 'lastWeek', tz: 'UTC', again: true });
  const finishJob = async () => insights.until(userId, (await request()).id, 'done');
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
      await expect(request()).rejects.toMatchObject({ code: 'unauthenticated' });
    });
    await insights.jobs.insertOne(backup);
    await expect(insights.get(userId, id)).rejects.toMatchObject({ code: 'internal' });
    await insights.jobs.deleteMany({ userId });
  });

  it('are not left behind by a request that was under way when the account was deleted', async () => {
    const repository = insights.app.get(JobsRepository);
    const insert = repository.insert.bind(repository);
    repository.insert = async (...args) => {
      await deleteAccount();
      await eventually(() => expect(request()).rejects.toMatchObject({ code: 'unauthenticated' }));
      return insert(...args);
    };
    await expect(request()).rejects.toMatchObject({ code: 'not_found' });
    repository.insert = insert;
    expect(await countJobs()).toBe(0);
  });
});
