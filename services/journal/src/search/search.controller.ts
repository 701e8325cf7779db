import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import {
  FindEntriesRequest,
  RangeVersionRequest,
  SearchEntriesRequest,
} from '@inner-weather/contracts/rpc/journal';
import type { RawReply } from '@inner-weather/platform/rpc/raw-reply';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { FindService } from './find.service.js';
import { SearchService } from './search.service.js';

@Controller()
export class SearchController {
  constructor(
    private readonly searches: SearchService,
    private readonly finds: FindService,
  ) {}

  @MessagePattern<RpcMethod>('journal.search-entries')
  search(@Payload() request: SearchEntriesRequest): Promise<RawReply> {
    return this.searches.search(request);
  }

  @MessagePattern<RpcMethod>('journal.get-range-version')
  rangeVersion(@Payload() request: RangeVersionRequest): Promise<string> {
    return this.searches.rangeVersion(request);
  }

  @MessagePattern<RpcMethod>('journal.find-entries')
  find(@Payload() request: FindEntriesRequest): Promise<RawReply> {
    return this.finds.find(request);
  }
}
