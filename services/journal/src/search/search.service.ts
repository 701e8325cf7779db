import { LIMITS } from '@inner-weather/contracts/limits';
import type { RangeVersionRequest, SearchEntriesRequest } from '@inner-weather/contracts/rpc/journal';
import { RawReply } from '@inner-weather/platform/rpc/raw-reply';
import { Injectable } from '@nestjs/common';
import { batchBytes, EntriesRepository } from '../entries/entries.repository.js';
import { ByteBudget } from '@inner-weather/platform/limits/byte-budget';
import { dayRangeOf } from '../entries/day-range.js';
import { decodeEntryCursor } from '../entries/entry-cursor.js';
import { EntryPages, type Page, type PageRequest } from './entry-pages.js';

/** The most bytes of a small answer. Nearly all answers are small, even a year of short entries. */
const SMALL_BYTES = 256 * 1024;

/** Milliseconds that an answer waits for memory, which is less than the time-out of any caller. */
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

/**
 * Searches by days, and limits the memory of all answers in progress. Each answer is first read as a small one. If it
 * turns out to be larger, it is dropped, waits in the queue of large ones, and is read again from the beginning. So a
 * small answer never waits for a large one, and a waiting answer holds no memory.
 */
@Injectable()
export class SearchService {
  private readonly small = new ByteBudget(SMALL);
  private readonly large = new ByteBudget(LARGE);

  constructor(
    private readonly entries: EntriesRepository,
    private readonly pages: EntryPages,
  ) {}

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
    const { userId, startDate, endDate, tag, limit, cursor } = request;
    const { maxBytes = LIMITS.answerBytesMax } = request;
    const days = dayRangeOf({ startDate, endDate });
    const after = cursor === undefined ? undefined : decodeEntryCursor(cursor);
    const pageRequest = { userId, days, tag, ...(after && { after }), ...(limit && { limit }) };
    const smallBytes = Math.min(maxBytes, SMALL_BYTES);
    const batch = limit ? Math.min(limit + 1, BATCH_MAX) : BATCH;
    const page = await this.small.during(SMALL_BYTES + batchBytes(batch), userId, () =>
      this.pages.read(pageRequest, smallBytes, batch),
    );
    if (!page.full || maxBytes <= SMALL_BYTES) return replyOf(page, await this.totalOf(pageRequest, page));
    return this.searchLarge(pageRequest, maxBytes);
  }

  /** Holds its share of the memory until the answer has been sent to the broker. */
  private async searchLarge(pageRequest: PageRequest, maxBytes: number): Promise<RawReply> {
    const { release } = await this.large.take(maxBytes, pageRequest.userId);
    try {
      const page = await this.pages.read(pageRequest, maxBytes, BATCH);
      return replyOf(page, await this.totalOf(pageRequest, page), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** How many entries the range has. Only a range with several pages needs a count query. */
  private async totalOf({ userId, days, tag, after }: PageRequest, page: Page): Promise<number> {
    const isAll = !after && !page.nextCursor;
    return isAll ? page.entries : this.entries.count(userId, days, tag);
  }
}

function replyOf({ body, nextCursor }: Page, total: number, onSent?: () => void): RawReply {
  return new RawReply(body, { total: String(total), ...(nextCursor && { nextCursor }) }, onSent);
}
