import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import {
  ChangeEntryRequest,
  CreateEntryRequest,
  EntryRequest,
  UpdateEntryRequest,
} from '@inner-weather/contracts/rpc/journal';
import { PhotosRequest } from '@inner-weather/contracts/rpc/media';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { EntriesService } from './entries.service.js';

/** EntriesService documents the errors of each call. */
@Controller()
export class EntriesController {
  constructor(
    private readonly entries: EntriesService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('journal.create-entry')
  async create(@Payload() request: CreateEntryRequest): Promise<EntryDto> {
    await this.limiter.countWrite(request.userId);
    return this.entries.create(request);
  }

  @MessagePattern<RpcMethod>('journal.get-entry')
  get(@Payload() request: EntryRequest): Promise<EntryDto> {
    return this.entries.get(request);
  }

  @MessagePattern<RpcMethod>('journal.find-used-photos')
  async findUsedPhotos(@Payload() { userId, photoIds }: PhotosRequest): Promise<{ photoIds: string[] }> {
    return { photoIds: await this.entries.findUsedPhotos(userId, photoIds) };
  }

  @MessagePattern<RpcMethod>('journal.update-entry')
  async update(@Payload() request: UpdateEntryRequest): Promise<EntryDto> {
    await this.limiter.countWrite(request.userId);
    return this.entries.update(request);
  }

  @MessagePattern<RpcMethod>('journal.delete-entry')
  async delete(@Payload() request: ChangeEntryRequest): Promise<null> {
    await this.limiter.countWrite(request.userId);
    await this.entries.delete(request);
    return null;
  }
}
