import type { FindEntriesRequest } from '@inner-weather/contracts/rpc/journal';
import { loadWordForms } from '@inner-weather/domain/text/word-forms';
import { RawReply } from '@inner-weather/platform/rpc/raw-reply';
import { Injectable } from '@nestjs/common';
import { batchBytes } from '../entries/entry-bytes.js';
import { ByteBudget, ONE_AT_A_TIME } from '@inner-weather/platform/limits/byte-budget';
import { dayRangeOf } from '../entries/day-range.js';
import { decodeEntryCursor } from '../entries/entry-cursor.js';
import { MeasuresService } from '../measures/measures.service.js';
import { MoodsService } from '../moods/moods.service.js';
import { entryFilterOf } from './entry-filter.js';
import { EntryFinder, FIND_BATCH, FOUND_BYTES_MAX } from './entry-finder.js';

/** The most bytes that one search holds: a batch from the database, and the matches. */
const FIND_BYTES = batchBytes(FIND_BATCH) + FOUND_BYTES_MAX;

/**
 * At most two searches run at a time, because they share one thread, and at most one of each person, so that other
 * people wait for one search of a person at most.
 */
const FINDS = { bytes: 2 * FIND_BYTES, ...ONE_AT_A_TIME, waitingOfOne: 32, waitingMax: 64, waitMs: 3_000 };

const LIMIT_DEFAULT = 20;

/** Searches by words, mood, weather, city and tag. */
@Injectable()
export class FindService {
  private readonly finds = new ByteBudget(FINDS);

  constructor(
    private readonly finder: EntryFinder,
    private readonly moods: MoodsService,
    private readonly measures: MeasuresService,
  ) {}

  /** Throws `validation_failed`, and `unavailable` when too many searches are waiting. */
  async find(request: FindEntriesRequest): Promise<RawReply> {
    const {
      userId,
      startDate,
      endDate,
      tag,
      limit = LIMIT_DEFAULT,
      cursor,
      language = 'en',
      ...wanted
    } = request;
    await loadWordForms(language);
    const { measure } = wanted;
    const measures = measure === undefined ? [] : await this.measures.list(userId);
    const measureKind = measures.find(({ _id }) => _id === measure)?.kind;
    const filter = entryFilterOf({ ...wanted, measureKind }, language, await this.moods.of(userId));
    const days = dayRangeOf({ startDate, endDate });
    const after = cursor === undefined ? undefined : decodeEntryCursor(cursor);
    const { body, total, nextCursor } = await this.finds.during(FIND_BYTES, userId, () =>
      this.finder.findPage({ userId, days, tag, limit, filter, ...(after && { after }) }),
    );
    return new RawReply(body, {
      ...(total !== undefined && { total: String(total) }),
      ...(nextCursor !== undefined && { nextCursor }),
    });
  }
}
