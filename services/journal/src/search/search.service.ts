import { LIMITS } from '@inner-weather/contracts/limits';
import type { RangeVersionRequest, SearchEntriesRequest } from '@inner-weather/contracts/rpc/journal';
import { RawReply } from '@inner-weather/platform/rpc/raw-reply';
import { Injectable } from '@nestjs/common';
import { batchBytes, EntriesRepository } from '../entries/entries.repository.js';
import { ByteBudget } from '@inner-weather/platform/limits/byte-budget';
import { dayRangeOf } from '../entries/day-range.js';
import { decodeEntryCursor, encodeEntryCursor } from '../entries/entry-cursor.js';
import { Page, type PageRequest } from './page.js';

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
 * Answers searches, with a bound on the memory of all answers in progress. Each answer begins as a small one. If it needs
 * more, it waits in line with other large ones and then goes on where it was. So no small answer waits for a large one,
 * and a waiting answer holds no more than a small one.
 */
@Injectable()
export class SearchService {
  private readonly small = new ByteBudget(SMALL);
  private readonly large = new ByteBudget(LARGE);

  constructor(private readonly entries: EntriesRepository) {}

  /** Which entries there are in a range, and in which versions. Throws `validation_failed`. */
  rangeVersion({ userId, startDate, endDate }: RangeVersionRequest): Promise<string> {
    return this.entries.versionOf(userId, dayRangeOf({ startDate, endDate }));
  }

  /**
   * The entries of a range of days, or those with a `tag`, newest first, as JSON. Ends after `limit` entries, or where
   * the answer would be more than `maxBytes`, and then names the next page. Throws `validation_failed`, and
   * `unavailable` when there was no memory for the answer in time.
   */
  async search(request: SearchEntriesRequest): Promise<RawReply> {
    const { userId, startDate, endDate, tag, limit, cursor } = request;
    const { maxBytes = LIMITS.answerBytesMax } = request;
    const days = dayRangeOf({ startDate, endDate });
    const after = cursor === undefined ? undefined : decodeEntryCursor(cursor);
    const wanted = { userId, days, tag, ...(after && { after }), ...(limit && { limit }) };
    const page = new Page(limit, Math.min(maxBytes, SMALL_BYTES));
    const batch = limit ? Math.min(limit + 1, BATCH_MAX) : BATCH;
    const isEnd = await this.small.during(SMALL_BYTES + batchBytes(batch), userId, () =>
      this.fill(page, wanted, batch),
    );
    if (!page.isFull || maxBytes <= SMALL_BYTES) return this.replyOf(page, wanted, isEnd);
    return this.goOn(page, wanted, maxBytes);
  }

  /** Goes on with a page that is too large for a small answer. Its memory is free once it was sent to the broker. */
  private async goOn(page: Page, wanted: PageRequest, maxBytes: number): Promise<RawReply> {
    const { release } = await this.large.take(maxBytes, wanted.userId);
    try {
      page.extendTo(maxBytes);
      const isEnd = await this.fill(page, wanted, BATCH);
      return await this.replyOf(page, wanted, isEnd, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Adds entries until the page has no more room. Returns true if the range has no more entries. */
  private async fill(page: Page, { limit, after, ...wanted }: PageRequest, batch: number): Promise<boolean> {
    const from = page.last ?? after;
    // One more than asked for says whether there is another page.
    const most = limit && limit + 1 - page.length;
    const list = this.entries.list({
      ...wanted,
      ...(from && { after: from }),
      ...(most && { limit: most }),
      batch,
    });
    for await (const { sealed, open } of list) {
      for (const entry of sealed.map(open)) if (!page.add(entry)) return false;
    }
    return true;
  }

  /** The entries of the whole range are counted only if there are other pages besides this one. */
  private async replyOf(
    page: Page,
    { userId, days, tag, after }: PageRequest,
    isEnd: boolean,
    sent?: () => void,
  ): Promise<RawReply> {
    const total = isEnd && !after ? page.length : await this.entries.count(userId, days, tag);
    const nextCursor = isEnd || !page.last ? undefined : encodeEntryCursor(page.last);
    return new RawReply(page.toBuffer(), { total: String(total), ...(nextCursor && { nextCursor }) }, sent);
  }
}
