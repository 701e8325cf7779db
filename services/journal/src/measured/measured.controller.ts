import type { MeasuredRangeDto, TogetherDto } from '@inner-weather/contracts/measures/measures.dto';
import { GetMeasuredRequest, GetStatisticsRequest } from '@inner-weather/contracts/rpc/journal';
import { PutMeasuredDayRequest } from '@inner-weather/contracts/rpc/measures';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { MeasuredDayService } from './measured-day.service.js';
import { MeasuredService } from './measured.service.js';

@Controller()
export class MeasuredController {
  constructor(
    private readonly measured: MeasuredService,
    private readonly day: MeasuredDayService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('journal.put-measured-day')
  async put(@Payload() request: PutMeasuredDayRequest): Promise<null> {
    await this.limiter.countWrite(request.userId);
    await this.day.put(request);
    return null;
  }

  @MessagePattern<RpcMethod>('journal.get-measured')
  days(@Payload() request: GetMeasuredRequest): Promise<MeasuredRangeDto> {
    return this.measured.days(request);
  }

  @MessagePattern<RpcMethod>('journal.get-together')
  together(@Payload() request: GetStatisticsRequest): Promise<TogetherDto> {
    return this.measured.together(request);
  }
}
