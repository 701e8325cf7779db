import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import { LIMITS } from '@inner-weather/contracts/limits';
import { RpcClient } from '@inner-weather/platform/messaging/rpc-client';
import { Injectable } from '@nestjs/common';
import type { Job } from './job.schema.js';

/**
 * Milliseconds for one page: a job has more time than a person who waits, but five attempts and the pauses between
 * them must fit into three minutes.
 */
const PAGE_TIMEOUT_MS = 10_000;

/** Reads the entries of a job's range from the journal. */
@Injectable()
export class JournalReader {
  constructor(private readonly rpc: RpcClient) {}

  /** All of them, newest first; tells after each page how many there are so far. */
  async read(
    { userId, startDate, endDate, tz }: Job,
    onPage: (entriesSoFar: number) => Promise<void>,
  ): Promise<EntryDto[]> {
    const entries: EntryDto[] = [];
    let cursor: string | undefined;
    do {
      const request = { userId, startDate, endDate, tz, limit: LIMITS.searchPageMax, cursor };
      const { body, meta } = await this.rpc.callRaw('journal.search-entries', request, {
        timeoutMs: PAGE_TIMEOUT_MS,
      });
      entries.push(...(JSON.parse(body.toString()) as EntryDto[]));
      cursor = meta.nextCursor;
      await onPage(entries.length);
    } while (cursor);
    return entries;
  }
}
