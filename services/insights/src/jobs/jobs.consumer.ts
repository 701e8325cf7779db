import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { type EventName, InsightsJobRequestedV1 } from '@inner-weather/contracts/messaging/events';
import type { JobErrorCode } from '@inner-weather/contracts/insights/insights.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { suggestsSelfHarm } from '@inner-weather/domain/self-harm/suggests-self-harm';
import { QUEUES } from '@inner-weather/contracts/messaging/topology';
import { EventContext } from '@inner-weather/platform/events/event-context';
import { ByteBudget } from '@inner-weather/platform/limits/byte-budget';
import { Dependencies } from '@inner-weather/platform/dependencies';
import { inSpan } from '@inner-weather/platform/telemetry/spans';
import { Controller, Inject, Logger } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import pLimit from 'p-limit';
import { InsightsConfig } from '../config.js';
import { findingOf } from '../local/insight-text.js';
import { LocalModel } from '../local/local.model.js';
import { sentencesIn } from '../local/sentences.js';
import { someSuggestSelfHarm } from '../local/signs.js';
import type { Finding } from '../local/measured.js';
import { statisticsOf } from '../local/statistics.js';
import {
  INSIGHT_MODEL,
  type InsightAnswer,
  type InsightModel,
  type InsightQuestion,
  ModelError,
} from '../model/insight-model.js';
import { Consents } from './consents.js';
import { detailsOf } from './details.js';
import { describe } from './failed-because.js';
import { type ClaimedJob, ClaimsRepository } from './claims.repository.js';
import { type EntriesRead, JournalReader } from './journal-reader.js';
import { recordFinishedJob, modelDuration } from './jobs.metrics.js';
import { nothingToSend, nothingWritten, withheldNote } from './notes.js';

/** The most answers that one worker waits for at a time. Further jobs are read or stored in the meantime. */
const ASKING_MAX = 16;

/** Another worker has the job now: the result of this one is dropped. */
class JobLost extends Error {}

/** Entries have changed since they were read: one may be deleted, or marked as never to be sent. */
class EntriesChanged extends Error {}

/** How often one attempt reads entries that change before they are sent. */
const READS_MAX = 3;

/** The worker: claims a job, reads entries, asks the model, and stores the answer if it still holds the job. */
@Controller()
export class JobsConsumer {
  private readonly logger = new Logger(JobsConsumer.name);
  /**
   * Entries of all jobs that are in memory at the same time: those of four jobs with as many as one can have. Jobs with
   * fewer, which is nearly every one, wait for the model together; the wait for room is as long as any model may take.
   */
  private readonly memory = new ByteBudget({
    bytes: 4 * LIMITS.insightBytesMax,
    waitingMax: QUEUES['insights.jobs'].prefetch,
    waitMs: 10 * 60_000,
  });
  private readonly inTurn = pLimit(ASKING_MAX);

