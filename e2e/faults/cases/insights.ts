import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { InsightJobDto, InsightPageDto } from '@inner-weather/contracts/insights/insights.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { geminiReply } from '@inner-weather/testing/fake-models';
import type { FakeServer } from '@inner-weather/testing/fake-server';
import { Child } from '../../../deploy/local/process.mjs';
import type { Person } from '../../support/api.js';
import { JOB_LEASE_MS, type SharedStack } from '../../support/shared-stack.js';

/** Milliseconds for that on a busy machine, with the start of the other worker and a call up to its deadline. */
const NOTICED_MS = 45_000;

/** A stopped worker keeps its jobs and calls until it has missed two heartbeats of the broker. */
export const insights = (stackOf: () => SharedStack) =>
  describe('one insight per request', () => {
    let gemini: FakeServer;
    let stack: SharedStack;
    let person: Person;
    let second: Child;

    beforeAll(() => {
      stack = stackOf();
      gemini = stack.gemini;
      second = new Child(secondWorker());
    });

    beforeEach(async () => {
      person = await stack.api.signUp();
      await person.write({ weatherData: 'Sunny' });
      gemini.script();
    });

    afterAll(() => second.stop());

    const ask = (key: string = randomUUID()) =>
      person.request<InsightJobDto>('POST', '/api/insights', {
        body: { range: 'lastWeek', again: true },
        headers: { 'idempotency-key': key },
      });

    const jobs = async () => (await person.request<InsightPageDto>('GET', '/api/insights')).body.items;

    /** Every state of the job until its end, and for two more leases. */
    const watch = async (id: string): Promise<InsightJobDto[]> => {
      const seen: InsightJobDto[] = [];
      let until = Infinity;
      while (Date.now() < until) {
        const { status, body } = await person.request<InsightJobDto>('GET', `/api/insights/${id}`);
        // A call that a stopped worker has taken ends at its deadline.
        if (status === 200) seen.push(body);
        if (body.finishedAt && until === Infinity) until = Date.now() + 2 * JOB_LEASE_MS;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return seen;
    };

    /** A job has text only at its end, ends once, and keeps the same result from then on. */
    const endsOnce = (seen: InsightJobDto[], text: string): void => {
      const ended = seen.filter(({ finishedAt }) => finishedAt !== null);
      expect(seen.filter(({ finishedAt, text: part }) => finishedAt === null && part !== '')).toEqual([]);
      expect(ended.length).toBeGreaterThan(1);
      expect(ended).toEqual(ended.map(() => ended[0]));
      expect(ended[0]).toMatchObject({ status: 'done', text, error: null });
    };

    it('is one job and one call of the model, though 20 requests came at once under one key', async () => {
      const requestsBefore = gemini.seen.length;
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(key)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      await person.finished(answers[0]!.body.id);
      expect(await jobs()).toHaveLength(1);
      expect(gemini.seen.length).toBe(requestsBefore + 1);
    });

    it('ends once when its worker is killed while the model is answering', async () => {
      const requestsBefore = gemini.seen.length;
      gemini.script(
        { ...geminiReply('of the dead worker'), delayMs: 3_000 },
        geminiReply('of the next worker'),
      );
      const { body: job } = await ask();
      const watched = watch(job.id);
      await eventually(() => expect(gemini.seen.length).toBe(requestsBefore + 1));
      stack.services.insights.kill('SIGKILL');
      endsOnce(await watched, 'of the next worker');
      expect(gemini.seen.length).toBe(requestsBefore + 2);
      expect(await jobs()).toHaveLength(1);
    }, 120_000);

    it('belongs only to the later worker when the first one was stopped for longer than its lease and resumes', async () => {
      const asleep = stack.services.insights.pid!;
      try {
        const requestsBefore = gemini.seen.length;
        gemini.script(
          { ...geminiReply('of the sleeper'), delayMs: 500 },
          geminiReply('of the one who was awake'),
        );
        const { body: job } = await ask();
        await eventually(() => expect(gemini.seen.length).toBe(requestsBefore + 1));
        process.kill(asleep, 'SIGSTOP');
        second.start();
        await person.finished(job.id, NOTICED_MS);
        process.kill(asleep, 'SIGCONT');
        endsOnce(await watch(job.id), 'of the one who was awake');
        expect(gemini.seen.length).toBe(requestsBefore + 2);
        expect(await jobs()).toHaveLength(1);
      } finally {
        process.kill(asleep, 'SIGCONT');
      }
    }, 120_000);

    it('is processed by one of two workers', async () => {
      if (!second.alive) second.start();
      const requestsBefore = gemini.seen.length;
      gemini.script(
        ...Array.from({ length: 12 }, (_, n) => ({ ...geminiReply(`answer ${n}`), delayMs: 300 })),
      );
      const answers = await Promise.all(Array.from({ length: 12 }, () => ask()));
      const done = await Promise.all(answers.map(({ body }) => person.finished(body.id)));
      expect(done.map(({ status }) => status)).toEqual(done.map(() => 'done'));
      expect(new Set(done.map(({ text }) => text)).size).toBe(12);
      expect(gemini.seen.length).toBe(requestsBefore + 12);
    }, 60_000);

    /** Another replica of insights, configured like the first. */
    function secondWorker() {
      const { child } = stack.services.insights;
      const env = { ...child.options.env, ADMIN_PORT: '0' };
      const options = {
        ...child.options,
        name: 'insights-2',
        env,
        pidFile: join(stack.logs, 'insights-2.pid'),
      };
      return { ...options, logFile: join(stack.logs, 'insights-2.log') };
    }
  });
