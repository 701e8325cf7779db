import type { DayRange } from '../entries/day-range.js';
import { type MaybeUnreadable, type ShownEntry, toEntryDto } from '../entries/entry.mapper.js';
import { cursorAfter, type EntryCursor } from '../entries/entry-cursor.js';

export interface PageRequest {
  userId: string;
  days: DayRange;
  tag?: string;
  written?: boolean;
  after?: EntryCursor;
  limit?: number;
}

/** A JSON array of entries, limited in entries and in bytes. */
export class Page {
  private readonly parts: Buffer[] = [];
  private bytes = OPEN.length + CLOSE.length;
  /** The entry added last. */
  last?: EntryCursor;
  /** Whether the next entry would exceed the limit in bytes. */
  isFull = false;

  constructor(
    private readonly limit: number | undefined,
    private bytesMax: number,
  ) {}

  get length(): number {
    return this.parts.length;
  }

  extendTo(bytesMax: number): void {
    this.bytesMax = bytesMax;
  }

  /** Returns false if the page has no room for the entry. An empty page takes an entry of any size. */
  add(entry: MaybeUnreadable<ShownEntry>): boolean {
    if (this.length === this.limit) return false;
    const json = Buffer.from(JSON.stringify(toEntryDto(entry)));
    const bytes = this.bytes + json.length + COMMA.length;
    this.isFull = this.length > 0 && bytes > this.bytesMax;
    if (this.isFull) return false;
    this.parts.push(json);
    this.bytes = bytes;
    this.last = cursorAfter(entry);
    return true;
  }

  /** Returns the array in one buffer, which is allocated at its final size. */
  toBuffer(): Buffer {
    const pieces = this.parts.flatMap((part, index) => [index === 0 ? OPEN : COMMA, part]);
    return Buffer.concat(this.length === 0 ? [OPEN, CLOSE] : [...pieces, CLOSE]);
  }
}

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
