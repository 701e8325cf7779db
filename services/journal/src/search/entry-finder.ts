import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntryFilter } from '@inner-weather/domain/entries/entry-filter';
import { LIMITS } from '@inner-weather/domain/limits';
import { Injectable } from '@nestjs/common';
import { EntriesRepository } from '../entries/entries.repository.js';
import { measuresIn, tagsIn } from '../entries/entry.mapper.js';
import { cursorAfter, type EntryCursor, encodeEntryCursor } from '../entries/entry-cursor.js';
import { Page, type PageRequest } from './page.js';

/** The number of entries that the database sends at a time. */
export const FIND_BATCH = 500;

/** The most bytes of one page of matches. */
export const FOUND_BYTES_MAX = 256 * 1024;

/** Milliseconds after which a search lets other requests run. */
const TURN_MS = 10;

export interface FindRequest extends PageRequest {
  limit: number;
  filter: EntryFilter;
}

/** A page of matching entries as a JSON array. */
export interface Found {
  body: Buffer;
  /** How many entries match in the whole range; absent if the search did not examine all of it. */
  total?: number;
  /** Where the next page begins; absent at the end of the range. */
  nextCursor?: string;
}

/** Searches a person's entries, newest first. */
@Injectable()
export class EntryFinder {
  constructor(private readonly entries: EntriesRepository) {}

  /**
   * Finds a page of matching entries. The first page continues to the end of the range to count all matches. The search
   * stops after LIMITS.findEntriesMax entries or LIMITS.findMs milliseconds; then the page may have fewer entries than
   * requested, or none, although there are more.
   */
  async findPage({ filter, limit, ...pageRequest }: FindRequest): Promise<Found> {
    const page = new Page(limit, FOUND_BYTES_MAX);
    let total = 0;
    let examinedCount = 0;
    let lastExamined: EntryCursor | undefined;
    /** The last entry of the page, once the page is full. */
    let pageEnd: EntryCursor | undefined;
    const finish = (counts: Pick<Found, 'total'>, end?: EntryCursor): Found => ({
      body: page.toBuffer(),
      ...counts,
      ...(end && { nextCursor: encodeEntryCursor(end) }),
    });
    const began = performance.now();
    let turn = began;
    for await (const { sealed, open } of this.entries.list({ ...pageRequest, batch: FIND_BATCH })) {
      for (const sealedEntry of sealed) {
        const now = performance.now();
        if (lastExamined && (examinedCount >= LIMITS.findEntriesMax || now - began > LIMITS.findMs))
          return finish({}, pageEnd ?? lastExamined);
        if (now - turn > TURN_MS) {
          await nextTurn();
          turn = performance.now();
        }
        examinedCount += 1;
        const entry = filter.mayMatch(sealedEntry) ? open(sealedEntry) : undefined;
        if (
          entry &&
          filter.matches({ ...entry, tags: tagsIn(entry.tags), measures: measuresIn(entry.measures) })
        ) {
          total += 1;
          if (!pageEnd && !page.add(entry)) {
            pageEnd = lastExamined;
            if (pageRequest.after) return finish({}, pageEnd);
          }
        }
        lastExamined = cursorAfter(sealedEntry);
      }
    }
    return finish(pageRequest.after ? {} : { total }, pageEnd);
  }
}
