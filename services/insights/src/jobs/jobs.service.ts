import type { InsightWriterDto } from '@inner-weather/contracts/about.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import type { InsightJobDto, InsightPageDto } from '@inner-weather/contracts/insights.dto';
import { daysOfPeriod, PERIODS } from '@inner-weather/contracts/periods';
import type {
  InsightRequest,
  ListInsightsRequest,
  RequestInsightRequest,
} from '@inner-weather/contracts/rpc';
import { dayBounds, today } from '@inner-weather/platform/day-bounds';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { canonicalHash } from '@inner-weather/platform/mongo/canonical-hash';
import { IdempotencyKeys } from '@inner-weather/platform/mongo/idempotency-keys';
import { decodeCursor, encodeCursor } from '@inner-weather/platform/mongo/page-cursor';
import { Inject, Injectable } from '@nestjs/common';
import { INSIGHT_MODEL, type InsightModel } from '../model/insight-model.js';
import { Consents } from './consents.js';
import { toJobDto } from './job.mapper.js';
import { JobsRepository } from './jobs.repository.js';

/** Of the counter of what is asked for. */
export const INSIGHTS_COUNTER = 'insights';

/** What a signed-in person does with insights. */
@Injectable()
export class JobsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly keys: IdempotencyKeys,
    private readonly dataKeys: DataKeys,
    private readonly consents: Consents,
    private readonly limiter: RateLimiter,
    @Inject(INSIGHT_MODEL) private readonly model: InsightModel,
  ) {}

  /**
   * Queues a job. Under an Idempotency-Key, whatever number of requests makes one: the key's document names the
   * job's id in advance, and only one insert under it can succeed. Throws `consent_required`,
   * `idempotency_key_reused`, and `unauthenticated` when the account was deleted.
   */
  async request({
    userId,
    userName,
    range,
    tz,
    idempotencyKey,
  }: RequestInsightRequest): Promise<InsightJobDto> {
    await this.dataKeys.forWriting(userId);
    await this.consents.check(userId);
    let id = this.jobs.newId();
    if (idempotencyKey) {
      // Both are in the job for all to read: there is nothing to hide from whoever tries values out.
      const bodyHash = canonicalHash({ range, tz });
      const use = await this.keys.reserve(userId, idempotencyKey, bodyHash);
      if (use.bodyHash !== bodyHash) {
        throw new DomainError('idempotency_key_reused', 'This Idempotency-Key was used with another body.');
      }
      id = use.targetId;
    }
    const known = PERIODS.find((period) => period === range);
    const days = daysOfPeriod(known, today(tz));
    const bounds = dayBounds(days.startDate, days.endDate, tz);
    const { provider } = this.model;
    await this.jobs.insert({
      _id: id,
      userId,
      userName,
      range: known ?? 'today',
      ...days,
      tz,
      ...bounds,
      provider,
    });
    // The account may have been deleted, and looked through, before the insert.
    if (!(await this.dataKeys.isAlive(userId))) await this.purge(userId);
    return this.get({ userId, jobId: String(id) });
  }

  /** For an account that was deleted. */
  async deleteEverythingOf(userId: string): Promise<void> {
    // The key first: what is asked for from here on finds it destroyed, and deletes itself.
    await this.dataKeys.destroy(userId);
    await this.purge(userId);
  }

  /** Deletes what is left of an account whose key is destroyed. */
  async purge(userId: string): Promise<void> {
    await this.jobs.deleteOfUser(userId);
    await this.keys.deleteOfUser(userId);
    await this.limiter.forget(userId, [INSIGHTS_COUNTER]);
  }

  /** Who writes insights here, and who is sent entries for it. */
  writer(): InsightWriterDto {
    const { provider, model, recipient = null } = this.model;
    return { provider, model, recipient };
  }

  /** Throws `not_found`, for another person's job too. */
  async get({ userId, jobId }: InsightRequest): Promise<InsightJobDto> {
    const job = await this.jobs.find(userId, jobId);
    if (!job) throw new DomainError('not_found', 'There is no such insight.');
    return toJobDto(job);
  }

  /** Newest first. Throws `validation_failed` for a cursor that is none of ours. */
  async list({ userId, limit, cursor }: ListInsightsRequest): Promise<InsightPageDto> {
    const jobs = await this.jobs.list(userId, limit + 1, cursor ? decodeCursor(cursor) : undefined);
    const page = jobs.slice(0, limit);
    const last = page.at(-1);
    const nextCursor =
      last && jobs.length > limit ? encodeCursor({ createdAt: last.createdAt, id: String(last._id) }) : null;
    return { items: page.map(toJobDto), nextCursor };
  }
}
