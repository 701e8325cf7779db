import type { InsightWriterDto } from '@inner-weather/contracts/about.dto';
import type { InsightJobDto, InsightPageDto } from '@inner-weather/contracts/insights/insights.dto';
import {
  ChangeInsightRequest,
  InsightRequest,
  ListInsightsRequest,
  RequestInsightRequest,
} from '@inner-weather/contracts/rpc/insights';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { InsightsConfig } from '../config.js';
import { INSIGHTS_COUNTER, JobsService } from './jobs.service.js';

const HOUR_MS = 60 * 60_000;

@Controller()
export class JobsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly limiter: RateLimiter,
    private readonly config: InsightsConfig,
  ) {}

  @MessagePattern<RpcMethod>('insights.request')
  async request(@Payload() request: RequestInsightRequest): Promise<InsightJobDto> {
    const quota = this.config.INSIGHTS_PER_HOUR;
    await this.limiter.count(
      { name: INSIGHTS_COUNTER, subject: 'insights', quota, windowMs: HOUR_MS },
      request.userId,
    );
    return this.jobs.request(request);
  }

  @MessagePattern<RpcMethod>('insights.get-writer')
  writer(): InsightWriterDto {
    return this.jobs.writer();
  }

  @MessagePattern<RpcMethod>('insights.get')
  get(@Payload() request: InsightRequest): Promise<InsightJobDto> {
    return this.jobs.get(request);
  }

  @MessagePattern<RpcMethod>('insights.change')
  change(@Payload() request: ChangeInsightRequest): Promise<InsightJobDto> {
    return this.jobs.change(request);
  }

  @MessagePattern<RpcMethod>('insights.delete')
  delete(@Payload() request: InsightRequest): Promise<null> {
    return this.jobs.delete(request);
  }

  @MessagePattern<RpcMethod>('insights.list')
  list(@Payload() request: ListInsightsRequest): Promise<InsightPageDto> {
    return this.jobs.list(request);
  }
}
