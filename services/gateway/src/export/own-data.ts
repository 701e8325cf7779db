import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights.dto';
import { LIMITS } from '@inner-weather/contracts/limits';
import type { RpcClient } from '@inner-weather/platform/messaging/rpc-client';

/** Milliseconds for one page: nobody waits for the first byte of it as for a click. */
const PAGE_TIMEOUT_MS = 20_000;

/** Every entry has one of these days: an import takes none from before, and none from after tomorrow. */
const EVER = { startDate: '1900-01-01', endDate: '9999-12-30', tz: 'UTC' };

/** What one person has, read page by page as it is iterated: never more of it than a page is in memory. */
export class OwnData {
  constructor(
    private readonly rpc: RpcClient,
    private readonly userId: string,
  ) {}

  /** Throws what reading would. */
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
    const request = { userId: this.userId, ...EVER, limit, cursor };
    return this.rpc.callRaw('journal.search-entries', request, { timeoutMs: PAGE_TIMEOUT_MS });
  }

  private insightPage(limit: number, cursor?: string) {
    const request = { userId: this.userId, limit, cursor };
    return this.rpc.call('insights.list', request, { timeoutMs: PAGE_TIMEOUT_MS });
  }
}
