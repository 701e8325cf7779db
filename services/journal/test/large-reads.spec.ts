import { LIMITS } from '@inner-weather/domain/limits';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { type JournalUnderTest, startJournal } from './harness.js';

/** The most bytes of the words of an entry. */
const CONTENT_BYTES = 3 * LIMITS.contentMax;
const COUNT = 760;
/** The newest, whose characters take three bytes. The others take one: they are quickly read. */
const LONG = 60;
const DAYS = { startDate: '2026-11-02', endDate: '2026-11-02' };
/** The deadline of a small read. That of a large one is longer than a slow machine takes to read what had to wait. */
const SMALL = { timeoutMs: 10_000 };

describe('large reads', () => {
  let journal: JournalUnderTest;

  beforeAll(async () => {
    journal = await startJournal();
    // Ana's whole day is more than two answers; Bea's is a few lines.
    await write('ana', COUNT, (index) =>
      `${index} `.padEnd(LIMITS.contentMax, index < COUNT - LONG ? 'x' : '雨'),
    );
    await write('bea', 3, () => 'Words');
  }, 120_000);

  afterAll(() => journal.stop());

  const write = (userId: string, count: number, content: (index: number) => string) =>
    journal.store(
      Array.from({ length: count }, (_, index) => {
        const createdAt = new Date(Date.UTC(2026, 10, 2, 0, 0, index));
        return { userId, content: content(index), inputMood: '', location: 'Porto', createdAt };
      }),
    );

  it('end where the caller wants them to, at an entry at least', async () => {
    const page = await journal.search({ userId: 'ana', ...DAYS, maxBytes: 1024 * 1024 });
    expect(page.bytes).toBeLessThanOrEqual(1024 * 1024);
    expect(page.bytes).toBeGreaterThan(1024 * 1024 - 1.1 * CONTENT_BYTES);
    expect(page.meta).toMatchObject({ total: String(COUNT), nextCursor: expect.any(String) });
    const one = await journal.search({ userId: 'ana', ...DAYS, maxBytes: 1 });
    expect(one.entries).toHaveLength(1);
    const next = await journal.search({ userId: 'ana', ...DAYS, maxBytes: 1, cursor: one.meta.nextCursor });
    expect(next.entries[0]!._id).not.toBe(one.entries[0]!._id);
    const uncounted = await journal.search({ userId: 'ana', ...DAYS, maxBytes: 1, skipTotal: true });
    expect(uncounted.meta).toEqual({ nextCursor: one.meta.nextCursor });
  });

  it('end before an answer is too large for one message, and say where to go on', async () => {
    const firstWords: string[] = [];
    let cursor: string | undefined;
    let answers = 0;
    do {
      const page = await journal.search({ userId: 'ana', ...DAYS, cursor });
      expect(page.bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
      firstWords.push(...page.entries.map(({ content }) => content.split(' ')[0]!));
      cursor = page.meta.nextCursor;
      answers += 1;
    } while (cursor);
    expect(firstWords).toEqual(Array.from({ length: COUNT }, (_, index) => String(COUNT - 1 - index)));
    expect(answers).toBe(3);
  });

  it('go through in turn, or are refused in time, while small ones of others are quick', async () => {
    /** Large reads that have had their answer. */
    let answered = 0;
    const large = Array.from({ length: 60 }, () =>
      journal.search({ userId: 'ana', ...DAYS }).then(
        ({ bytes }) => {
          answered += 1;
          return bytes;
        },
        (error: unknown) => error as DomainError,
      ),
    );
    /** For each small read: the large ones that were answered while it waited. */
    const waits: number[] = [];
    let hasEnded = false;
    const all = Promise.all(large).finally(() => (hasEnded = true));
    while (!hasEnded) {
      const before = answered;
      const { entries } = await journal.search({ userId: 'bea', ...DAYS }, SMALL);
      expect(entries).toHaveLength(3);
      waits.push(answered - before);
    }
    const outcomes = await all;
    const waitTimes = outcomes.filter((outcome) => typeof outcome === 'number');
    const refusals = outcomes.filter((outcome) => typeof outcome !== 'number');
    expect(waitTimes.length).toBeGreaterThanOrEqual(2);
    for (const bytes of waitTimes) expect(bytes).toBeGreaterThan(LIMITS.answerBytesMax - 1.1 * CONTENT_BYTES);
    // It is her own burst, which others do not pay for.
    for (const error of refusals) expect(error).toMatchObject({ code: 'rate_limited', retryAfter: 2 });
    // At least these found 32 in line before them.
    expect(refusals.length).toBeGreaterThanOrEqual(60 - 32 - 2);
    // One that was nearly read already, and one more.
    expect(Math.max(...waits)).toBeLessThanOrEqual(2);
    // All memory was released.
    await expect(journal.search({ userId: 'ana', ...DAYS })).resolves.toMatchObject({
      meta: { total: String(COUNT) },
    });
  }, 120_000);
});
