import type { EventMap, EventName } from '@inner-weather/contracts/messaging/events';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { QueueName } from '@inner-weather/contracts/messaging/topology';
import { eventsHandled } from '@inner-weather/platform/events/events.metrics';
import { inFlight } from '@inner-weather/platform/messaging/queue-consumer.metrics';
import { startHarness } from '@inner-weather/platform/test/service-harness';
import { eventually } from '@inner-weather/testing/eventually';
import { startFakeGemini } from '@inner-weather/testing/fakes/models';
import { Types } from 'mongoose';
import { AppModule } from '../src/app.module.js';
import { InsightsConfig } from '../src/config.js';
import type { Job } from '../src/jobs/job.schema.js';
import { FakeAuth, fakeAuthModule } from './fake-auth.js';
import { FakeJournal, fakeJournalModule } from './fake-journal.js';

export type InsightsUnderTest = Awaited<ReturnType<typeof startInsights>>;

/** The service on a real broker and database, a journal and a Gemini that do what a test says, and the neighbours. */
export async function startInsights(settings: Partial<InsightsConfig> = {}) {
  const harness = await startHarness('insights', ['journal', 'auth', 'reminders']);
  const gemini = await startFakeGemini();
  const config = Object.assign(new InsightsConfig(), harness.settings, {
    GEMINI_API_KEY: 'a-key',
    GEMINI_API_URL: gemini.url,
    // Only suites that say so look for jobs without a worker.
    JOB_CHECK_MS: 24 * 60 * 60_000,
    // A worker in the middle of a test's endless wait must not delay the end of the suite.
    SHUTDOWN_GRACE_MS: 500,
    ...settings,
  });
  const journal = new FakeJournal();
  const auth = new FakeAuth();
  const { call, db } = harness;
  const serve = (own: InsightsConfig) => harness.serve(AppModule.forRoot(own));
  const app = await serve(config);
  await harness.serve(fakeAuthModule(auth, config));
  await harness.serve(fakeJournalModule(journal, config));
  const jobs = db.collection<Job>('jobs');

  const get = (userId: string, jobId: string): Promise<InsightJobDto> =>
    call('insights.get', { userId, jobId });
  const messagesAtWork = async (queue: QueueName): Promise<number | undefined> => {
    const { values } = await inFlight().get();
    return values.find(({ labels }) => labels.queue === queue)?.value;
  };

  return {
    app,
    gemini,
    journal,
    auth,
    jobs,
    dataKeys: db.collection<{ _id: string }>('datakeys'),
    call,
    get,
    /** For the next test: a journal without entries, and a model that answers as usual and was not asked. */
    reset(): void {
      journal.reset();
      gemini.script();
      gemini.seen.length = 0;
    },
    /** Another replica, or the service after a restart. */
    startAnother: () => serve(config),
    /** Ends a replica in the middle of whatever it does. */
    end: harness.end,
    stored: (jobId: string) => jobs.findOne({ _id: new Types.ObjectId(jobId) }),
    /** Resolves with the job when it has come to this status. Leases and retries take their time on a busy machine. */
    until: (userId: string, jobId: string, status: InsightJobDto['status']): Promise<InsightJobDto> =>
      eventually(
        async () => {
          const job = await get(userId, jobId);
          expect(job).toMatchObject({ status });
          return job;
        },
        { timeoutMs: 25_000 },
      ),
    /** `at`: when it happened; now, unless given. */
    fromJournal: <N extends EventName>(type: N, payload: EventMap[N], at = new Date()): Promise<void> =>
      harness.publish('journal', type, payload, { at }),
    fromAuth: <N extends EventName>(type: N, payload: EventMap[N]): Promise<void> =>
      harness.publish('auth', type, payload),
    fromReminders: <N extends EventName>(type: N, payload: EventMap[N]): Promise<void> =>
      harness.publish('reminders', type, payload),
    /** Delivers a job's message once more. */
    deliverAgain: (jobId: string): boolean =>
      harness.fromStranger('insights.job.requested.v1', JSON.stringify({ jobId })),
    deadLetter: harness.deadLetter,
    /** Messages of a queue that this process has in hand. */
    messagesAtWork,
    /** Messages about jobs that a worker of this process has in hand. */
    jobsAtWork: () => messagesAtWork('insights.jobs'),
    /** How often this process has sent a message about a job to its next attempt. */
    async retries(): Promise<number> {
      const { values } = await eventsHandled().get();
      const ours = values.find(
        ({ labels }) =>
          labels.queue === ('insights.jobs' satisfies QueueName) && labels.outcome === 'retried',
      );
      return ours?.value ?? 0;
    },
    async stop(): Promise<void> {
      await harness.stop();
      await gemini.close();
    },
  };
}
