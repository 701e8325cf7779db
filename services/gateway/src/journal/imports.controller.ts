import {
  ImportEntriesDto,
  ImportEntryDto,
  ImportReportDto,
  PastImportsDto,
  UndoneImportDto,
} from '@inner-weather/contracts/journal/import.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Param } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { TakesText } from '../http/bodies.js';
import { Delete, Get, Post, SignedInController } from '../openapi/route.js';
import { withClaimedPhotos } from '../photos/claim-photos.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

/** Milliseconds for what concerns many entries: a part of an import, the list of imports, a part of undoing one. */
const IMPORT_TIMEOUT = { timeoutMs: 20_000 };

@SignedInController('journal', 'journal')
export class ImportsController {
  constructor(private readonly rpc: RpcClient) {}

  @Post('import', {
    summary: 'Import exported entries',
    description:
      'Adds the entries that do not exist yet and keeps their times. Repeating the request adds nothing. The request counts as one change for the rate limit of writes, regardless of the number of entries. Past weather is looked up only if `lookUpWeather` is set. If the import was undone, the answer is 409 `import_undone`, unless `restoreDeleted` is set.',
    answer: ImportReportDto,
    status: 200,
    scopes: ['entries:write'],
    problems: [409],
  })
  @TakesText({ judgedList: 'entries' })
  @ApiExtraModels(ImportEntryDto)
  async import(
    @CurrentSession() { user }: SignedIn,
    @Body() part: ImportEntriesDto,
  ): Promise<ImportReportDto> {
    return this.rpc.call('journal.import-entries', await this.requestOf(user, part), IMPORT_TIMEOUT);
  }

  @Post('import/check', {
    summary: 'Check an import',
    description:
      'Stores nothing, and reports what the same request to POST /journal/import would do, such as before photos are sent for entries that may exist already. Counts as one change for the rate limit of writes.',
    answer: ImportReportDto,
    status: 200,
    scopes: ['entries:write'],
    problems: [409],
  })
  @TakesText({ judgedList: 'entries' })
  async check(
    @CurrentSession() { user }: SignedIn,
    @Body() part: ImportEntriesDto,
  ): Promise<ImportReportDto> {
    return this.rpc.call('journal.check-import', await this.requestOf(user, part), IMPORT_TIMEOUT);
  }

  @Get('imports', {
    summary: 'List my imports that can be undone',
    description: 'Those that were sent with `import`. An entry that was edited since does not count.',
    answer: PastImportsDto,
    scopes: ['entries:read'],
  })
  list(@CurrentSession() { user }: SignedIn): Promise<PastImportsDto> {
    return this.rpc.call('journal.list-imports', { userId: user.id }, IMPORT_TIMEOUT);
  }

  @Delete('imports/:id', {
    summary: 'Undo an import',
    description: `Deletes entries that were added by this import in the last ${LIMITS.importUndoDays} days and not edited since: at most ${LIMITS.importUndoBatch} per request, and fewer if they take longer than ${LIMITS.importUndoMs} milliseconds. Repeat the request until \`remaining\` is 0. If no such entry is left, also after a request whose answer was lost, the answer is 404. Counts as one change for the rate limit of writes.`,
    answer: UndoneImportDto,
    scopes: ['entries:read', 'entries:write'],
    problems: [404],
  })
  undo(@CurrentSession() { user }: SignedIn, @Param('id') id: string): Promise<UndoneImportDto> {
    const request = { userId: user.id, importId: id.slice(0, 100) };
    return this.rpc.call('journal.undo-import', request, IMPORT_TIMEOUT);
  }

  private async requestOf({ id: userId, dayEndsAt }: SignedIn['user'], part: ImportEntriesDto) {
    const entries = await withClaimedPhotos(this.rpc, userId, part.entries);
    return { ...part, entries, userId, dayEndsAt };
  }
}
