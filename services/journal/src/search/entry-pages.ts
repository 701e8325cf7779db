import { Injectable } from '@nestjs/common';
import { EntriesRepository } from '../entries/entries.repository.js';
import type { DayRange } from '../entries/day-range.js';
import { toEntryDto } from '../entries/entry.mapper.js';
import { cursorAfter, type EntryCursor, encodeEntryCursor } from '../entries/entry-cursor.js';

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
  /** The number of entries in the page. */
  entries: number;
  /** Where the next page begins; absent at the end of the range. */
  nextCursor?: string;
  /** Whether the page ended because of its size in bytes. */
  full: boolean;
}

/** Reads entries page by page. */
@Injectable()
export class EntryPages {
  constructor(private readonly entries: EntriesRepository) {}

  /** Reads a page of at most `bytesMax` bytes. It holds at least one entry, even a larger one. */
  async read({ limit, ...pageRequest }: PageRequest, bytesMax: number, batch: number): Promise<Page> {
    const parts: Buffer[] = [];
    // The brackets of the JSON array.
    let bytes = 2;
    let lastEntry: EntryCursor | undefined;
    const pageOf = (pageEnd: Pick<Page, 'full' | 'nextCursor'>): Page => ({
      body: toJsonArray(parts),
      entries: parts.length,
      ...pageEnd,
    });
    // Reads one entry more than requested to learn whether there is another page.
    for await (const part of this.entries.list({
      ...pageRequest,
      ...(limit && { limit: limit + 1 }),
      batch,
    })) {
      for (const entry of part.sealed.map(part.open)) {
        const json = Buffer.from(JSON.stringify(toEntryDto(entry)));
        bytes += json.length + 1;
        const full = bytes > bytesMax;
        if (lastEntry && (full || parts.length === limit)) {
          return pageOf({ nextCursor: encodeEntryCursor(lastEntry), full: full && parts.length !== limit });
        }
        parts.push(json);
        lastEntry = cursorAfter(entry);
      }
    }
    return pageOf({ full: false });
  }
}

/** Joins the items into a JSON array in one buffer, which is allocated at its final size. */
export function toJsonArray(parts: Buffer[]): Buffer {
  const pieces = parts.flatMap((part, index) => [index === 0 ? OPEN : COMMA, part]);
  return Buffer.concat(parts.length === 0 ? [OPEN, CLOSE] : [...pieces, CLOSE]);
}

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
