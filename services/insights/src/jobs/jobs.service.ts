import { DomainError } from '@inner-weather/contracts/errors';
import type { InsightJobDto, InsightPageDto } from '@inner-weather/contracts/insights.dto';
import { daysOfPeriod, PERIODS } from '@inner-weather/contracts/periods';
import type {
  InsightRequest,
  ListInsightsRequest,
  RequestInsightRequest,
} from '@inner-weather/contracts/rpc';
import { dayBounds, today } from '@inner-weather/platform/day-bounds';
import { canonicalHash } from '@inner-weather/platform/mongo/canonical-hash';
import { IdempotencyKeys } from '@inner-weather/platform/mongo/idempotency-keys';
import { decodeCursor, encodeCursor } from '@inner-weather/platform/mongo/page-cursor';
import { Inject, Injectable } from '@nestjs/common';
import { INSIGHT_MODEL, type InsightModel } from '../model/insight-model.js';
import { toJobDto } from './job.mapper.js';
import { JobsRepository } from './jobs.repository.js';

/** What a signed-in person does with insights. */
@Injectable()
export class JobsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly keys: IdempotencyKeys,
    @Inject(INSIGHT_MODEL) private readonly model: InsightModel,
  ) {}

  /**
   * Queues a job. Under an Idempotency-Key, whatever number of requests makes one: the key's document names the
   * job's id in advance, and only one insert under it can succeed. Throws `idempotency_key_reused`.
   */
  async request({
    userId,
    userName,
    range,
    tz,
    idempotencyKey,
  }: RequestInsightRequest): Promise<InsightJobDto> {
    let id = this.jobs.newId();
    if (idempotencyKey) {
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
    return this.get({ userId, jobId: String(id) });
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
