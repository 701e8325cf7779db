import type { MeasureDto, MeasuresDto } from '@inner-weather/contracts/measures/measures.dto';
import {
  MeasureRequest,
  OrderMeasuresRequest,
  PutMeasureRequest,
} from '@inner-weather/contracts/rpc/measures';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { MeasuresService } from './measures.service.js';

/** MeasuresService documents the errors of each call. */
@Controller()
export class MeasuresController {
  constructor(
    private readonly measures: MeasuresService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('journal.list-measures')
  async list(@Payload() { userId }: UserRequest): Promise<MeasuresDto> {
    return { measures: await this.measures.list(userId) };
  }

  @MessagePattern<RpcMethod>('journal.put-measure')
  async put(@Payload() { userId, measureId, measure }: PutMeasureRequest): Promise<MeasureDto> {
    await this.limiter.countWrite(userId);
    return this.measures.put(userId, measureId, measure);
  }

  @MessagePattern<RpcMethod>('journal.order-measures')
  async order(@Payload() { userId, ids }: OrderMeasuresRequest): Promise<MeasuresDto> {
    await this.limiter.countWrite(userId);
    return { measures: await this.measures.order(userId, ids) };
  }

  @MessagePattern<RpcMethod>('journal.delete-measure')
  async delete(@Payload() { userId, measureId }: MeasureRequest): Promise<null> {
    await this.limiter.countWrite(userId);
    await this.measures.delete(userId, measureId);
    return null;
  }
}
