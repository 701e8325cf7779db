import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { type EventName, InsightsJobRequestedV1 } from '@inner-weather/contracts/messaging/events';
import type { InsightDetailsDto } from '@inner-weather/contracts/insights/insights.dto';
import { INSIGHT_FAILURES } from '@inner-weather/domain/insights/failures';
import { LIMITS } from '@inner-weather/domain/limits';
import { suggestsSelfHarm } from '@inner-weather/domain/self-harm/suggests-self-harm';
import { QUEUES } from '@inner-weather/contracts/messaging/topology';
import { EventContext } from '@inner-weather/platform/events/event-context';
import { ByteBudget } from '@inner-weather/platform/limits/byte-budget';
import { inSpan } from '@inner-weather/platform/telemetry/spans';
import { Controller, Inject, Logger } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import pLimit from 'p-limit';
import { InsightsConfig } from '../config.js';
import { notableDays } from '../local/notable-days.js';
import { someSuggestSelfHarm } from '../local/signs.js';
import { type Statistics, statisticsOf } from '../local/statistics.js';
import {
  INSIGHT_MODEL,
  type InsightAnswer,
  type InsightModel,
  type InsightQuestion,
  ModelError,
} from '../model/insight-model.js';
import { Consents } from './consents.js';
import { failedBecause } from './failed-because.js';
import type { JobError } from './job.schema.js';
import { type ClaimedJob, ClaimsRepository } from './claims.repository.js';
import { type EntriesRead, JournalReader } from './journal-reader.js';
import { recordFinishedJob, modelDuration } from './jobs.metrics.js';
import { nothingToSend, nothingWritten, withheldNote } from './notes.js';

/** What belongs to a text; `statistics` are of the entries that it was written from, undefined where there are none. */
function detailsOf(
  statistics: Statistics | undefined,
  { selfHarm, cited = [], dropped = 0 }: Pick<InsightDetailsDto, 'selfHarm'> & Partial<InsightAnswer>,
): InsightDetailsDto {
  const { days = [], weekdays = [], skies = [] } = statistics ?? {};
  const notable = statistics && !selfHarm ? notableDays(statistics) : [];
  return { selfHarm, figures: { days, weekdays, skies }, notable, cited, dropped };
}

/**
 * Entries of all jobs that are in memory at the same time: those of four jobs with as many as one can have. Jobs with
 * fewer, which is nearly every one, wait for the model together; the wait for room is as long as any model may take.
 */
const MEMORY = {
  bytes: 4 * LIMITS.insightBytesMax,
  waitingMax: QUEUES['insights.jobs'].prefetch,
  waitMs: 10 * 60_000,
};

/** The most answers that one worker waits for at a time. Further jobs are read or stored in the meantime. */
const ASKING_MAX = 16;

/** Another worker has the job now: the result of this one is dropped. */
class JobLost extends Error {}

/** The worker: claims a job, reads entries, asks the model, and stores the answer if it still holds the job. */
@Controller()
export class JobsConsumer {
  private readonly logger = new Logger(JobsConsumer.name);
  private readonly memory = new ByteBudget(MEMORY);
  private readonly inTurn = pLimit(ASKING_MAX);

  constructor(
    private readonly claims: ClaimsRepository,
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
    const job = await this.claims.claim(jobId, this.config.JOB_LEASE_MS);
    // The job is finished or deleted, or another worker has it (and if that one died, housekeeping acts).
    if (!job) return;
    const lease = new AbortController();
    const heartbeat = setInterval(() => void this.renewLease(job, lease), this.config.JOB_LEASE_MS / 3);
    try {
      await this.work(job, lease.signal);
    } catch (error) {
      if (error instanceof JobLost || lease.signal.aborted) return;
      await this.failOrRelease(job, error, context);
    } finally {
      clearInterval(heartbeat);
    }
  }

  private async work(job: ClaimedJob, lostSignal: AbortSignal): Promise<void> {
    const memory = await this.memory.take(LIMITS.insightBytesMax, job.userId);
    try {
      const version = await this.journal.version(job);
      await this.assertHeld(this.claims.noteVersion(job, version));
      const readResult = await this.journal.read(job, (count) =>
        this.assertHeld(this.claims.reportProgress(job, 'reading', count)),
      );
      memory.keep(readResult.bytes);
      await this.write(job, readResult, lostSignal);
    } finally {
      memory.release();
    }
  }

