import { randomUUID } from 'node:crypto';
import { eventually } from '@inner-weather/testing/eventually';
import { geminiError, retryInfo, startFakeOpenAi } from '@inner-weather/testing/fakes/models';
import { heldReply } from '@inner-weather/testing/fakes/server';
import { jest } from '@jest/globals';
import { Types } from 'mongoose';
import { aMeasure, anEntry, dailyEntries } from './builders.js';
import { type InsightsUnderTest, startInsights } from './harness.js';

const REFUSED = {
  code: 'consent_required',
  errors: [{ msg: 'Entries are sent to gemini only after you have agreed to that.', field: 'aiConsent' }],
};

// ASVS 2.3.1, 14.2.3
describe('consent', () => {
  let insights: InsightsUnderTest;
  let userId: string;

  beforeAll(async () => {
    insights = await startInsights();
  });

  afterAll(() => insights.stop());

  beforeEach(() => {
    userId = `user-${new Types.ObjectId().toHexString()}`;
    insights.reset();
    insights.journal.entries = dailyEntries([{ content: 'First' }, { content: 'Second' }]);
  });

  afterEach(() => jest.restoreAllMocks());

  const request = (range = 'lastWeek') =>
    insights.call('insights.request', { userId, userName: 'Ada', range, tz: 'UTC', again: true });
  /** Runs `change` each time that a worker asks for the consent, which is after the entries were read. */
  const whenAskedBeforeSending = (change: () => void) => {
    let isRequested = false;
    jest.spyOn(insights.auth, 'consentOf').mockImplementation(() => {
      if (isRequested) change();
      isRequested = true;
      return ['gemini'];
    });
  };
  const textSent = () => JSON.stringify(insights.gemini.seen);

  it('says who would be sent entries', async () => {
    expect(await insights.call('insights.get-writer', {})).toEqual({
      provider: 'gemini',
      model: 'gemini-3.5-flash-lite',
      recipient: 'gemini',
    });
  });

  it.each([[[]], [['api.openai.com']], [['Gemini']]])(
    'is required first: %j is not a consent',
    async (aiConsent) => {
      insights.auth.consent(userId, aiConsent);
      await expect(request()).rejects.toMatchObject(REFUSED);
      // Nor is that for measures enough.
      insights.auth.measuresToAi.add(userId);
      await expect(request()).rejects.toMatchObject(REFUSED);
      expect(await insights.jobs.countDocuments({ userId })).toBe(0);
      expect(insights.gemini.seen).toEqual([]);
      expect(insights.journal.seen).toEqual([]);
    },
  );

  it('can be withdrawn while a job waits or reads: nothing is sent, and the job says why', async () => {
    insights.journal.before = () => insights.auth.consent(userId, []);
    const { id } = await request();
    const { error } = await insights.until(userId, id, 'failed');
    expect(error).toMatchObject({
      code: 'consent_withdrawn',
      msg: 'You have withdrawn your consent to send entries to the language model, so none were sent.',
    });
    expect(insights.gemini.seen).toEqual([]);
    expect(await insights.deadLetter('insights.jobs')).toBeUndefined();
  });

  describe('while a busy model is waited for', () => {
    /** Requests an insight of a model that is busy once, and makes a change before that answer. */
    const requestThen = async (change: () => void): Promise<string> => {
      const busy = heldReply(geminiError(429, 'RESOURCE_EXHAUSTED', [retryInfo('0.5s')]));
      insights.gemini.script(busy);
      const { id } = await request();
      await eventually(() => expect(insights.gemini.seen).toHaveLength(1));
      change();
      busy.send();
      return id;
    };
    const isSentEachTime = (words: string) =>
      insights.gemini.seen.map((one) => JSON.stringify(one).includes(words));

    it('can be withdrawn: the entries are not sent again', async () => {
      const id = await requestThen(() => insights.auth.consent(userId, []));
      const { error } = await insights.until(userId, id, 'failed');
      expect(error).toMatchObject({ code: 'consent_withdrawn' });
      expect(insights.gemini.seen).toHaveLength(1);
    });

    it('can be withdrawn for measures: their figures are not sent again', async () => {
      insights.journal.measures = [aMeasure({ name: 'Slumber' })];
      insights.journal.values = [400, 440];
      insights.auth.measuresToAi.add(userId);
      await insights.until(
        userId,
        await requestThen(() => insights.auth.measuresToAi.delete(userId)),
        'done',
      );
      expect(isSentEachTime('Slumber')).toEqual([true, false]);
    });

    it('counts for one entry: what was deleted is not sent again', async () => {
      const id = await requestThen(() => void insights.journal.entries.pop());
      await insights.until(userId, id, 'done');
      expect(isSentEachTime('Second')).toEqual([true, false]);
    });
  });

  describe('for measures', () => {
    beforeEach(() => {
      insights.journal.measures = [aMeasure({ name: 'Slumber' })];
      insights.journal.values = [400, 440];
    });

    it('is a choice of its own: their figures are not sent without it', async () => {
      insights.auth.consent(userId, ['api.openai.com', 'gemini']);
      await insights.until(userId, (await request()).id, 'done');
      expect(textSent()).toContain('First');
      expect(textSent()).not.toMatch(/Slumber|400/);
    });

    it('lets them go, but for what entries have measured that are never sent', async () => {
      insights.auth.measuresToAi.add(userId);
      insights.journal.measures.push(aMeasure({ _id: randomUUID(), name: 'Bedtime', kind: 'time' }));
      insights.journal.values = [23 * 60 + 30, 30];
      await insights.until(userId, (await request()).id, 'done');
      expect(textSent()).toContain('⟦Slumber⟧ (minutes): 2 days, mean 720, lowest 30, highest 1410.');
      // Times after midnight are those of the evening before.
      expect(textSent()).toMatch(/⟦Bedtime⟧ \(.*\): 2 days, mean 1440, lowest 1410, highest 1470\./);
      expect(insights.journal.measured).toEqual([expect.objectContaining({ userId, sendable: true })]);
    });
  });

  describe('for one entry', () => {
    it('keeps it from the model, and from what is counted for it, and the insight says so', async () => {
      insights.journal.entries = dailyEntries([
        { content: 'First' },
        { content: 'A secret', location: 'Nowhere', neverSendToAi: true },
        { content: 'Third' },
      ]);
      const { text, progress } = await insights.until(userId, (await request()).id, 'done');
      expect(textSent()).toContain('Third');
      expect(textSent()).toContain('Entries: 2 on 2 days');
      expect(textSent()).not.toMatch(/A secret|Nowhere/);
      expect(progress.entries).toBe(2);
      expect(text).toMatch(/\*Written without 1 entry that is marked never send to AI\.\*$/);
    });

    it('counts until it is sent: what was marked or deleted while the job waited is not sent', async () => {
      const entry = (content: string, fields = {}) => anEntry({ content, ...fields });
      const [first, marked, deleted] = [entry('First'), entry('Marked'), entry('Deleted')];
      insights.journal.entries = [first, marked, deleted];
      const updatedAt = new Date().toISOString();
      whenAskedBeforeSending(() => {
        insights.journal.entries = [first, { ...marked, neverSendToAi: true, updatedAt }];
      });
      const { text } = await insights.until(userId, (await request()).id, 'done');
      expect(textSent()).toContain('First');
      expect(textSent()).not.toMatch(/Marked|Deleted/);
      expect(text).toMatch(/\*Written without 1 entry that is marked never send to AI\.\*$/);
    });

    it('sends nothing while entries change each time before they are sent', async () => {
      const [first] = insights.journal.entries;
      let changes = 0;
      whenAskedBeforeSending(() => {
        changes += 1;
        insights.journal.entries = [{ ...first!, updatedAt: new Date(changes).toISOString() }];
      });
      const { error } = await insights.until(userId, (await request()).id, 'failed');
      expect(error).toMatchObject({ code: 'internal' });
      expect(insights.gemini.seen).toEqual([]);
    });

    it('asks no model when all entries are marked', async () => {
      insights.journal.entries = dailyEntries([{ neverSendToAi: true }, { neverSendToAi: true }]);
      const { text } = await insights.until(userId, (await request()).id, 'done');
      expect(text).toContain('Every entry of this range is marked **never send to AI**');
      expect(insights.gemini.seen).toEqual([]);
    });
  });
});

