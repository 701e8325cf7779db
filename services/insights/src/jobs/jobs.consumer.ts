import { DomainError } from '@inner-weather/contracts/errors';
import { type EventName, InsightsJobRequestedV1 } from '@inner-weather/contracts/events';
import { EventContext } from '@inner-weather/platform/messaging/event-context';
import { inSpan } from '@inner-weather/platform/telemetry/spans';
import { Controller, Inject, Logger } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { InsightsConfig } from '../config.js';
import {
  INSIGHT_MODEL,
  type InsightAnswer,
  type InsightModel,
  type InsightQuestion,
  ModelError,
} from '../model/insight-model.js';
import { Consents } from './consents.js';
import type { JobError } from './job.schema.js';
import { type ClaimedJob, JobsRepository } from './jobs.repository.js';
import { JournalReader } from './journal-reader.js';
import { jobDuration, modelDuration } from './metrics.js';

const NOTHING_WRITTEN = `There are no journal entries in this range yet, so there is nothing to read between the lines.

Write a few honest words on a few days, and ask again.`;

const NOTHING_TO_SEND = `Every entry of this range is marked **never send to AI**, so none was sent to the language model.

Take the mark off an entry, or choose another range, and ask again.`;

/** A line for the end of an answer that was kept from some entries; '' when it was from none. */
function keptBackNote(entries: number): string {
  if (entries === 0) return '';
  const were = entries === 1 ? '1 entry that is' : `${entries} entries that are`;
  return `\n\n*Written without ${were} marked never send to AI.*`;
}

/** Somebody else has the job now: whatever this worker still finds is not wanted. */
class JobLost extends Error {}

/** Works on jobs: takes one, reads, asks the model, and writes the answer if the job is still its own. */
@Controller()
export class JobsConsumer {
  private readonly logger = new Logger(JobsConsumer.name);

  constructor(
    private readonly jobs: JobsRepository,
    private readonly journal: JournalReader,
    private readonly consents: Consents,
    @Inject(INSIGHT_MODEL) private readonly model: InsightModel,
    private readonly config: InsightsConfig,
  ) {}

  @EventPattern<EventName>('insights.job.requested.v1')
  async onRequested(
    @Payload() { jobId }: InsightsJobRequestedV1,
    @Ctx() context: EventContext,
  ): Promise<void> {
    const job = await this.jobs.claim(jobId, this.config.JOB_LEASE_MS);
    // Finished, deleted, or in the hands of a worker that is alive: this message has nothing to add.
    if (!job) return;
    const lost = new AbortController();
    const heartbeat = setInterval(() => void this.beat(job, lost), this.config.JOB_LEASE_MS / 3);
    try {
      await this.work(job, lost.signal);
    } catch (error) {
      if (error instanceof JobLost || lost.signal.aborted) return;
      await this.giveUpOrRelease(job, error, context);
    } finally {
      clearInterval(heartbeat);
    }
  }

  private async work(job: ClaimedJob, lost: AbortSignal): Promise<void> {
    const entries = await this.journal.read(job, (count) =>
      this.own(this.jobs.progress(job, 'reading', count)),
    );
    if (entries.length === 0) {
      await this.own(this.jobs.complete(job, NOTHING_WRITTEN, ''));
      this.countEnded(job, 'done');
      return;
    }
    // What is built in is no AI, and keeps everything to itself.
    const shown = this.model.provider === 'local' ? entries : entries.filter((one) => !one.neverSendToAi);
    if (shown.length === 0) {
      await this.own(this.jobs.complete(job, NOTHING_TO_SEND, ''));
      this.countEnded(job, 'done');
      return;
    }
    await this.own(this.jobs.progress(job, 'writing', shown.length));
    // Last, so that as little time as can be lies between the answer and what is sent.
    await this.consents.check(job.userId);
    const { text, model } = await this.inTime(lost, (signal) =>
      this.ask({ userName: job.userName, timeZone: job.tz, entries: shown }, signal),
    );
    const note = keptBackNote(entries.length - shown.length);
    await this.own(this.jobs.complete(job, text + note, model));
    this.countEnded(job, 'done');
    this.logger.log({ jobId: String(job._id), entries: entries.length, model, msg: 'insight written' });
  }

