import type { OwnMoodDto, OwnMoodsDto } from '@inner-weather/contracts/moods/moods.dto';
import { ArrangeMoodsRequest, MoodRequest, PutMoodRequest } from '@inner-weather/contracts/rpc/journal';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import type { MoodList } from '@inner-weather/domain/entries/own-moods';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { MoodsService } from './moods.service.js';

/** MoodsService documents the errors of each call. */
@Controller()
export class MoodsController {
  constructor(
    private readonly moods: MoodsService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('journal.list-moods')
  async list(@Payload() { userId }: UserRequest): Promise<OwnMoodsDto> {
    return toDto(await this.moods.list(userId));
  }

  @MessagePattern<RpcMethod>('journal.put-mood')
  async put(@Payload() { userId, moodId, mood }: PutMoodRequest): Promise<OwnMoodDto> {
    await this.limiter.countWrite(userId);
    return this.moods.put(userId, moodId, mood);
  }

  @MessagePattern<RpcMethod>('journal.arrange-moods')
  async arrange(@Payload() { userId, ids, hidden }: ArrangeMoodsRequest): Promise<OwnMoodsDto> {
    await this.limiter.countWrite(userId);
    return toDto(await this.moods.arrange(userId, { ids, hidden }));
  }

  @MessagePattern<RpcMethod>('journal.delete-mood')
  async delete(@Payload() { userId, moodId }: MoodRequest): Promise<null> {
    await this.limiter.countWrite(userId);
    await this.moods.delete(userId, moodId);
    return null;
  }
}

const toDto = ({ moods, hidden }: MoodList): OwnMoodsDto => ({ moods: [...moods], hidden: [...hidden] });
