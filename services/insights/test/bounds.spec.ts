import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@inner-weather/domain/limits';
import { eventually } from '@inner-weather/testing/eventually';
import { geminiReply, INSIGHT_TEXT } from '@inner-weather/testing/fakes/models';
import { jest } from '@jest/globals';
import { dailyEntries } from './builders.js';
import { type InsightsUnderTest, startInsights } from './harness.js';

const userId = 'ana';
const request = { userName: 'Ana', range: 'last6Months', tz: 'UTC', again: true };
/** A quarter of the real ones, which would take as many times as long. */
const limits: { insightBytesMax: number } = LIMITS;
jest.replaceProperty(limits, 'insightBytesMax', 2 * 1024 * 1024);
/** Of one entry, as JSON. */
const ENTRY_BYTES = 100_000;
const FIT = Math.ceil(LIMITS.insightBytesMax / ENTRY_BYTES);

const write = ({ journal }: InsightsUnderTest, count: number, fields: object = {}) => {
  journal.pageSize = 10;
  journal.entries = dailyEntries(
    Array.from({ length: count }, () => ({ content: 'x'.repeat(ENTRY_BYTES), ...fields })),
  );
};

describe('an insight into more than can be read', () => {
  let insights: InsightsUnderTest;

  beforeAll(async () => {
    insights = await startInsights({ GEMINI_API_KEY: undefined });
  });

  afterAll(() => insights.stop());

  beforeEach(() => insights.journal.reset());

  const insight = async () => {
    const { id } = await insights.call('insights.request', { ...request, userId });
    return insights.until(userId, id, 'done');
  };

  it('is written from the newest entries, says so, and leaves the others unread', async () => {
    write(insights, 3 * FIT);
    const { text, progress } = await insight();
    expect(progress.entries).toBeLessThan(FIT + insights.journal.pageSize);
    expect(insights.journal.seen).toHaveLength(Math.ceil(FIT / insights.journal.pageSize));
    expect(text).toContain(`Written from the newest ${progress.entries} of ${3 * FIT} entries`);
    // It asks for pages that it can hold, and for no more than is left.
    const requestedBytes = insights.journal.seen.map(({ maxBytes }) => maxBytes!);
    expect(Math.max(...requestedBytes)).toBe(1024 * 1024);
    expect(requestedBytes.at(-1)).toBeLessThan(1024 * 1024);
  });

  it('needs no consent without a key for a model, reads everything, and says who has written it', async () => {
    insights.auth.consent(userId, []);
    insights.journal.entries = dailyEntries([{ location: 'Bergen', neverSendToAi: true }]);
    expect(await insights.call('insights.get-writer', {})).toMatchObject({
      provider: 'local',
      recipient: null,
    });
    const { text, provider, model } = await insight();
    expect([provider, model]).toEqual(['local', 'statistics']);
    expect(text).toContain('Bergen');
    expect(text).not.toContain('Written from the newest');
  });
});

describe('many insights at once', () => {
  let insights: InsightsUnderTest;

  beforeAll(async () => {
    insights = await startInsights();
  });

  afterAll(() => insights.stop());

  beforeEach(() => {
    insights.journal.reset();
    insights.gemini.seen.length = 0;
  });

  /** Requests one insight for each of `people`, from a model that answers after `until`. Resolves when each is done. */
  const ask = (people: number, until: Promise<unknown>): Promise<unknown>[] => {
    insights.gemini.script(
      ...Array.from({ length: people }, () => ({ ...geminiReply(INSIGHT_TEXT), until })),
    );
    return Array.from({ length: people }, async (_, n) => {
      const writer = `writer ${n}`;
      const { id } = await insights.call('insights.request', { ...request, userId: writer });
      await eventually(async () => expect((await insights.stored(id))?.status).toBe('done'), {
        timeoutMs: 50_000,
      });
    });
  };
  const sentToModel = () => insights.gemini.seen.length;

  it('wait for the model sixteen at a time, with the next ones read meanwhile', async () => {
    insights.journal.entries = dailyEntries([{}, {}]);
    const requestCounts = () => [insights.journal.seen.length, sentToModel()];
    const allRead = eventually(() => expect(requestCounts()).toEqual([24, 16]), { timeoutMs: 30_000 });
    const answers = ask(24, allRead);
    await allRead;
    await Promise.all(answers);
    expect(requestCounts()).toEqual([24, 24]);
  }, 120_000);

  it('of the largest size wait for room in memory, with four in it', async () => {
    write(insights, FIT);
    // A fifth would be sent within this second if there were room for it.
    const fourSent = eventually(() => expect(sentToModel()).toBe(4), { timeoutMs: 30_000 });
    const held = fourSent.then(() => sleep(1_000)).then(sentToModel);
    const answers = ask(5, held);
    expect(await held).toBe(4);
    await Promise.all(answers);
    expect(sentToModel()).toBe(5);
  }, 120_000);

  it('claim nothing about entries that were not read, where no model may be sent any', async () => {
    write(insights, 2 * FIT, { neverSendToAi: true });
    const { id } = await insights.call('insights.request', { ...request, userId });
    const { text } = await insights.until(userId, id, 'done');
    expect(text).toContain('Each of the newest entries of this range is marked');
    expect(insights.gemini.seen).toEqual([]);
  });
});