  /** The question and its answer are what people wrote: nothing of them goes into the span. */
  private ask(question: InsightQuestion, signal: AbortSignal): Promise<InsightAnswer> {
    const { provider } = this.model;
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': provider };
    const stopTimer = modelDuration.startTimer({ provider });
    return inSpan(`chat ${provider}`, { kind: 'client', attributes }, async (span) => {
      try {
        const answer = await this.model.write(question, signal);
        span.set({ 'gen_ai.response.model': answer.model });
        stopTimer({ outcome: 'ok' });
        return answer;
      } catch (error) {
        const { code } = describe(error).failure;
        span.fail(code);
        stopTimer({ outcome: code });
        throw error;
      }
    });
  }

  private countEnded({ createdAt }: ClaimedJob, status: 'done' | 'failed'): void {
    jobDuration.observe(
      { provider: this.model.provider, status },
      (Date.now() - createdAt.getTime()) / 1_000,
    );
  }

  /** Aborts the work when the model has had its time, or the job is lost. */
  private async inTime<T>(lost: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    // Not AbortSignal.any with AbortSignal.timeout: on Node 20 the collector may take the timer away before it fires.
    const working = new AbortController();
    const abort = (): void => working.abort();
    const timer = setTimeout(abort, this.config.MODEL_TIMEOUT_MS);
    lost.addEventListener('abort', abort);
    try {
      return await work(working.signal);
    } finally {
      clearTimeout(timer);
      lost.removeEventListener('abort', abort);
    }
  }

  /** Throws JobLost when the write did not count. */
  private async own(write: Promise<boolean>): Promise<void> {
    if (!(await write)) throw new JobLost();
  }

  private async beat(job: ClaimedJob, lost: AbortController): Promise<void> {
    try {
      if (!(await this.jobs.extend(job, this.config.JOB_LEASE_MS))) lost.abort();
    } catch {
      // The database is away: the lease decides, and so does the fence at the next write.
    }
  }

  private async giveUpOrRelease(
    job: ClaimedJob,
    error: unknown,
    { lastAttempt, attempt }: EventContext,
  ): Promise<void> {
    const { failure, mayPass } = describe(error);
    this.logger.warn({
      jobId: String(job._id),
      attempt,
      code: failure.code,
      err: error,
      msg: 'insight not written',
    });
    if (mayPass && !lastAttempt) {
      await this.jobs.release(job);
      throw error;
    }
    if (await this.jobs.fail(job, failure)) this.countEnded(job, 'failed');
  }
}

/** Why it did not work, for the person who waits, and whether another attempt could. */
function describe(error: unknown): { failure: JobError; mayPass: boolean } {
  if (error instanceof ModelError) {
    return { failure: { code: error.code, msg: error.message }, mayPass: error.mayPass };
  }
  if (error instanceof DomainError && error.code === 'consent_required') {
    const msg =
      'You do not agree any more that your entries are sent to the language model, so none was sent.';
    return { failure: { code: 'consent_withdrawn', msg }, mayPass: false };
  }
  if (error instanceof DomainError) {
    const msg = 'Your entries could not be read just now. Please ask again in a few minutes.';
    // Anything else the journal would answer to the next attempt too.
    const mayPass = error.code === 'unavailable' || error.code === 'timeout' || error.code === 'internal';
    return { failure: { code: 'journal_unavailable', msg }, mayPass };
  }
  const msg =
    'Something went wrong on our side. Please ask again; if it stays, tell whoever runs this journal.';
  return { failure: { code: 'internal', msg }, mayPass: true };
}
