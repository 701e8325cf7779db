import { createHash } from 'node:crypto';
import { LIMITS } from '@inner-weather/contracts/limits';
import { Batcher, fulfilled } from '@inner-weather/platform/batcher';
import { insertOutcomes } from '@inner-weather/platform/mongo/errors';
import { type OutboxEvent, outboxOnUpdate } from '@inner-weather/platform/outbox/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { parseId } from '@inner-weather/platform/mongo/parse-id';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { EntryCursor } from './entry-cursor.js';
import { bytesOf, SIZED_PROJECTION, type Sized } from './entry-bytes.js';
import { entryChanges } from './entries.metrics.js';
import type { DayRange } from './day-range.js';
import { type MaybeUnreadable, SHOWN_PROJECTION, type ShownEntry } from './entry.mapper.js';
import { Entry, PERSONAL_FIELDS, type ReadableEntry, type WrittenField } from './entry.schema.js';
import { EntrySealing, type Sealed } from './entry-sealing.js';
import { openOrMark } from './unreadable-entry.js';
import type { LivedTime } from './lived-time.js';
import { entryCreatedEvent, type NewEntry } from './new-entry.js';

/** What a change of an entry by its writer sets. A field that is not in it stays as it was. */
export type EntryEdit = Pick<ReadableEntry, 'updatedAt'> &
  Partial<Pick<ReadableEntry, WrittenField | 'weather' | keyof LivedTime>>;

/** Entries that are taken at a time to be decrypted, or measured: at most 4 MB. */
const BATCH = 50;

/** New entries that are inserted together, at most. */
const INSERTED_MAX = { maxItems: 500, maxBytes: 8_000_000 };

/** Bytes that the database sends in one batch, at most (https://www.mongodb.com/docs/manual/reference/limits/). */
const REPLY_BYTES_MAX = 16 * 1024 * 1024;
/** Bytes of the longest entry: its characters take up to four bytes each. */
const ENTRY_BYTES_MAX = 4 * LIMITS.contentMax + 2_000;

/** Which entries to list. */
export interface ListRequest {
  userId: string;
  days: DayRange;
  /** Only entries with this tag. */
  tag?: string;
  after?: EntryCursor;
  limit?: number;
  /** Entries that the database sends at a time. */
  batch: number;
}

/** Some of the entries that are listed, and what decrypts one of them. */
export interface ListedPart {
  sealed: Sealed<ShownEntry>[];
  open: (sealed: Sealed<ShownEntry>) => MaybeUnreadable<ShownEntry>;
}

/** Bytes that a batch of so many entries takes at most. */
export function batchBytes(batch: number): number {
  return Math.min(batch * ENTRY_BYTES_MAX, REPLY_BYTES_MAX);
}

/** Entries, with their words encrypted in the database. Each change is stored together with its events. */
@Injectable()
export class EntriesRepository {
  /** What is saved at the same time is stored by one durable write. */
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

  /** False when an entry, or the tombstone of one, has the id already. */
  async insert(entry: NewEntry, events: OutboxEvent[]): Promise<boolean> {
    const document = { ...(await this.sealing.seal(entry, entry)), ...this.outbox.claimed(events) };
    if (!(await this.inserts.add(document))) return false;
    entryChanges.inc({ change: 'created' });
    this.outbox.publishInserted(document);
    return true;
  }

  /** The fingerprint of the request that made an entry; null where nothing has the id, not even a tombstone. */
  requestHashOf(_id: Types.ObjectId): Promise<Pick<Entry, 'requestHash'> | null> {
    return this.entries.findOne({ _id }, { requestHash: 1 }).lean<Pick<Entry, 'requestHash'>>().exec();
  }

  /** The ids, out of these, under which this person has an entry; in lower case. */
  async whichAreOf(userId: string, ids: string[]): Promise<Set<string>> {
    const $in = ids.flatMap((id) => parseId(id) ?? []);
    const own = await this.entries.find({ _id: { $in }, userId }, { _id: 1 }).lean<Pick<Entry, '_id'>[]>();
    return new Set(own.map(({ _id }) => _id.toHexString()));
  }