describe('a model without an outside recipient', () => {
  let userId: string;
  let insights: InsightsUnderTest;

  const writerOf = async (): Promise<string> => {
    insights.auth.consent(userId, []);
    const job = await insights.call('insights.request', {
      userId,
      userName: 'Ada',
      range: 'lastWeek',
      tz: 'UTC',
      again: true,
    });
    return (await insights.until(userId, job.id, 'done')).text;
  };

  beforeEach(() => {
    userId = `user-${new Types.ObjectId().toHexString()}`;
  });

  afterEach(() => insights.stop());

  it('of the same network needs no consent, and is not sent what no model may be sent', async () => {
    const openAi = await startFakeOpenAi();
    insights = await startInsights({ GEMINI_API_KEY: undefined, OPENAI_BASE_URL: `${openAi.url}/v1` });
    insights.journal.entries = dailyEntries([
      { content: 'First' },
      { content: 'Secret', neverSendToAi: true },
    ]);
    expect(await insights.call('insights.get-writer', {})).toMatchObject({ recipient: null });
    expect(await writerOf()).toContain('Written without 1 entry');
    await eventually(() => expect(JSON.stringify(openAi.seen)).toContain('First'));
    expect(JSON.stringify(openAi.seen)).not.toContain('Secret');
    await openAi.close();
  });
});
