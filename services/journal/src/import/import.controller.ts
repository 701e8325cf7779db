import type {
  ImportReportDto,
  PastImportsDto,
  UndoneImportDto,
} from '@inner-weather/contracts/journal/import.dto';
import { ImportEntriesRequest, UndoImportRequest } from '@inner-weather/contracts/rpc/journal';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ImportService } from './import.service.js';
import { UndoService } from './undo.service.js';

@Controller()
export class ImportController {
  constructor(
    private readonly imports: ImportService,
    private readonly undos: UndoService,
    private readonly limiter: RateLimiter,
  ) {}

  /** Counts as one change, regardless of the number of entries. */
  @MessagePattern<RpcMethod>('journal.import-entries')
  async import(@Payload() request: ImportEntriesRequest): Promise<ImportReportDto> {
    await this.limiter.countWrite(request.userId);
    await this.undos.assertNotUndone(request);
    return this.imports.import(request);
  }

  /** Counts as an import does. */
  @MessagePattern<RpcMethod>('journal.check-import')
  async check(@Payload() request: ImportEntriesRequest): Promise<ImportReportDto> {
    await this.limiter.countWrite(request.userId);
    await this.undos.assertNotUndone(request);
    return this.imports.check(request);
  }

  @MessagePattern<RpcMethod>('journal.list-imports')
  list(@Payload() { userId }: UserRequest): Promise<PastImportsDto> {
    return this.undos.list(userId);
  }

  /** Counts as one change, regardless of the number of entries. */
  @MessagePattern<RpcMethod>('journal.undo-import')
  async undo(@Payload() request: UndoImportRequest): Promise<UndoneImportDto> {
    await this.limiter.countWrite(request.userId);
    return this.undos.undo(request);
  }
}
