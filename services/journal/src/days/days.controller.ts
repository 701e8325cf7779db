import type { DaysDto, StatisticsDto } from '@inner-weather/contracts/journal/days.dto';
import { GetStatisticsRequest, ListDaysRequest } from '@inner-weather/contracts/rpc/journal';
import type { MoodUsesDto } from '@inner-weather/contracts/moods/moods.dto';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { DaysService } from './days.service.js';

@Controller()
export class DaysController {
  constructor(private readonly days: DaysService) {}

  @MessagePattern<RpcMethod>('journal.list-days')
  list(@Payload() request: ListDaysRequest): Promise<DaysDto> {
    return this.days.list(request);
  }

  @MessagePattern<RpcMethod>('journal.count-moods')
  countMoods(@Payload() { userId }: UserRequest): Promise<MoodUsesDto> {
    return this.days.countMoods(userId);
  }

  @MessagePattern<RpcMethod>('journal.get-statistics')
  statistics(@Payload() request: GetStatisticsRequest): Promise<StatisticsDto> {
    return this.days.statistics(request);
  }
}
