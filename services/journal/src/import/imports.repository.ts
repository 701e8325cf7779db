import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { DeletableEntry } from '../entries/entries.repository.js';
import { Entry } from '../entries/entry.schema.js';

/** The entries of one import that have not been edited. */
export interface EntriesOfImport {
  id: string;
  source: string;
  startedAt: Date;
  entries: number;
}

const DELETABLE_FIELDS = { userId: 1, createdAt: 1, offset: 1, day: 1, replayableUntil: 1 } as const;

/** Reads which entries came with which import. */
@Injectable()
export class ImportsRepository {
  constructor(@InjectModel(Entry.name) private readonly entries: Model<Entry>) {}

  /** Lists a person's imports with entries that were added after `addedAfter`, newest first. */
  list(userId: string, addedAfter: Date, limit: number): Promise<EntriesOfImport[]> {
    return this.entries
      .aggregate<EntriesOfImport>([
        { $match: { userId, 'import.at': { $gt: addedAfter } } },
        {
          $group: {
            _id: '$import.id',
            source: { $first: '$import.source' },
            startedAt: { $min: '$import.at' },
            entries: { $sum: 1 },
          },
        },
        { $sort: { startedAt: -1, _id: 1 } },
        { $limit: limit },
        { $project: { _id: 0, id: '$_id', source: 1, startedAt: 1, entries: 1 } },
      ])
      .exec();
  }

  /** Lists entries of an import that were added after `addedAfter`, in no particular order. */
  listEntries(userId: string, importId: string, addedAfter: Date, limit: number): Promise<DeletableEntry[]> {
    return this.entries
      .find(entriesOf(userId, importId, addedAfter), DELETABLE_FIELDS)
      .limit(limit)
      .lean<DeletableEntry[]>()
      .exec();
  }

  /** How many of these entries came with an import. */
  countAdded(userId: string, importId: string, ids: Types.ObjectId[]): Promise<number> {
    return this.entries.countDocuments({ _id: { $in: ids }, userId, 'import.id': importId }).exec();
  }

  countEntries(userId: string, importId: string, addedAfter: Date): Promise<number> {
    return this.entries.countDocuments(entriesOf(userId, importId, addedAfter)).exec();
  }
}

const entriesOf = (userId: string, importId: string, addedAfter: Date) => ({
  userId,
  'import.at': { $gt: addedAfter },
  'import.id': importId,
});