  private async write(
    job: ClaimedJob,
    { entries, unread }: EntriesRead,
    lostSignal: AbortSignal,
  ): Promise<void> {
    const { userName, language = 'en' } = job;
    if (entries.length === 0) {
      await this.assertHeld(this.claims.complete(job, nothingWritten(language), ''));
      recordFinishedJob(job, 'done');
      return;
    }
    // The built-in model is no AI and sends nothing anywhere.
    const isWithheld = ({ neverSendToAi }: EntryDto) => neverSendToAi && this.model.provider !== 'local';
    const sendableEntries = entries.filter((entry) => !isWithheld(entry));
    const withheld = entries.filter(isWithheld);
    const selfHarm = await someSuggestSelfHarm(sendableEntries);
    const anySelfHarm = selfHarm || (await someSuggestSelfHarm(withheld));
    if (sendableEntries.length === 0) {
      const details = detailsOf(undefined, { selfHarm: anySelfHarm });
      await this.assertHeld(this.claims.complete(job, nothingToSend(language, unread), '', details));
      recordFinishedJob(job, 'done');
      return;
    }
    const statistics = statisticsOf(sendableEntries, language);
    await this.assertHeld(this.claims.reportProgress(job, 'writing', sendableEntries.length));
    // Checks only the entries that are sent, so that the model learns nothing about the others.
    const question = {
      userName,
      language,
      entries: sendableEntries,
      statistics,
      unread,
      selfHarm,
    };
    const answer = await this.inTurn(async () => {
      if (lostSignal.aborted) throw new JobLost();
      // Checks as late as possible, so that a consent that was just withdrawn is respected.
      await this.consents.check(job.userId);
      return this.inTime(lostSignal, (signal) => this.ask(question, signal));
    });
    const { text, model } = answer;
    const details = detailsOf(statistics, {
      ...answer,
      selfHarm: anySelfHarm || suggestsSelfHarm(text, 'answer'),
    });
    const note = withheldNote(language, withheld.length);
    await this.assertHeld(this.claims.complete(job, text + note, model, details));
    recordFinishedJob(job, 'done');
    this.logger.log({ jobId: String(job._id), entries: entries.length, model, msg: 'insight written' });
  }

  /** Keeps question and answer, which are personal, out of the span. */
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

  /** Aborts the work when the model takes too long, or the job is lost. */
  private async inTime<T>(lostSignal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    // Not AbortSignal.any with AbortSignal.timeout: on Node 20 the collector may take the timer away before it fires.
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const timer = setTimeout(abort, this.model.timeoutMs);
    lostSignal.addEventListener('abort', abort);
    try {
      return await work(controller.signal);
    } finally {
      clearTimeout(timer);
      lostSignal.removeEventListener('abort', abort);
    }
  }

  /** Throws JobLost when the write had no effect. */
  private async assertHeld(write: Promise<boolean>): Promise<void> {
    if (!(await write)) throw new JobLost();
  }

  private async renewLease(job: ClaimedJob, lease: AbortController): Promise<void> {
    try {
      if (!(await this.claims.renewLease(job, this.config.JOB_LEASE_MS))) lease.abort();
    } catch {
      // The database does not answer. If the lease expires meanwhile, the fence stops the next write.
    }
  }

  private async failOrRelease(
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
      await this.claims.release(job);
      throw error;
    }
    if (await this.claims.fail(job, failure)) recordFinishedJob(job, 'failed');
  }
}

/** Why the job failed, and whether another attempt could succeed. */
function describe(error: unknown): { failure: JobError; mayPass: boolean } {
  if (error instanceof ModelError) {
    return { failure: failedBecause(error.code, error.failure), mayPass: error.mayPass };
  }
  if (error instanceof DomainError && error.code === 'consent_required') {
    const failure = failedBecause('consent_withdrawn', { message: INSIGHT_FAILURES.consentWithdrawn });
    return { failure, mayPass: false };
  }
  if (error instanceof DomainError) {
    const failure = failedBecause('journal_unavailable', { message: INSIGHT_FAILURES.journalUnavailable });
    // With any other code, the next attempt would fail in the same way.
    const mayPass = error.code === 'unavailable' || error.code === 'timeout' || error.code === 'internal';
    return { failure, mayPass };
  }
  return { failure: failedBecause('internal', { message: INSIGHT_FAILURES.internal }), mayPass: true };
}
