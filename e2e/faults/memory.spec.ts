import { readFileSync } from 'node:fs';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { Api, dayFromToday, type Person } from '../support/requests/api.js';
import { startTestStack } from '../support/stacks/stack.mjs';

/** Megabytes that the worker's heap may have: less than the diary below. */
const HEAP_MB = 80;
const ENTRIES = 4_000;
/** Entries in one import: 200 KB of the 256 KB that a request may have. */
const BATCH = 10;
const FLOOD = 60;

// ASVS 15.1.3, 15.2.2
describe('one user who requests more than fits into memory', () => {
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let hoarder: Person;
  let neighbour: Person;

  beforeAll(async () => {
    stack = await startTestStack({
      serviceEnv: { insights: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` } },
    });
    const api = new Api(stack.url);
    [hoarder, neighbour] = await Promise.all([api.signUp(), api.signUp()]);
    await neighbour.write({ weatherData: 'Sunny' });
    await hoard();
  }, 300_000);

  afterAll(() => stack.stop(), 60_000);

  /** Imports 80 MB of entries, of today and the days before. */
  const hoard = async () => {
    const content = 'a walk by the river '.repeat(LIMITS.contentMax / 20);
    const now = Date.now();
    const importFrom = async (first: number): Promise<void> => {
      const entries = Array.from({ length: BATCH }, (_, index) => {
        const createdAt = new Date(now - (first + index) * 60_000).toISOString();
        return { content, location: 'Porto', weatherData: 'Sunny', createdAt };
      });
      const { status } = await hoarder.request('POST', '/api/journal/import', { body: { entries } });
      expect(status).toBe(200);
    };
    for (let first = 0; first < ENTRIES; first += 4 * BATCH)
      await Promise.all([0, 1, 2, 3].map((lane) => importFrom(first + lane * BATCH)));
  };

  it('gets an insight into the newest entries, from a worker that survives', async () => {
    const worker = stack.services.insights.pid;
    const { status, body } = await hoarder.request<InsightJobDto>('POST', '/api/insights', {
      body: { range: 'lastWeek', again: true },
    });
    expect(status).toBe(202);
    const job = await hoarder.finished(body.id, 120_000);
    expect(job).toMatchObject({ status: 'done', error: null });
    expect(job.text).toMatch(
      new RegExp(`Written from the newest \\d{3} of ${ENTRIES.toLocaleString('en')} entries`),
    );
    expect(stack.services.insights.pid).toBe(worker);
  }, 180_000);

  it('who searches sixty times at once uses limited memory, and does not delay other users', async () => {
    const journal = stack.services.journal.pid;
    const range = { startDate: dayFromToday(-7), limit: String(LIMITS.searchPageMax) };
    const before = memoryOf(journal).VmRSS;
    let flooding = true;
    const flood = Promise.all(Array.from({ length: FLOOD }, () => hoarder.search(range))).finally(
      () => (flooding = false),
    );
    const waits: number[] = [];
    while (flooding) {
      const began = performance.now();
      expect((await neighbour.search()).status).toBe(200);
      waits.push(performance.now() - began);
    }
    const answers = await flood;
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    const grown = memoryOf(journal).VmHWM - before;
    waits.sort((a, b) => a - b);
    const slowest = waits.at(-1) ?? 0;
    process.stderr.write(
      `  60 searches of 8 MiB: ${count(200)} answered, ${count(429)} refused, ${count(504)} late; the journal grew by ${grown} MB; others waited ${Math.round(waits[waits.length >> 1] ?? 0)} ms (median), ${Math.round(slowest)} ms (most) in ${waits.length} searches\n`,
    );
    expect(count(200)).toBeGreaterThanOrEqual(2);
    const others = answers.filter(({ status }) => ![200, 429, 504].includes(status));
    expect(others.map(({ status, body }) => ({ status, body }))).toEqual([]);
    for (const { status, headers } of answers)
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(grown).toBeLessThan(300);
    expect(slowest).toBeLessThan(3_000);
    expect(stack.services.journal.pid).toBe(journal);
  }, 90_000);
});

/** The current and the peak memory of a process, in megabytes (proc(5)). */
function memoryOf(pid = 0): { VmRSS: number; VmHWM: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_000;
  return { VmRSS: Math.round(of('VmRSS')), VmHWM: Math.round(of('VmHWM')) };
}
