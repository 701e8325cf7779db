import { LIMITS } from '@inner-weather/domain/limits';
import type { RangeVersionRequest, SearchEntriesRequest } from '@inner-weather/contracts/rpc/journal';
import { RawReply } from '@inner-weather/platform/rpc/raw-reply';
import { Injectable } from '@nestjs/common';
import { EntriesRepository } from '../entries/entries.repository.js';
import { batchBytes } from '../entries/entry-bytes.js';
import { ByteBudget } from '@inner-weather/platform/limits/byte-budget';
import { dayRangeOf } from '../entries/day-range.js';
import { decodeEntryCursor, encodeEntryCursor } from '../entries/entry-cursor.js';
import { Page, type PageRequest } from './page.js';

/** The most bytes of a small answer. Nearly all answers are small, even a year of short entries. */
const SMALL_BYTES = 256 * 1024;

/**
 * Milliseconds after which an answer no longer waits for memory. That is less than the time-out of any caller, and leaves
 * time to read the entries.
 */
const WAIT_MS = 3_000;

/**
 * Limits the memory of small answers. Each one holds its own bytes and a batch from the database, so that four long ones
 * run at a time, or 26 of thirty entries. Small answers are quick, so any number of them may wait.
 */
const SMALL = { bytes: 64 * 1024 * 1024, waitingMax: Number.POSITIVE_INFINITY, waitMs: WAIT_MS };

/** The batch size for ranges in which all entries may be long. */
const BATCH = 50;
/** A page of up to this many entries is read in one batch, including the one that shows whether there is another page. */
const BATCH_MAX = 201;

/**
 * Limits large answers to two of the largest size at a time, since more would not be faster on one thread. Waiting
 * answers occupy slots of the RPC server (RPC_PREFETCH); `waitingMax` leaves most of those free for other calls.
 */
const LARGE = { bytes: 2 * LIMITS.answerBytesMax, waitingMax: 32, waitMs: WAIT_MS };

type SearchRequest = PageRequest & Pick<SearchEntriesRequest, 'skipTotal'>;

/**
 * Searches by days, and limits the memory of all answers in progress. Each answer begins as a small one. If it needs more
 * memory, it waits in the queue of large answers and then continues where it stopped. So a small answer never waits for
 * a large one, and a waiting answer holds no more memory than a small one.
 */
@Injectable()
export class SearchService {
  private readonly small = new ByteBudget(SMALL);
  private readonly large = new ByteBudget(LARGE);

  constructor(private readonly entries: EntriesRepository) {}

  /** A hash that changes with every entry of the range. Throws `validation_failed`. */
  rangeVersion({ userId, startDate, endDate }: RangeVersionRequest): Promise<string> {
    return this.entries.versionOf(userId, dayRangeOf({ startDate, endDate }));
  }

  /**
   * Returns the entries of a range of days as JSON, newest first, optionally only those with a `tag`. A page ends after
   * `limit` entries or before it exceeds `maxBytes`, and then names the next page. Throws `validation_failed`, and
   * `unavailable` when no memory for the answer became free in time.
   */
  async search(request: SearchEntriesRequest): Promise<RawReply> {
    const { userId, startDate, endDate, tag, written, limit, cursor, skipTotal } = request;
    const { maxBytes = LIMITS.answerBytesMax } = request;
    const days = dayRangeOf({ startDate, endDate });
    const after = cursor === undefined ? undefined : decodeEntryCursor(cursor);
    const waitUntil = Date.now() + WAIT_MS;
    const criteria = { userId, days, tag, written };
    const pageRequest = { ...criteria, skipTotal, ...(after && { after }), ...(limit && { limit }) };
    const page = new Page(limit, Math.min(maxBytes, SMALL_BYTES));
    const batch = limit ? Math.min(limit + 1, BATCH_MAX) : BATCH;
    const isEnd = await this.small.during(SMALL_BYTES + batchBytes(batch), userId, () =>
      this.fill(page, pageRequest, batch),
    );
    if (!page.isFull || maxBytes <= SMALL_BYTES) return this.replyOf(page, pageRequest, isEnd);
    return this.continueAsLarge(page, pageRequest, maxBytes, waitUntil);
  }

  /** Holds its share of the memory until the answer has been sent to the broker. */
  private async continueAsLarge(
    page: Page,
    pageRequest: SearchRequest,
    maxBytes: number,
    waitUntil: number,
  ): Promise<RawReply> {
    // Both lines together take no longer than one may.
    const waitMs = Math.max(0, waitUntil - Date.now());
    const { release } = await this.large.take(maxBytes, pageRequest.userId, waitMs);
    try {
      page.extendTo(maxBytes);
      const isEnd = await this.fill(page, pageRequest, BATCH);
      return await this.replyOf(page, pageRequest, isEnd, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Adds entries until the page is full. Returns true at the end of the range. */
  private async fill(page: Page, { limit, after, ...range }: PageRequest, batch: number): Promise<boolean> {
    const from = page.last ?? after;
    // Reads one entry more than requested to learn whether there is another page.
    const most = limit && limit + 1 - page.length;
    const list = this.entries.list({
      ...range,
      ...(from && { after: from }),
      ...(most && { limit: most }),
      batch,
    });
    for await (const { sealed, open } of list) {
      for (const entry of sealed) if (!page.add(open(entry))) return false;
    }
    return true;
  }

  /** Only a range with several pages needs a count query, unless the caller skips the total. */
  private async replyOf(
    page: Page,
    { userId, days, tag, written, after, skipTotal }: SearchRequest,
    isEnd: boolean,
    onSent?: () => void,
  ): Promise<RawReply> {
    const count = () => (isEnd && !after ? page.length : this.entries.count({ userId, days, tag, written }));
    const total = skipTotal ? undefined : String(await count());
    const nextCursor = isEnd || !page.last ? undefined : encodeEntryCursor(page.last);
    const meta = { ...(total && { total }), ...(nextCursor && { nextCursor }) };
    return new RawReply(page.toBuffer(), meta, onSent);
  }
}
