import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '@inner-weather/contracts/limits';
import { Injectable } from '@nestjs/common';
import { EntriesRepository } from '../entries/entries.repository.js';
import { cursorAfter, type EntryCursor, encodeEntryCursor } from '../entries/entry-cursor.js';
import type { EntryFilter } from './entry-filter.js';
import { Page, type PageRequest } from './page.js';

/** Entries that the database sends at a time. */
export const FIND_BATCH = 500;

/** Bytes of the entries of one page. */
export const FOUND_BYTES_MAX = 256 * 1024;

/** Milliseconds of work after which everybody else gets a turn. */
const TURN_MS = 10;

/** Which entries to find, and how many of them at most. */
export interface FindRequest extends PageRequest {
  limit: number;
  filter: EntryFilter;
}

/** Entries that were found, as a JSON array. */
export interface Found {
  body: Buffer;
  /** How many match in the whole range; absent where not everything was looked through. */
  total?: number;
  /** Where to go on; absent where nothing is left to look through. */
  nextCursor?: string;
}

/** Looks through a person's entries, newest first. */
@Injectable()
export class EntryFinder {
  constructor(private readonly entries: EntriesRepository) {}

  /**
   * A page of entries that match. At the beginning of the range, it goes on behind the page to count. It ends in any case
   * after LIMITS.findEntriesMax entries, or LIMITS.findMs milliseconds; then the page may have fewer entries than asked
   * for, or none, although there are more.
   */
  async read({ filter, limit, ...wanted }: FindRequest): Promise<Found> {
    const page = new Page(limit, FOUND_BYTES_MAX);
    let total = 0;
    let looked = 0;
    /** The entry that was looked at last, and the last one of the page, once that is full. */
    let last: EntryCursor | undefined;
    let pageEnd: EntryCursor | undefined;
    const found = (more: Pick<Found, 'total'>, end?: EntryCursor): Found => ({
      body: page.toBuffer(),
      ...more,
      ...(end && { nextCursor: encodeEntryCursor(end) }),
    });
    const began = performance.now();
    let turn = began;
    for await (const { sealed, open } of this.entries.list({ ...wanted, batch: FIND_BATCH })) {
      for (const one of sealed) {
        const now = performance.now();
        if (last && (looked >= LIMITS.findEntriesMax || now - began > LIMITS.findMs))
          return found({}, pageEnd ?? last);
        if (now - turn > TURN_MS) {
          await nextTurn();
          turn = performance.now();
        }
        looked += 1;
        const entry = filter.mayMatch(one) ? open(one) : undefined;
        if (entry && filter.matches(entry)) {
          total += 1;
          if (!pageEnd && !page.add(entry)) {
            pageEnd = last;
            if (wanted.after) return found({}, pageEnd);
          }
        }
        last = cursorAfter(one);
      }
    }
    return found(wanted.after ? {} : { total }, pageEnd);
  }
}
