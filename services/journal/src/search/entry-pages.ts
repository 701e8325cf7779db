import { Injectable } from '@nestjs/common';
import { EntriesRepository } from '../entries/entries.repository.js';
import type { DayRange } from '../entries/day-range.js';
import { toEntryDto } from '../entries/entry.mapper.js';
import { cursorAfter, type EntryCursor, encodeEntryCursor } from '../entries/entry-cursor.js';

/** Whose entries, of which days, after which one, and how many at most. */
export interface PageRequest {
  userId: string;
  days: DayRange;
  tag?: string;
  after?: EntryCursor;
  limit?: number;
}

/** Entries as a JSON array. */
export interface Page {
  body: Buffer;
  /** How many there are in it. */
  entries: number;
  /** Where the next page begins; absent at the end of the range. */
  nextCursor?: string;
  /** The page ended because of its size in bytes. */
  full: boolean;
}

/** Reads entries page by page. */
@Injectable()
export class EntryPages {
  constructor(private readonly entries: EntriesRepository) {}

  /** The page ends before it takes more than `bytesMax`, but holds at least one entry, whatever its size. */
  async read({ limit, ...wanted }: PageRequest, bytesMax: number, batch: number): Promise<Page> {
    const parts: Buffer[] = [];
    // The brackets.
    let bytes = 2;
    let last: EntryCursor | undefined;
    const pageOf = (more: Pick<Page, 'full' | 'nextCursor'>): Page => ({
      body: joined(parts),
      entries: parts.length,
      ...more,
    });
    // One more than asked for says whether there is another page.
    for await (const part of this.entries.list({ ...wanted, ...(limit && { limit: limit + 1 }), batch })) {
      for (const entry of part.sealed.map(part.open)) {
        const json = Buffer.from(JSON.stringify(toEntryDto(entry)));
        bytes += json.length + 1;
        const full = bytes > bytesMax;
        if (last && (full || parts.length === limit)) {
          return pageOf({ nextCursor: encodeEntryCursor(last), full: full && parts.length !== limit });
        }
        parts.push(json);
        last = cursorAfter(entry);
      }
    }
    return pageOf({ full: false });
  }
}

/** A JSON array in one buffer, which is allocated at its final size. */
export function joined(parts: Buffer[]): Buffer {
  const pieces = parts.flatMap((part, index) => [index === 0 ? OPEN : COMMA, part]);
  return Buffer.concat(parts.length === 0 ? [OPEN, CLOSE] : [...pieces, CLOSE]);
}

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