  /** Inserts entries, each with its event, and skips those whose id is taken. Answers the ones that were inserted. */
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
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
    const inserted = entries.filter((_, index) => isInserted[index]);
    documents.forEach((document, index) => {
      if (isInserted[index]) this.outbox.publishInserted(document);
    });
    entryChanges.inc({ change: 'imported' }, inserted.length);
    return inserted;
  }

  async find(userId: string, id: string): Promise<MaybeUnreadable<ReadableEntry> | null> {
    const _id = parseId(id);
    const entry = _id && (await this.entries.findOne({ _id, userId }).lean<Entry>());
    return entry && openOrMark(entry, await this.sealing.openerOf<ReadableEntry>(userId));
  }

  /**
   * Changes the entry if its writer has not changed it since it was read; null when they have, or the entry is gone.
   * Answers the changed entry, and how many bytes it took before.
   */
  async edit(
    { _id, userId, updatedAt }: ReadableEntry,
    edit: EntryEdit,
    events: OutboxEvent[],
  ): Promise<{ entry: ShownEntry; bytesBefore: number } | null> {
    const sealed = await this.sealing.seal({ _id, userId }, edit);
    const before = await this.entries
      .findOneAndUpdate(
        { _id, userId, updatedAt },
        { $set: { ...sealed, ...outboxOnUpdate(events) } },
        { returnDocument: 'before', projection: SHOWN_PROJECTION },
      )
      .lean<Sealed<ShownEntry>>();
    if (!before) return null;
    entryChanges.inc({ change: 'updated' });
    this.outbox.publishSoon(_id);
    const open = await this.sealing.openerOf<ShownEntry>(userId);
    const entry = openOrMark({ ...before, ...sealed }, open);
    return { entry, bytesBefore: bytesOf(before) };
  }

  /**
   * Removes everything personal from the entry and leaves a tombstone with the event. The relay deletes it at
   * `removeAt`, once the event is published. Answers what the entry held; null when it is gone already, or its writer has
   * changed it since it was read and only that version was to go.
   */
  async replaceByTombstone(
    { _id, userId, updatedAt }: ReadableEntry,
    removeAt: Date,
    events: OutboxEvent[],
    { onlyThisVersion }: { onlyThisVersion: boolean },
  ): Promise<Sized | null> {
    const erased = await this.entries
      .findOneAndUpdate(
        { _id, userId, ...(onlyThisVersion && { updatedAt }) },
        { $set: { removeAt, ...outboxOnUpdate(events) }, $unset: WITHOUT_PERSONAL },
        { returnDocument: 'before', projection: SIZED_PROJECTION },
      )
      .lean<Sized>();
    if (!erased) return null;
    entryChanges.inc({ change: 'deleted' });
    this.outbox.publishSoon(_id);
    return erased;
  }

  /** A hash of which entries there are on these days, and when each was last changed by its writer. */
  async versionOf(userId: string, { startDate, endDate }: DayRange): Promise<string> {
    const hash = createHash('sha256');
    const found = this.entries.collection
      .find<Pick<Entry, '_id' | 'updatedAt'>>(
        { userId, day: { $gte: startDate, $lte: endDate } },
        { projection: { updatedAt: 1 } },
      )
      .sort({ day: -1, createdAt: -1, _id: -1 });
    for await (const { _id, updatedAt } of found) hash.update(`${String(_id)} ${updatedAt.getTime()} `);
    return hash.digest('base64url');
  }

  /**
   * One person's entries of some days and after the cursor, by day and then by moment, newest first, some at a time,
   * read while they are iterated. The database sends so many at a time as `batch` says: see `batchBytes`.
   */
  async *list({ userId, days, tag, after, limit, batch }: ListRequest): AsyncIterable<ListedPart> {
    const { startDate, endDate } = days;
    const token = await this.tokenOf(userId, tag);
    const filter = {
      userId,
      ...(token && { tagTokens: token }),
      day: { $gte: startDate, $lte: after && after.day < endDate ? after.day : endDate },
      ...(after && {
        $or: [
          { day: { $lt: after.day } },
          { createdAt: { $lt: after.createdAt } },
          { createdAt: after.createdAt, _id: { $lt: new Types.ObjectId(after.id) } },
        ],
      }),
    };
    // The driver's own cursor: mongoose's takes several times as long for a year of entries.
    const found = this.entries.collection.find<Sealed<ShownEntry>>(filter, {
      projection: SHOWN_PROJECTION,
      sort: { day: -1, createdAt: -1, _id: -1 },
      batchSize: batch,
      promoteBuffers: true,
      ...(limit && { limit }),
    });
    try {
      if (!(await found.hasNext())) return;
      const openReadable = await this.sealing.openerOf<ShownEntry>(userId);
      const open: ListedPart['open'] = (sealed) => openOrMark(sealed, openReadable);
      do {
        yield { sealed: found.readBufferedDocuments(BATCH), open };
      } while (await found.hasNext());
    } finally {
      await found.close();
    }
  }

  /** @param tag only entries with it */
  async count(userId: string, { startDate, endDate }: DayRange, tag?: string): Promise<number> {
    const token = await this.tokenOf(userId, tag);
    return this.entries.countDocuments({
      userId,
      ...(token && { tagTokens: token }),
      day: { $gte: startDate, $lte: endDate },
    });
  }

  /** How many bytes all of a person's entries take. */
  async bytesOf(userId: string): Promise<number> {
    const found = this.entries.collection.find<Sized>(
      { userId },
      { projection: SIZED_PROJECTION, batchSize: BATCH },
    );
    let bytes = 0;
    for await (const entry of found) bytes += bytesOf(entry);
    return bytes;
  }

  private async tokenOf(userId: string, tag?: string): Promise<string | undefined> {
    return tag === undefined ? undefined : this.sealing.tokenOf(userId, tag);
  }

  private async insertTogether(entries: Sealed<NewEntry>[]): Promise<PromiseSettledResult<boolean>[]> {
    return this.entries.collection
      .insertMany(entries, { ordered: false })
      .then(() => entries.map(() => fulfilled(true)))
      .catch((error: unknown) => insertOutcomes(error, entries.length));
  }

  async deleteOfUser(userId: string): Promise<number> {
    const { deletedCount } = await this.entries.deleteMany({ userId });
    return deletedCount;
  }
}

const WITHOUT_PERSONAL: Record<string, 1> = Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, 1]));
