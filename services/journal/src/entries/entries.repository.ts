import { createHash } from 'node:crypto';
import { Batcher } from '@inner-weather/platform/batcher';
import { deleteInBatches } from '@inner-weather/platform/mongo/delete-in-batches';
import { findInBatches } from '@inner-weather/platform/mongo/find-in-batches';
import { insertOutcomes } from '@inner-weather/platform/mongo/errors';
import { type OutboxEvent, outboxOnUpdate } from '@inner-weather/platform/outbox/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { parseId } from '@inner-weather/platform/mongo/parse-id';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { cursorAfter, type EntryCursor, filterAfter } from './entry-cursor.js';
import { bytesOf, SIZED_PROJECTION, type Sized } from './entry-bytes.js';
import { entryChanges } from './entries.metrics.js';
import type { DayRange } from './day-range.js';
import { type MaybeUnreadable, SHOWN_PROJECTION, type ShownEntry } from './entry.mapper.js';
import { Entry, PERSONAL_FIELDS, type ReadableEntry, type WrittenField } from './entry.schema.js';
import { SCRIPTED } from './scripted.js';
import { EntrySealing, type Sealed } from './entry-sealing.js';
import { openOrMark } from './unreadable-entry.js';
import type { LivedTime } from './lived-time.js';
import { entryCreatedEvent, entryDeletedEvent, type NewEntry, photosDroppedEvents } from './new-entry.js';

/** The fields that an edit sets. An absent field stays unchanged. */
export type EntryEdit = Pick<ReadableEntry, 'updatedAt'> &
  Partial<Pick<ReadableEntry, WrittenField | 'weather' | keyof LivedTime>>;

/** The fields that a deletion needs. */
export type DeletableEntry = Pick<
  Entry,
  '_id' | 'userId' | 'createdAt' | 'offset' | 'day' | 'replayableUntil' | 'photos'
>;

/** Entries that are decrypted or measured in one batch: at most 4 MB. */
const BATCH = 50;

/** Entries of one day that the database finds at a time, at most: 32 MB. */
const MAX_BATCH = 400;

/** The limits of one insert of several new entries. */
const INSERTED_MAX = { maxItems: 500, maxBytes: 8_000_000 };

/** Which entries to list. */
export interface ListRequest {
  userId: string;
  days: DayRange;
  /** Only entries with this tag. */
  tag?: string;
  /** Leaves out entries that match SCRIPTED. */
  written?: boolean;
  after?: EntryCursor;
  limit?: number;
  /** Entries that the database sends at a time. */
  batch: number;
}

/** A batch of encrypted entries, and the function that decrypts one of them. */
export interface ListedPart {
  sealed: Sealed<ShownEntry>[];
  open: (sealed: Sealed<ShownEntry>) => MaybeUnreadable<ShownEntry>;
}

/** Stores entries, with their text encrypted. Each change is stored together with its events. */
@Injectable()
export class EntriesRepository {
  /** Entries that are saved at the same time share one durable write. */
  private readonly inserts = new Batcher<Sealed<NewEntry>, boolean>({
    ...INSERTED_MAX,
    bytesOf,
    run: (entries) => this.insertTogether(entries),
  });

  constructor(
    @InjectModel(Entry.name) private readonly entries: Model<Entry>,
    @InjectOutboxRelay(Entry.name) private readonly outbox: OutboxRelay,
    private readonly sealing: EntrySealing,
  ) {}

  /** False when the id already belongs to an entry or a tombstone. */
  async insert(entry: NewEntry, events: OutboxEvent[]): Promise<boolean> {
    const document = { ...(await this.sealing.seal(entry, entry)), ...this.outbox.claimed(events) };
    if (!(await this.inserts.add(document))) return false;
    entryChanges().inc({ change: 'created' });
    this.outbox.publishInserted(document);
    return true;
  }

  /** The fingerprint of the request that created the entry; null when neither an entry nor a tombstone has the id. */
  requestHashOf(_id: Types.ObjectId): Promise<Pick<Entry, 'requestHash'> | null> {
    return this.entries.findOne({ _id }, { requestHash: 1 }).lean<Pick<Entry, 'requestHash'>>().exec();
  }

