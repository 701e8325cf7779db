import type { StorageDto } from '@inner-weather/contracts/journal/entries.dto';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { StorageService } from './storage.service.js';

@Controller()
export class StorageController {
  constructor(private readonly storage: StorageService) {}

  @MessagePattern<RpcMethod>('journal.get-storage')
  get(@Payload() { userId }: UserRequest): Promise<StorageDto> {
    return this.storage.get(userId);
  }
}
