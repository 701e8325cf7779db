import type { InsightJobDto, InsightPageDto } from '@inner-weather/contracts/insights.dto';
import {
  InsightRequest,
  ListInsightsRequest,
  RequestInsightRequest,
  type RpcMethod,
} from '@inner-weather/contracts/rpc';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { JobsService } from './jobs.service.js';

@Controller()
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @MessagePattern<RpcMethod>('insights.request')
  request(@Payload() request: RequestInsightRequest): Promise<InsightJobDto> {
    return this.jobs.request(request);
  }

  @MessagePattern<RpcMethod>('insights.get')
  get(@Payload() request: InsightRequest): Promise<InsightJobDto> {
    return this.jobs.get(request);
  }

  @MessagePattern<RpcMethod>('insights.list')
  list(@Payload() request: ListInsightsRequest): Promise<InsightPageDto> {
    return this.jobs.list(request);
  }
}
