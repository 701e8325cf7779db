import type { InsightWriterDto } from '@inner-weather/contracts/about.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { InsightJobDto, InsightPageDto } from '@inner-weather/contracts/insights/insights.dto';
import { todayIn } from '@inner-weather/domain/time/local-time';
import { daysOfPeriod, PERIODS } from '@inner-weather/domain/time/periods';
import type {
  ChangeInsightRequest,
  InsightRequest,
  ListInsightsRequest,
  RequestInsightRequest,
} from '@inner-weather/contracts/rpc/insights';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { assertSameBody, type KeyedId, KeyedIds } from '@inner-weather/platform/idempotency/keyed-ids';
import { decodeCursor, encodeCursor } from '@inner-weather/platform/mongo/page-cursor';
import { problem } from '@inner-weather/domain/problems/problem';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { Inject, Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { INSIGHT_MODEL, type InsightModel } from '../model/insight-model.js';
import { Consents } from './consents.js';
import { toJobDto } from './job.mapper.js';
import { JobsRepository, type NewJob } from './jobs.repository.js';
import { JournalReader } from './journal-reader.js';

/** The name of the counter of requested insights. */
export const INSIGHTS_COUNTER = 'insights';

/** Requests, reads, changes and deletes the insights of a signed-in person. */
@Injectable()
export class JobsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly ids: KeyedIds,
    private readonly dataKeys: DataKeys,
    private readonly consents: Consents,
    private readonly journal: JournalReader,
    private readonly limiter: RateLimiter,
    @Inject(INSIGHT_MODEL) private readonly model: InsightModel,
  ) {}

  /**
   * Queues a job, unless an existing one has the same result; `again` always queues a new one. A job is queued once per
   * Idempotency-Key (see KeyedIds): a repeated request returns the current state of the job. Throws `consent_required`,
   * `idempotency_key_reused`, `not_found` when the job has since been deleted, and `unauthenticated` when the account
   * was deleted.
   */
  async request({
    userId,
    userName,
    language = 'en',
    range,
    tz,
    dayEndsAt,
    again = false,
    idempotencyKey,
  }: RequestInsightRequest): Promise<InsightJobDto> {
    await this.dataKeys.forWriting(userId);
    await this.consents.check(userId);
    const id = await this.ids.forNew(userId, { range, tz, again }, idempotencyKey);
    const existingJob = await this.findRepeated(userId, id);
    if (existingJob) return existingJob;
    const period = PERIODS.find((name) => name === range);
    const days = daysOfPeriod(period, todayIn(tz, Date.now(), dayEndsAt));
    const { provider } = this.model;
    const jobFields = { userId, userName, language, range: period ?? 'today', ...days, provider };
    const sameJob = again ? undefined : await this.findSame(jobFields);
    if (sameJob) {
      if (idempotencyKey) await this.jobs.insertReference(id, sameJob);
      return (await this.findRepeated(userId, id)) ?? this.get({ userId, jobId: String(sameJob) });
    }
    const insertedJob = await this.jobs.insert({ ...id, ...jobFields });
    // The account may have been deleted, and its jobs erased, just before the insert.
    const isAlive = await this.dataKeys.isAlive(userId);
    if (!isAlive) await this.purge(userId);
    // Returns the job as it was stored, because a worker may have claimed it already.
    if (insertedJob && isAlive) return toJobDto(insertedJob);
    const existing = await this.findRepeated(userId, id);
    if (!existing) throw noSuchInsight();
    return existing;
  }

  /**
   * Finds a job with the same result. If its entries were already read, their version must be the current one. This asks
   * journal, because the events that mark a job as outdated may still be on their way.
   */
  private async findSame(jobFields: Omit<NewJob, keyof KeyedId>): Promise<Types.ObjectId | undefined> {
    const sameJob = await this.jobs.findSame(jobFields);
    if (sameJob?.entriesVersion === undefined) return sameJob?._id;
    return sameJob.entriesVersion === (await this.journal.version(jobFields)) ? sameJob._id : undefined;
  }

  /** For an account that was deleted. */
  async eraseAccount(userId: string): Promise<void> {
    // Destroys the key first: a job that is requested later finds it destroyed and is deleted at once.
    await this.dataKeys.destroy(userId);
    await this.purge(userId);
  }

  /** Erases what is left of an account whose key is destroyed. */
  async purge(userId: string): Promise<void> {
    await this.jobs.deleteOfUser(userId);
    await this.limiter.forget(userId, [INSIGHTS_COUNTER]);
  }

  /** The configured model, and the external recipient of entries if there is one. */
  writer(): InsightWriterDto {
    const { provider, model, recipient = null } = this.model;
    return { provider, model, recipient };
  }

  /** Throws `not_found`, also for another person's job. */
  async get({ userId, jobId }: InsightRequest): Promise<InsightJobDto> {
    const job = await this.jobs.find(userId, jobId);
    if (!job) throw noSuchInsight();
    return toJobDto(job);
  }

  /** Throws `not_found` as `get` does. */
  async change({ userId, jobId, changes }: ChangeInsightRequest): Promise<InsightJobDto> {
    if (!(await this.jobs.change(userId, jobId, changes))) throw noSuchInsight();
    return this.get({ userId, jobId });
  }

  /** Deletes a job in any state. A request that is repeated under its key does not bring it back. Throws as `get` does. */
  async delete({ userId, jobId }: InsightRequest): Promise<null> {
    if (!(await this.jobs.delete(userId, jobId))) throw noSuchInsight();
    return null;
  }

  /** Newest first. Throws `validation_failed` for an unknown cursor. */
  async list({ userId, limit, cursor, only }: ListInsightsRequest): Promise<InsightPageDto> {
    const jobs = await this.jobs.list(userId, limit + 1, cursor ? decodeCursor(cursor) : undefined, only);
    const page = jobs.slice(0, limit);
    const lastJob = page.at(-1);
    const nextCursor =
      lastJob && jobs.length > limit
        ? encodeCursor({ createdAt: lastJob.createdAt, id: String(lastJob._id) })
        : null;
    return { items: page.map(toJobDto), nextCursor };
  }

  /**
   * The job that an earlier request with the same key was answered with; null when there was none. Throws
   * `idempotency_key_reused` when that request had another body, and `not_found` when the job has been deleted since.
   */
  private async findRepeated(userId: string, id: KeyedId): Promise<InsightJobDto | null> {
    if (!id.requestHash) return null;
    const existing = await this.jobs.findRequest(id._id);
    if (!existing) return null;
    assertSameBody(existing, id);
    return this.get({ userId, jobId: String(existing.answeredWith ?? id._id) });
  }
}

const noSuchInsight = (): DomainError =>
  new DomainError('not_found', problem(JOURNAL_PROBLEMS.no_such_insight));