  /** Inserts entries, each with its event, and skips those whose id is taken. Returns the inserted ones. */
  async insertNew(entries: NewEntry[]): Promise<NewEntry[]> {
    if (entries.length === 0) return [];
    const documents = await Promise.all(
      entries.map(async (entry) => ({
        ...(await this.sealing.seal(entry, entry)),
        ...this.outbox.claimed([entryCreatedEvent(entry)]),
      })),
    );
    const outcomes = await this.insertTogether(documents);
    const isInserted = outcomes.map((outcome) => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
    const insertedEntries = entries.filter((_, index) => isInserted[index]);
    documents.forEach((document, index) => {
      if (isInserted[index]) this.outbox.publishInserted(document);
    });
    entryChanges().inc({ change: 'imported' }, insertedEntries.length);
    return insertedEntries;
  }

  /** Those of the photos that an entry of this person has. */
  async listUsedPhotos(userId: string, photoIds: string[]): Promise<string[]> {
    const entries = await this.entries
      .find({ userId, photos: { $in: photoIds } }, { _id: 0, photos: 1 })
      .lean<Pick<Entry, 'photos'>[]>();
    const used = new Set(entries.flatMap(({ photos }) => photos ?? []));
    return photoIds.filter((id) => used.has(id));
  }

  async find(userId: string, id: string): Promise<MaybeUnreadable<ReadableEntry> | null> {
    const _id = parseId(id);
    const entry = _id && (await this.entries.findOne({ _id, userId }).lean<Entry>());
    return entry && openOrMark(entry, await this.sealing.openerOf<ReadableEntry>(userId));
  }

  /**
   * Changes the entry unless its writer has changed it since it was read. Returns the changed entry and how many bytes
   * it took before; null when it was changed or deleted in the meantime. An edited entry no longer belongs to its import.
   */
  async edit(
    { _id, userId, updatedAt }: ReadableEntry,
    edit: EntryEdit,
    events: OutboxEvent[],
  ): Promise<{ entry: ShownEntry; bytesBefore: number } | null> {
    const sealedEdit = await this.sealing.seal({ _id, userId }, edit);
    const previous = await this.entries
      .findOneAndUpdate(
        { _id, userId, updatedAt },
        { $set: { ...sealedEdit, ...outboxOnUpdate(events) }, $unset: { import: 1 } },
        { returnDocument: 'before', projection: SHOWN_PROJECTION },
      )
      .lean<Sealed<ShownEntry>>();
    if (!previous) return null;
    entryChanges().inc({ change: 'updated' });
    this.outbox.publishSoon(_id);
    const open = await this.sealing.openerOf<ShownEntry>(userId);
    const entry = openOrMark({ ...previous, ...sealedEdit }, open);
    return { entry, bytesBefore: bytesOf(previous) };
  }

  /**
   * Removes all personal data from the entry and leaves a tombstone with its event. The relay deletes the tombstone after
   * `replayableUntil`, once the event is published. Returns the erased entry; null when it was already deleted, or does
   * not fulfil the further conditions.
   */
  async replaceByTombstone(
    entry: DeletableEntry,
    conditions: { updatedAt?: Date } = {},
  ): Promise<Sized | null> {
    const { _id, userId } = entry;
    const erasedEntry = await this.entries
      .findOneAndUpdate({ _id, userId, ...conditions }, toTombstone(entry), {
        returnDocument: 'before',
        projection: SIZED_PROJECTION,
      })
      .lean<Sized>();
    if (!erasedEntry) return null;
    entryChanges().inc({ change: 'deleted' });
    this.outbox.publishSoon(_id);
    return erasedEntry;
  }

  /** Removes those tombstones with these ids whose events are published, so that the ids are free again. */
  async removeTombstones(ids: Types.ObjectId[]): Promise<void> {
    await this.entries.collection.deleteMany({ _id: { $in: ids }, removeAt: { $exists: true }, outbox: {} });
  }

  /** A hash of the ids of the entries on these days, the times of their last edits, and their weather, which is no edit. */
  async versionOf(userId: string, { startDate, endDate }: DayRange): Promise<string> {
    const hash = createHash('sha256');
    const cursor = this.entries.collection
      .find<Pick<Entry, '_id' | 'updatedAt'> & { weather: Pick<Entry['weather'], 'status' | 'text'> }>(
        { userId, day: { $gte: startDate, $lte: endDate } },
        { projection: { updatedAt: 1, 'weather.status': 1, 'weather.text': 1 } },
      )
      .sort({ day: -1, createdAt: -1, _id: -1 });
    for await (const { _id, updatedAt, weather } of cursor)
      hash.update(`${String(_id)} ${updatedAt.getTime()} ${weather.status} ${weather.text} `);
    return hash.digest('base64url');
  }

  /**
   * Lists one person's entries of some days after the cursor, newest first by day and then by moment. Batches are
   * fetched during the iteration. `batch` is the number of entries that the database sends at a time: see `batchBytes`.
   */
  async *list({ userId, days, tag, written, after, limit, batch }: ListRequest): AsyncIterable<ListedPart> {
    const filter = await this.filterOf({ userId, tag, written });
    let open: ListedPart['open'] | undefined;
    let last = after;
    let remaining = limit ?? Number.POSITIVE_INFINITY;
    let size = batch;
    while (remaining > 0) {
      // A query for each batch, because the embedded database holds everything that a query finds in memory.
      const wanted = Math.min(size, remaining);
      const from = last?.day;
      let found = 0;
      // Uses the driver's cursor, because mongoose's takes several times as long for a year of entries.
      const cursor = this.entries.collection.find<Sealed<ShownEntry>>(
        { ...filter, ...filterAfter(days, last) },
        {
          projection: SHOWN_PROJECTION,
          sort: { day: -1, createdAt: -1, _id: -1 },
          batchSize: Math.min(batch, wanted),
          limit: wanted,
          promoteBuffers: true,
        },
      );
      try {
        while (await cursor.hasNext()) {
          const sealed = cursor.readBufferedDocuments(BATCH);
          open ??= await this.openOf(userId);
          found += sealed.length;
          const end = sealed.at(-1);
          if (end) last = cursorAfter(end);
          yield { sealed, open };
        }
      } finally {
        await cursor.close();
      }
      if (found < wanted) return;
      remaining -= found;
      // Each query reads the last day from its start, so a day of thousands of entries is read in a few steps.
      size = last?.day === from ? Math.min(2 * size, Math.max(batch, MAX_BATCH)) : batch;
    }
  }

  async count({ days, ...criteria }: Omit<ListRequest, 'after' | 'limit' | 'batch'>): Promise<number> {
    const filter = await this.filterOf(criteria);
    return this.entries.countDocuments({ ...filter, day: { $gte: days.startDate, $lte: days.endDate } });
  }

  /** How many bytes all of a person's entries take. */
  async bytesOf(userId: string): Promise<number> {
    const batches = findInBatches<Sized>(
      this.entries.collection,
      { userId },
      { batch: BATCH, projection: SIZED_PROJECTION },
    );
    let bytes = 0;
    for await (const entries of batches) for (const entry of entries) bytes += bytesOf(entry);
    return bytes;
  }

  private async openOf(userId: string): Promise<ListedPart['open']> {
    const openReadable = await this.sealing.openerOf<ShownEntry>(userId);
    return (sealed) => openOrMark(sealed, openReadable);
  }

  private async filterOf({ userId, tag, written }: Pick<ListRequest, 'userId' | 'tag' | 'written'>) {
    const tagTokens = tag === undefined ? undefined : await this.sealing.tokenOf(userId, tag);
    return { userId, ...(tagTokens && { tagTokens }), ...(written && { $nor: [SCRIPTED] }) };
  }

  private async insertTogether(entries: Sealed<NewEntry>[]): Promise<(boolean | Error)[]> {
    return this.entries.collection
      .insertMany(entries, { ordered: false })
      .then(() => entries.map(() => true))
      .catch((error: unknown) => insertOutcomes(error, entries.length));
  }

  deleteOfUser(userId: string): Promise<number> {
    return deleteInBatches(this.entries, { userId });
  }
}

/**
 * The change that leaves nothing personal of an entry, together with its event.
 * @param undoneImport names the import that is undone: see `Entry.undoneImport`
 */
export const toTombstone = (entry: DeletableEntry, undoneImport?: string) => ({
  $set: {
    removeAt: entry.replayableUntil ?? new Date(),
    ...(undoneImport !== undefined && { undoneImport }),
    ...outboxOnUpdate([entryDeletedEvent(entry), ...photosDroppedEvents(entry.userId, entry.photos)]),
  },
  $unset: WITHOUT_PERSONAL,
});

const WITHOUT_PERSONAL: Record<string, 1> = Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, 1]));
