import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import type { RpcClient } from '@inner-weather/platform/rpc/rpc-client';

/** Milliseconds for one page. It is longer than for other calls, because an export is expected to take a while. */
const PAGE_TIMEOUT_MS = 20_000;

/** Bytes of one page of entries. Small enough that journal never makes it wait behind large answers. */
const PAGE_BYTES = 256 * 1024;

/** A range that covers every entry: an import refuses earlier days and days after tomorrow. */
const EVER = { startDate: '1900-01-01', endDate: '9999-12-30' };

/** The data of one person. It is read page by page during the iteration, so only one page is in memory at a time. */
export class OwnData {
  constructor(
    private readonly rpc: RpcClient,
    private readonly userId: string,
  ) {}

  /** Throws the error that reading the data would throw. */
  async probe(): Promise<void> {
    await Promise.all([this.entryPage(1), this.insightPage(1)]);
  }

  /** Newest first. */
  async *entries(): AsyncGenerator<EntryDto> {
    let cursor: string | undefined;
    do {
      const page = await this.entryPage(LIMITS.searchPageMax, cursor);
      yield* JSON.parse(page.body.toString()) as EntryDto[];
      cursor = page.meta.nextCursor;
    } while (cursor);
  }

  /** Newest first. */
  async *insights(): AsyncGenerator<InsightJobDto> {
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await this.insightPage(LIMITS.insightsPageMax, cursor);
      yield* items;
      cursor = nextCursor ?? undefined;
    } while (cursor);
  }

  private entryPage(limit: number, cursor?: string) {
    const request = { userId: this.userId, ...EVER, limit, cursor, maxBytes: PAGE_BYTES };
    return this.rpc.callRaw('journal.search-entries', request, { timeoutMs: PAGE_TIMEOUT_MS });
  }

  private insightPage(limit: number, cursor?: string) {
    const request = { userId: this.userId, limit, cursor };
    return this.rpc.call('insights.list', request, { timeoutMs: PAGE_TIMEOUT_MS });
  }
}
