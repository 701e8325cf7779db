import type { BeginningsDto } from '@inner-weather/contracts/beginnings/beginnings.dto';
import { PutBeginningsRequest } from '@inner-weather/contracts/rpc/journal';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { BeginningsService } from './beginnings.service.js';

/** BeginningsService documents the errors of each call. */
@Controller()
export class BeginningsController {
  constructor(
    private readonly beginnings: BeginningsService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('journal.get-beginnings')
  get(@Payload() { userId }: UserRequest): Promise<BeginningsDto> {
    return this.beginnings.get(userId);
  }

  @MessagePattern<RpcMethod>('journal.put-beginnings')
  async put(@Payload() { userId, beginnings }: PutBeginningsRequest): Promise<BeginningsDto> {
    await this.limiter.countWrite(userId);
    return this.beginnings.put(userId, beginnings);
  }
}
