import type { Measured } from '@inner-weather/domain/measures/measures';
import { textBytes } from '@inner-weather/platform/encryption/field-encryption';
import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { DayRange } from '../entries/day-range.js';
import { measuresIn } from '../entries/entry.mapper.js';
import { Entry, type ReadableEntry } from '../entries/entry.schema.js';
import { EntrySealing, type Sealed } from '../entries/entry-sealing.js';
import { PART, partsOf } from '../entries/parts.js';

/** What one entry measured. */
export interface MeasuredEntry {
  /** YYYY-MM-DD. */
  day: string;
  /** Set for the whole day: see Entry. */
  ofDay: boolean;
  measured: Measured;
}

/** An entry with values of some measures, and those that it has of others. */
export interface EntryWith extends Pick<Entry, '_id' | 'userId'> {
  stored: StoredBytes;
  others: Measured;
}

type Part = Pick<ReadableEntry, '_id' | 'day' | 'ofDay' | 'measures'>;

const FIELDS = { day: 1, ofDay: 1, measures: 1 };

/** Entries of which values are deleted that are read at a time. */
const BATCH = 100;

/** Reads and deletes what entries have measured. */
@Injectable()
export class MeasuredRepository {
  private readonly logger = new Logger(MeasuredRepository.name);

  constructor(
    @InjectModel(Entry.name) private readonly entries: Model<Entry>,
    private readonly sealing: EntrySealing,
  ) {}

  /**
   * Lists the values in batches, oldest first. An entry that cannot be decrypted has none.
   * @param sendable leaves out entries that may never be sent to a language model
   */
  async *list(
    userId: string,
    { startDate, endDate }: DayRange,
    sendable = false,
  ): AsyncIterable<MeasuredEntry[]> {
    const open = await this.sealing.openerOf<Part>(userId);
    const cursor = this.entries.collection
      .find<Sealed<Part>>(
        {
          ...{ userId, day: { $gte: startDate, $lte: endDate }, measures: { $exists: true } },
          ...(sendable && { neverSendToAi: { $ne: true } }),
        },
        { projection: FIELDS, batchSize: PART, promoteBuffers: true },
      )
      .sort({ day: 1, createdAt: 1 });
    yield* partsOf(cursor, (entry) => {
      const { day, ofDay = false } = entry;
      return { day, ofDay, measured: this.valuesOf(entry, open) };
    });
  }

  /** Lists the entries that have values of these measures. */
  async *listWith(userId: string, measureIds: readonly string[]): AsyncIterable<EntryWith> {
    const open = await this.sealing.openerOf<Part>(userId);
    const cursor = this.entries.collection.find<Sealed<Part>>(
      { userId, measures: { $exists: true } },
      { projection: { measures: 1 }, batchSize: BATCH, promoteBuffers: true },
    );
    for await (const entry of cursor) {
      const values = Object.entries(this.valuesOf(entry, open));
      const others = values.filter(([id]) => !measureIds.includes(id));
      const { _id, measures: stored } = entry;
      if (others.length < values.length && stored)
        yield { _id, userId, stored, others: Object.fromEntries(others) };
    }
  }

  /** Leaves an entry only its other values. Returns how many bytes it has less: none if it was changed since. */
  async keepOthers({ _id, userId, stored, others }: EntryWith): Promise<number> {
    const text = JSON.stringify(others);
    const { measures } = await this.sealing.seal({ _id, userId }, { measures: text });
    // An edit since then had the list without them: see MeasuresService.accept. The next search finds any others.
    const { modifiedCount } = await this.entries.collection.updateOne(
      { _id, userId, measures: stored },
      { $set: { measures } },
    );
    return modifiedCount === 1 ? textBytes(stored) - textBytes(text) : 0;
  }

  private valuesOf(entry: Sealed<Part>, open: (entry: Sealed<Part>) => Part): Measured {
    try {
      return measuresIn(open(entry).measures) ?? {};
    } catch (error) {
      // Only the error's name: a parser's message quotes the text.
      const name = error instanceof Error ? error.name : 'unknown';
      this.logger.error({ entryId: String(entry._id), error: name, msg: 'measures cannot be read' });
      return {};
    }
  }
}
