import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { Moods } from '@inner-weather/domain/entries/own-moods';
import { LIMITS } from '@inner-weather/domain/limits';
import { dayName, dayNumber } from '@inner-weather/domain/time/local-time';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { figuresOfMeasures, type Finding, type MeasureFigures, strongestOf } from '../local/measured.js';
import type { Job } from './job.schema.js';

/**
 * Milliseconds for one page. The user does not wait for it, but five attempts and the pauses between them must fit into
 * three minutes.
 */
const PAGE_TIMEOUT_MS = 10_000;

/** The fewest days in which it is looked for what goes together: a week alone shows nothing. */
const TOGETHER_DAYS = 90;

type DaysOf = Pick<Job, 'userId' | 'startDate' | 'endDate'>;

/** Bytes of entries in one page. While reading, a worker holds a page twice: as bytes and as entries. */
const PAGE_BYTES_MAX = 1024 * 1024;

/** The entries of a range. */
export interface EntriesRead {
  /** Newest first. */
  entries: EntryDto[];
  /** How many older entries of the range were not read, because the newer ones reached the limit for one insight. */
  unread: number;
  /** The size of the entries as JSON. */
  bytes: number;
}

/** Reads the entries of a job's range from the journal. */
@Injectable()
export class JournalReader {
  constructor(private readonly rpc: RpcClient) {}

  /** Whether something was written in a week. */
  async isWritten({ userId, startDate, endDate }: DaysOf): Promise<boolean> {
    const page = { limit: LIMITS.searchPageMax, maxBytes: PAGE_BYTES_MAX, skipTotal: true };
    const request = { userId, startDate, endDate, ...page };
    return (await this.rpc.call('journal.search-entries', request)).some(isWritten);
  }

  /** What the moods of a person's entries are. */
  async moodsOf(userId: string): Promise<Moods> {
    return new Moods(await this.rpc.call('journal.list-moods', { userId }));
  }

  /** Changes as soon as an entry of the range or its weather does. */
  version({ userId, startDate, endDate }: DaysOf): Promise<string> {
    return this.rpc.call('journal.get-range-version', { userId, startDate, endDate });
  }

  /**
   * Reads the newest entries, up to `LIMITS.insightBytesMax`, so that no more than that and one page are in memory.
   * Calls `onPage` after each page but the last with the number of entries so far.
   */
  async read(
    { userId, startDate, endDate }: Job,
    onPage: (entriesSoFar: number) => Promise<void>,
  ): Promise<EntriesRead> {
    const entries: EntryDto[] = [];
    let remainingBytes: number = LIMITS.insightBytesMax;
    let total = 0;
    let answeredEntries = 0;
    let cursor: string | undefined;
    for (;;) {
      const page = {
        limit: LIMITS.searchPageMax,
        maxBytes: Math.min(remainingBytes, PAGE_BYTES_MAX),
        cursor,
      };
      const request = { userId, startDate, endDate, ...page };
      const { body, meta } = await this.rpc.callRaw('journal.search-entries', request, {
        timeoutMs: PAGE_TIMEOUT_MS,
      });
      const answer = JSON.parse(body.toString()) as EntryDto[];
      answeredEntries += answer.length;
      entries.push(...answer.filter(isWritten));
      remainingBytes -= body.length;
      total = Number(meta.total ?? answeredEntries);
      cursor = meta.nextCursor;
      if (!cursor || remainingBytes <= 0) break;
      await onPage(entries.length);
    }
    const bytes = LIMITS.insightBytesMax - remainingBytes;
    return { entries, unread: cursor ? Math.max(0, total - answeredEntries) : 0, bytes };
  }

  /** The figures of what was measured in the range, but for entries that may never be sent to a language model. */
  async measured({ userId, startDate: from, endDate: to }: DaysOf): Promise<MeasureFigures[]> {
    const { measures } = await this.rpc.call('journal.list-measures', { userId });
    if (measures.length === 0) return [];
    const request = { userId, from, to, sendable: true };
    return figuresOfMeasures(measures, await this.rpc.call('journal.get-measured', request));
  }

  /** What goes together most with the mood in the range, or in the months before its end if it is shorter. */
  async findTogether({ userId, startDate, endDate: to }: DaysOf): Promise<Finding | undefined> {
    const { measures } = await this.rpc.call('journal.list-measures', { userId });
    if (measures.length === 0) return undefined;
    const early = dayName(dayNumber(to) - TOGETHER_DAYS);
    const request = { userId, from: early < startDate ? early : startDate, to };
    return strongestOf(measures, await this.rpc.call('journal.get-together', request));
  }
}

/** A damaged entry has no text to write about, and neither has one of which only measures are known. */
const isWritten = ({ unreadable, content, inputMood, photos }: EntryDto): boolean =>
  !unreadable && (content !== '' || inputMood !== '' || (photos?.length ?? 0) > 0);
