import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { EntryRequest } from '@inner-weather/contracts/rpc/journal';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { StampsService } from './stamps.service.js';

@Controller()
export class StampsController {
  constructor(
    private readonly stamps: StampsService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('journal.look-up-weather')
  async lookUp(@Payload() request: EntryRequest): Promise<EntryDto> {
    await this.limiter.countWrite(request.userId);
    return this.stamps.lookUp(request);
  }
}
