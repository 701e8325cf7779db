import type { Measured } from '@inner-weather/domain/measures/measures';
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

type Part = Pick<ReadableEntry, '_id' | 'day' | 'ofDay' | 'measures'>;

const FIELDS = { day: 1, ofDay: 1, measures: 1 };

/** Entries whose values are rewritten at a time. */
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

  /** Deletes the values of these measures from all entries. Repeating it deletes what is left. */
  async forget(userId: string, measureIds: readonly string[]): Promise<void> {
    const open = await this.sealing.openerOf<Part>(userId);
    const cursor = this.entries.collection.find<Sealed<Part>>(
      { userId, measures: { $exists: true } },
      { projection: { measures: 1 }, batchSize: BATCH, promoteBuffers: true },
    );
    for await (const entry of cursor) {
      const { _id, measures: before } = entry;
      const kept = Object.entries(this.valuesOf(entry, open)).filter(([id]) => !measureIds.includes(id));
      if (kept.length === Object.keys(this.valuesOf(entry, open)).length) continue;
      const { measures } = await this.sealing.seal(
        { _id, userId },
        { measures: JSON.stringify(Object.fromEntries(kept)) },
      );
      // An entry that was changed since has lost them already: see MeasuresService.accept.
      await this.entries.collection.updateOne({ _id, userId, measures: before }, { $set: { measures } });
    }
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
