import { LIMITS } from '@inner-weather/contracts/limits';
import type { RangeVersionRequest, SearchEntriesRequest } from '@inner-weather/contracts/rpc/journal';
import { RawReply } from '@inner-weather/platform/rpc/raw-reply';
import { Injectable } from '@nestjs/common';
import { batchBytes, EntriesRepository } from '../entries/entries.repository.js';
import { ByteBudget } from '@inner-weather/platform/limits/byte-budget';
import { dayRangeOf } from '../entries/day-range.js';
import { decodeEntryCursor } from '../entries/entry-cursor.js';
import { EntryPages, type Page, type PageRequest } from './entry-pages.js';

/** Bytes of a small answer. Nearly all answers are small: a year of days in a few words each, for example. */
const SMALL_BYTES = 256 * 1024;

/** Milliseconds that an answer waits for memory: less than any caller waits. */
const WAIT_MS = 3_000;

/**
 * Small answers, by what each may hold for a moment: itself, and what the database sends at a time. That is four long
 * ones, or 26 of thirty entries. None takes long, so any number may wait.
 */
const SMALL = { bytes: 64 * 1024 * 1024, waitingMax: Number.POSITIVE_INFINITY, waitMs: WAIT_MS };

/** Entries that the database sends at a time where all of them may be long. */
const BATCH = 50;
/** A page of up to so many entries, with the one that says whether there is another page, is sent at a time. */
const BATCH_MAX = 201;

/**
 * Large answers, two of the largest at a time: on one thread more would be no faster. Waiting answers occupy the
 * places of other calls (RPC_PREFETCH of the RPC server), and this number leaves most of those free.
 */
const LARGE = { bytes: 2 * LIMITS.answerBytesMax, waitingMax: 32, waitMs: WAIT_MS };

/**
 * Answers searches, with a bound on the memory of all answers in progress. Each answer is first read as a small one.
 * If it turns out to be larger, it is dropped, waits in line with other large ones, and is read again from the
 * beginning. So no small answer waits for a large one, and a waiting answer holds no memory.
 */
@Injectable()
export class SearchService {
  private readonly small = new ByteBudget(SMALL);
  private readonly large = new ByteBudget(LARGE);

  constructor(
    private readonly entries: EntriesRepository,
    private readonly pages: EntryPages,
  ) {}

  /** Which entries there are in a range, and in which versions. Throws `validation_failed`. */
  rangeVersion({ userId, startDate, endDate }: RangeVersionRequest): Promise<string> {
    return this.entries.versionOf(userId, dayRangeOf({ startDate, endDate }));
  }

  /**
   * The entries of a range of days, or those with a `tag`, newest first, as JSON. Ends after `limit` entries, or where the answer would
   * be more than `maxBytes`, and then names the next page. Throws `validation_failed`, and `unavailable` when there was
   * no memory for the answer in time.
   */
  async search(request: SearchEntriesRequest): Promise<RawReply> {
    const { userId, startDate, endDate, tag, limit, cursor } = request;
    const { maxBytes = LIMITS.answerBytesMax } = request;
    const days = dayRangeOf({ startDate, endDate });
    const after = cursor === undefined ? undefined : decodeEntryCursor(cursor);
    const wanted = { userId, days, tag, ...(after && { after }), ...(limit && { limit }) };
    const smallBytes = Math.min(maxBytes, SMALL_BYTES);
    const batch = limit ? Math.min(limit + 1, BATCH_MAX) : BATCH;
    const page = await this.small.during(SMALL_BYTES + batchBytes(batch), userId, () =>
      this.pages.read(wanted, smallBytes, batch),
    );
    if (!page.full || maxBytes <= SMALL_BYTES) return replyOf(page, await this.totalOf(wanted, page));
    return this.searchLarge(wanted, maxBytes);
  }

  /** The memory counts as free again once the answer has been sent to the broker. */
  private async searchLarge(wanted: PageRequest, maxBytes: number): Promise<RawReply> {
    const { release } = await this.large.take(maxBytes, wanted.userId);
    try {
      const page = await this.pages.read(wanted, maxBytes, BATCH);
      return replyOf(page, await this.totalOf(wanted, page), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** How many entries the range has. They are counted only where there are other pages besides this one. */
  private async totalOf({ userId, days, tag, after }: PageRequest, page: Page): Promise<number> {
    const isAll = !after && !page.nextCursor;
    return isAll ? page.entries : this.entries.count(userId, days, tag);
  }
}

function replyOf({ body, nextCursor }: Page, total: number, sent?: () => void): RawReply {
  return new RawReply(body, { total: String(total), ...(nextCursor && { nextCursor }) }, sent);
}