  constructor(
    private readonly claims: ClaimsRepository,
    private readonly journal: JournalReader,
    private readonly consents: Consents,
    @Inject(INSIGHT_MODEL) private readonly model: InsightModel,
    private readonly localModel: LocalModel,
    private readonly config: InsightsConfig,
    private readonly dependencies: Dependencies,
  ) {
    dependencies.declare('model', model.provider);
  }

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
      await this.workOrFallBack(job, lease.signal, context);
    } catch (error) {
      if (error instanceof JobLost || lease.signal.aborted) return;
      await this.failOrRelease(job, error, context);
    } finally {
      clearInterval(heartbeat);
    }
  }

  /**
   * A letter comes on its evening: what the model does not write in its attempts, or may not write without consent, the
   * built-in analysis does.
   */
  private async workOrFallBack(
    job: ClaimedJob,
    lostSignal: AbortSignal,
    { lastAttempt }: EventContext,
  ): Promise<void> {
    try {
      await this.work(job, lostSignal);
    } catch (error) {
      const { failure, mayPass } = describe(error);
      const isOfModel = error instanceof ModelError || failure.code === 'consent_withdrawn';
      if (!job.letter || job.provider === 'local' || !isOfModel || (mayPass && !lastAttempt)) throw error;
      this.logger.warn({
        jobId: String(job._id),
        code: failure.code,
        msg: 'a letter is written without the model',
      });
      await this.work({ ...job, provider: 'local' }, lostSignal);
    }
  }

  private async work(job: ClaimedJob, lostSignal: AbortSignal, reads = READS_MAX): Promise<void> {
    const memory = await this.memory.take(LIMITS.insightBytesMax, job.userId);
    try {
      const version = await this.journal.version(job);
      await this.assertHeld(this.claims.noteVersion(job, version));
      const readResult = await this.journal.read(job, (count) =>
        this.assertHeld(this.claims.reportProgress(job, 'reading', count)),
      );
      memory.keep(readResult.bytes);
      return await this.write({ ...job, entriesVersion: version }, readResult, lostSignal);
    } catch (error) {
      if (!(error instanceof EntriesChanged) || reads === 1) throw error;
    } finally {
      memory.release();
    }
    return this.work(job, lostSignal, reads - 1);
  }

  private async write(job: ClaimedJob, read: EntriesRead, lostSignal: AbortSignal): Promise<void> {
    const { entries, unread } = read;
    const { userName, language = 'en' } = job;
    const model = job.provider === 'local' ? this.localModel : this.model;
    if (entries.length === 0 && job.letter) return this.assertHeld(this.claims.withdraw(job));
    if (entries.length === 0) {
      await this.assertHeld(this.claims.complete(job, nothingWritten(language), ''));
      recordFinishedJob(job, 'done');
      return;
    }
    // The built-in model is no AI and sends nothing anywhere.
    const isWithheld = ({ neverSendToAi }: EntryDto) => neverSendToAi && job.provider !== 'local';
    const sendableEntries = entries.filter((entry) => !isWithheld(entry));
    const withheld = entries.filter(isWithheld);
    if (sendableEntries.length === 0 && job.letter)
      return this.write({ ...job, provider: 'local' }, read, lostSignal);
    const selfHarm = await someSuggestSelfHarm(sendableEntries);
    const anySelfHarm = selfHarm || (await someSuggestSelfHarm(withheld));
    if (sendableEntries.length === 0) {
      const details = detailsOf(undefined, { selfHarm: anySelfHarm });
      await this.assertHeld(this.claims.complete(job, nothingToSend(language, unread), '', details));
      recordFinishedJob(job, 'done');
      return;
    }
    const statistics = statisticsOf(sendableEntries, language, await this.journal.moodsOf(job.userId));
    await this.assertHeld(this.claims.reportProgress(job, 'writing', sendableEntries.length));
    const isBuiltIn = model !== this.model;
    const figures = isBuiltIn ? [] : await this.journal.measured(job);
    const finding = anySelfHarm ? undefined : await this.findTogether(job);
    const answer = await this.inTurn(async () => {
      if (lostSignal.aborted) throw new JobLost();
      // Checks as late as possible, so that a consent that was just withdrawn is respected, and so is a mark.
      const withMeasures = !isBuiltIn && (await this.isMeasuredSendable(job));
      const assertSendable = async (): Promise<void> => {
        if ((await this.isMeasuredSendable(job)) !== withMeasures) throw new EntriesChanged();
      };
      const measures = withMeasures ? figures : [];
      const known = { userName, language, statistics, unread, measures, assertSendable };
      // Checks only the entries that are sent, so that the model learns nothing about the others.
      const question = { ...known, entries: sendableEntries, selfHarm, ...(isBuiltIn && { finding }) };
      return this.inTime(model, lostSignal, (signal) => this.ask(model, question, signal));
    });
    const details = detailsOf(statistics, {
      ...answer,
      selfHarm: anySelfHarm || suggestsSelfHarm(answer.text, 'answer'),
    });
    // Said below the model's letter, which is not told of it.
    const isAdded = !isBuiltIn && finding && !details.selfHarm;
    const text = [answer.text, ...(isAdded ? [findingOf(finding, sentencesIn(language)).join(' ')] : [])];
    const note = withheldNote(language, withheld.length);
    await this.assertHeld(this.claims.complete(job, text.join('\n\n') + note, answer.model, details));
    recordFinishedJob(job, 'done');
    this.logger.log({
      jobId: String(job._id),
      entries: entries.length,
      model: answer.model,
      msg: 'insight written',
    });
  }

  /** Throws if the entries may not be sent any more. Returns whether the figures of measures may. */
  private async isMeasuredSendable(job: ClaimedJob): Promise<boolean> {
    const withMeasures = await this.consents.check(job.userId);
    if ((await this.journal.version(job)) !== job.entriesVersion) throw new EntriesChanged();
    return withMeasures;
  }

  /** For the built-in analysis and for every letter. */
  private async findTogether(job: ClaimedJob): Promise<Finding | undefined> {
    const isAsked = job.provider === 'local' || job.letter !== undefined;
    return isAsked ? this.journal.findTogether(job) : undefined;
  }

  /** Keeps question and answer, which are personal, out of the span. */
  private ask(model: InsightModel, question: InsightQuestion, signal: AbortSignal): Promise<InsightAnswer> {
    const { provider } = model;
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': provider };
    const stopTimer = modelDuration().startTimer({ provider });
    return inSpan(`chat ${provider}`, { kind: 'client', attributes }, async (span) => {
      try {
        const answer = await model.write(question, signal);
        span.set({ 'gen_ai.response.model': answer.model });
        stopTimer({ outcome: 'ok' });
        if (model === this.model) this.dependencies.succeeded('model');
        return answer;
      } catch (error) {
        const { code } = describe(error).failure;
        span.fail(code);
        stopTimer({ outcome: code });
        this.noteFailure(code);
        throw error;
      }
    });
  }

  /** For the administrator's page. A model that declines a question has answered it. */
  private noteFailure(code: JobErrorCode): void {
    switch (code) {
      case 'model_unavailable':
      case 'model_refused':
      case 'model_wrote_nothing':
        return this.dependencies.failed('model', code);
      case 'model_blocked':
        return this.dependencies.succeeded('model');
      default:
    }
  }

  /** Aborts the work when the model takes too long, or the job is lost. */
  private async inTime<T>(
    { timeoutMs }: InsightModel,
    lostSignal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    // Not AbortSignal.any with AbortSignal.timeout: on Node 20 the collector may take the timer away before it fires.
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const timer = setTimeout(abort, timeoutMs);
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
