import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import type { ImportReportDto } from '@inner-weather/contracts/import.dto';
import {
  CreateEntryRequest,
  EntryRequest,
  ImportEntriesRequest,
  SearchEntriesRequest,
  UpdateEntryRequest,
} from '@inner-weather/contracts/rpc';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import type { RawReply } from '@inner-weather/platform/messaging/raw-reply';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { EntriesService } from './entries.service.js';
import { ImportService } from './import.service.js';

/** The calls of gateway and insights. Everything that they can fail with is said at the use cases. */
@Controller()
export class EntriesController {
  constructor(
    private readonly entries: EntriesService,
    private readonly imports: ImportService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern('journal.create-entry')
  async create(@Payload() request: CreateEntryRequest): Promise<EntryDto> {
    await this.limiter.countWrite(request.userId);
    return this.entries.create(request);
  }

  @MessagePattern('journal.update-entry')
  async update(@Payload() request: UpdateEntryRequest): Promise<EntryDto> {
    await this.limiter.countWrite(request.userId);
    return this.entries.update(request);
  }

  @MessagePattern('journal.delete-entry')
  async delete(@Payload() request: EntryRequest): Promise<null> {
    await this.limiter.countWrite(request.userId);
    await this.entries.delete(request);
    return null;
  }

  /** Counts as one change, however many entries it brings. */
  @MessagePattern('journal.import-entries')
  async import(@Payload() request: ImportEntriesRequest): Promise<ImportReportDto> {
    await this.limiter.countWrite(request.userId);
    return this.imports.import(request);
  }

  @MessagePattern('journal.search-entries')
  search(@Payload() request: SearchEntriesRequest): Promise<RawReply> {
    return this.entries.search(request);
  }
}
