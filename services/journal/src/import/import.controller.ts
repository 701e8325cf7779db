import type { ImportReportDto } from '@inner-weather/contracts/journal/import.dto';
import { ImportEntriesRequest } from '@inner-weather/contracts/rpc/journal';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ImportService } from './import.service.js';

@Controller()
export class ImportController {
  constructor(
    private readonly imports: ImportService,
    private readonly limiter: RateLimiter,
  ) {}

  /** Counts as one change, regardless of the number of entries. */
  @MessagePattern<RpcMethod>('journal.import-entries')
  async import(@Payload() request: ImportEntriesRequest): Promise<ImportReportDto> {
    await this.limiter.countWrite(request.userId);
    return this.imports.import(request);
  }
}
