import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import type { TagsDto } from '@inner-weather/contracts/journal/entries.dto';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { TagsService } from './tags.service.js';

@Controller()
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @MessagePattern<RpcMethod>('journal.list-tags')
  list(@Payload() { userId }: UserRequest): Promise<TagsDto> {
    return this.tags.list(userId);
  }
}
