import {
  CreateEntryDto,
  EntryDto,
  SearchEntriesDto,
  UpdateEntryDto,
} from '@inner-weather/contracts/entries.dto';
import { ImportEntriesDto, ImportEntryDto, ImportReportDto } from '@inner-weather/contracts/import.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import { RpcClient } from '@inner-weather/platform/messaging/rpc-client';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Res,
  UseGuards,
} from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiExtraModels,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { IdempotencyKey } from '../http/idempotency-key.decorator.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { TokenGuard } from '../sessions/token.strategy.js';

/** Milliseconds for the hundred entries of one part of a file. */
const IMPORT_TIMEOUT_MS = 20_000;

@ApiTags('journal')
@ApiSecurity('token')
@Controller('journal')
@UseGuards(TokenGuard)
export class JournalController {
  constructor(private readonly rpc: RpcClient) {}

  @Post('new')
  @ApiOperation({
    summary: 'Write an entry',
    description:
      'Answers as soon as the entry is stored. Without `weatherData` its weather arrives a moment later.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'The same key and body within 24 h make one entry, however often they are sent.',
  })
  @ApiCreatedResponse({ type: EntryDto })
  @ApiProblems(400, 401, 403, 413, 415, 422, 429)
  create(
    @CurrentSession() { user }: SignedIn,
    @Body() entry: CreateEntryDto,
    @IdempotencyKey() idempotencyKey: string,
  ): Promise<EntryDto> {
    assertOwn(entry.email, user.email, 'email');
    return this.rpc.call('journal.create-entry', { userId: user.id, entry, idempotencyKey });
  }

  @Post('import')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Take exported entries back in',
    description:
      'Adds what is not there yet, with its own times; sent again it adds nothing. Counts as one change, however many entries it brings.',
  })
  @ApiExtraModels(ImportEntryDto)
  @ApiOkResponse({ type: ImportReportDto })
  @ApiProblems(400, 401, 413, 415, 429)
  import(
    @CurrentSession() { user }: SignedIn,
    @Body() { entries }: ImportEntriesDto,
  ): Promise<ImportReportDto> {
    const request = { userId: user.id, entries };
    return this.rpc.call('journal.import-entries', request, { timeoutMs: IMPORT_TIMEOUT_MS });
  }

  @Put('update/:id')
  @ApiOperation({ summary: 'Change an entry', description: 'Another city gets its own weather.' })
  @ApiOkResponse({ type: EntryDto })
  @ApiProblems(400, 401, 404, 413, 415, 429)
  update(
    @CurrentSession() { user }: SignedIn,
    @Param('id') entryId: string,
    @Body() changes: UpdateEntryDto,
  ): Promise<EntryDto> {
    return this.rpc.call('journal.update-entry', { userId: user.id, entryId: idOf(entryId), changes });
  }

  @Delete('delete/:id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete an entry' })
  @ApiNoContentResponse()
  @ApiProblems(401, 404, 429)
  async delete(@CurrentSession() { user }: SignedIn, @Param('id') entryId: string): Promise<void> {
    await this.rpc.call('journal.delete-entry', { userId: user.id, entryId: idOf(entryId) });
  }

  @Get('search')
  @ApiOperation({
    summary: 'Entries of a range of days, newest first',
    description: 'Days are inclusive on both ends, in the time zone `tz`. Without `limit`: the whole range.',
  })
  @ApiOkResponse({
    type: [EntryDto],
    headers: {
      'X-Total-Count': { description: 'Entries in the whole range.', schema: { type: 'integer' } },
      'X-Next-Cursor': {
        description: 'Ask for the next page with it; absent at the end.',
        schema: { type: 'string' },
      },
    },
  })
  @ApiProblems(400, 401, 403)
  async search(
    @CurrentSession() { user }: SignedIn,
    @Query() query: SearchEntriesDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { userReference, tz = 'UTC', ...range } = query;
    assertOwn(userReference, user.email, 'userReference');
    // The bytes are JSON already: they go through as they are.
    const { body, meta } = await this.rpc.callRaw('journal.search-entries', {
      userId: user.id,
      tz,
      ...range,
    });
    if (meta.total !== undefined) reply.header('x-total-count', meta.total);
    if (meta.nextCursor) reply.header('x-next-cursor', meta.nextCursor);
    await reply.header('content-type', 'application/json; charset=utf-8').send(body);
  }
}

function assertOwn(given: string, own: string, field: string): void {
  if (given === own.toLowerCase()) return;
  throw new DomainError('forbidden', [{ msg: 'You can only use your own journal', field }]);
}

/** Longer ones are none of ours; what is left of them names no entry either. */
const idOf = (given: string): string => given.slice(0, 100);
