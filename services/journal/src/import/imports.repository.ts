import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { canonicalHash } from '@inner-weather/platform/canonical-hash';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { type DeletableEntry, toTombstone } from '../entries/entries.repository.js';
import { entryChanges } from '../entries/entries.metrics.js';
import { SIZED_PROJECTION, type Sized } from '../entries/entry-bytes.js';
import { Entry } from '../entries/entry.schema.js';
import { EntrySealing, type Sealed } from '../entries/entry-sealing.js';
import { isOnlyMeasured } from '../entries/entry.mapper.js';
import type { NewEntry } from '../entries/new-entry.js';
import { openOrMark } from '../entries/unreadable-entry.js';
import { type ComparedEntry, type Known, knownOf } from './sameness.js';

/** The entries of one import that have not been edited. */
export interface EntriesOfImport {
  id: string;
  source: string;
  startedAt: Date;
  entries: number;
}

/** What is left of a deleted entry. */
export interface Tombstone {
  id: string;
  /** `undoneImportOf` the import with which it was undone; absent if it was deleted alone. */
  undoneImport?: string;
  /** Whether its deletion is announced, so that its id can be used again. */
  isPublished: boolean;
}

/** Entries that are open in memory at the same time: at most 2 MB. */
const OPENED_AT_ONCE = 50;

const COMPARED_FIELDS = {
  content: 1,
  inputMood: 1,
  measures: 1,
  createdAt: 1,
  offset: 1,
  updatedAt: 1,
  import: 1,
} as const satisfies Record<Exclude<keyof ComparedEntry, '_id'>, 1>;

type ErasedEntry = Sized & Pick<Entry, '_id'>;

const DELETABLE_FIELDS = {
  userId: 1,
  createdAt: 1,
  offset: 1,
  day: 1,
  replayableUntil: 1,
  photos: 1,
} as const;

/** Reads which entries came with which import. */
@Injectable()
export class ImportsRepository {
  constructor(
    @InjectModel(Entry.name) private readonly entries: Model<Entry>,
    @InjectOutboxRelay(Entry.name) private readonly outbox: OutboxRelay,
    private readonly sealing: EntrySealing,
  ) {}

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

  /** Lists entries of an import that were added after `addedAfter`, in the order of the index, so that no others are read. */
  listEntries(userId: string, importId: string, addedAfter: Date, limit: number): Promise<DeletableEntry[]> {
    return this.entries
      .find(entriesOf(userId, importId, addedAfter), DELETABLE_FIELDS)
      .sort({ 'import.at': -1 })
      .limit(limit)
      .lean<DeletableEntry[]>()
      .exec();
  }

  /**
   * Removes all personal data from entries of an import by one write, as `EntriesRepository.replaceByTombstone` does from
   * one. Returns those that it erased, which are neither edited nor deleted in the meantime. (One that another replica
   * erases at the same moment may be returned by both.)
   */
  async erase(userId: string, importId: string, entries: DeletableEntry[]): Promise<ErasedEntry[]> {
    const _id = { $in: entries.map((entry) => entry._id) };
    const ofImport = { userId, 'import.id': importId };
    const before = await this.entries.find({ _id, ...ofImport }, SIZED_PROJECTION).lean<ErasedEntry[]>();
    const undoneImport = undoneImportOf(userId, importId);
    const changes = entries.map((entry) => ({
      updateOne: { filter: { _id: entry._id, ...ofImport }, update: toTombstone(entry, undoneImport) },
    }));
    const { modifiedCount } = await this.entries.bulkWrite(changes, { ordered: false });
    const kept =
      modifiedCount === before.length ? [] : await this.entries.find({ _id, userId }, { _id: 1 }).lean();
    const keptIds = new Set(kept.map((entry) => String(entry._id)));
    const erased = before.filter((entry) => !keptIds.has(String(entry._id)));
    entryChanges().inc({ change: 'deleted' }, erased.length);
    this.outbox.publishSoonTogether(erased.map((entry) => entry._id));
    return erased;
  }

  /**
   * The entry as values that scripts have set for its day, if it has nothing else: under the id by which the next value of a
   * script finds them. Its tombstone would keep the script from the id, so it leaves none that stays.
   */
  async asOfDay(entry: NewEntry): Promise<NewEntry> {
    if (!isOnlyMeasured(entry)) return entry;
    const { replayableUntil: _lasting, ...others } = entry;
    return { ...others, _id: await this.sealing.idOfDay(entry.userId, entry.day), ofDay: true };
  }

  /** Those of these entries that are this person's, as they are compared. Opens few of them at a time. */
  async listKnown(userId: string, ids: Types.ObjectId[]): Promise<Known[]> {
    const cursor = this.entries.collection.find<Sealed<ComparedEntry>>(
      { _id: { $in: ids }, userId },
      { projection: COMPARED_FIELDS, batchSize: OPENED_AT_ONCE, promoteBuffers: true },
    );
    const known: Known[] = [];
    let open: ((sealed: Sealed<ComparedEntry>) => ComparedEntry) | undefined;
    for await (const sealed of cursor) {
      open ??= await this.sealing.openerOf<ComparedEntry>(userId);
      known.push(knownOf(openOrMark(sealed, open)));
    }
    return known;
  }

  /** The tombstones with these ids. */
  async listTombstones(ids: Types.ObjectId[]): Promise<Tombstone[]> {
    const tombstones = await this.entries
      .find({ _id: { $in: ids }, removeAt: { $exists: true } }, { outbox: 1, undoneImport: 1 })
      .lean<Pick<Entry, '_id' | 'outbox' | 'undoneImport'>[]>();
    return tombstones.map(({ _id, outbox, undoneImport }) => ({
      id: _id.toHexString(),
      ...(undoneImport !== undefined && { undoneImport }),
      isPublished: Object.keys(outbox ?? {}).length === 0,
    }));
  }

  /** Whether undoing this import has begun, and left a tombstone that was not replaced since. */
  async isUndone(userId: string, importId: string): Promise<boolean> {
    return (await this.entries.exists({ undoneImport: undoneImportOf(userId, importId) })) !== null;
  }

  countEntries(userId: string, importId: string, addedAfter: Date): Promise<number> {
    return this.entries.countDocuments(entriesOf(userId, importId, addedAfter)).exec();
  }
}

/** The value of `Entry.undoneImport`. Two people may have imports with the same id. */
export const undoneImportOf = (userId: string, importId: string): string =>
  canonicalHash({ userId, importId });

const entriesOf = (userId: string, importId: string, addedAfter: Date) => ({
  userId,
  'import.at': { $gt: addedAfter },
  'import.id': importId,
});
