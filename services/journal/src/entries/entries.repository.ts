import {
  FieldEncryption,
  type Place,
  type StoredText,
} from '@inner-weather/platform/encryption/field-encryption';
import { duplicatesOf, isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { type OutboxEvent, outboxOnInsert, outboxOnUpdate } from '@inner-weather/platform/mongo/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/mongo/outbox-relay';
import type { DayBounds } from '@inner-weather/platform/day-bounds';
import type { PageCursor } from '@inner-weather/platform/mongo/page-cursor';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { SHOWN_FIELDS, type ShownEntry } from './entry.mapper.js';
import { Entry, type ReadableEntry, type WeatherStamp } from './entry.schema.js';
import { entryChanges, stamps } from './metrics.js';
import { created, type NewEntry } from './new-entry.js';

/** What a change of an entry by its writer sets. */
export type EntryEdit = Pick<
  ReadableEntry,
  'content' | 'inputMood' | 'location' | 'neverSendToAi' | 'updatedAt'
> & {
  weather?: WeatherStamp;
};

/** An entry that has waited for its weather for too long. */
export type WaitingEntry = Pick<Entry, '_id' | 'userId' | 'location' | 'weather' | 'createdAt'>;

/** Entries, whose words are encrypted in the store. Each change stores its events with it and sends them on their way. */
@Injectable()
export class EntriesRepository {
  constructor(
    @InjectModel(Entry.name) private readonly entries: Model<Entry>,
    @InjectOutboxRelay(Entry.name) private readonly outbox: OutboxRelay,
    private readonly fields: FieldEncryption,
  ) {}

  /** The id of an entry to come. */
  newId(): Types.ObjectId {
    return new Types.ObjectId();
  }

  /** False when an entry, or what is left of a deleted one, has the id already. */
  async insert(entry: NewEntry, events: OutboxEvent[]): Promise<boolean> {
    const content = await this.fields.seal(contentOf(entry.userId, entry._id), entry.content);
    try {
      await this.entries.create({ ...entry, content, ...outboxOnInsert(events) });
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    entryChanges.inc({ change: 'created' });
    this.outbox.kick(entry._id);
    return true;
  }

  /** Those of these ids under which this person has an entry, in lower case. */
  async whichAreOf(userId: string, ids: string[]): Promise<Set<string>> {
    const $in = ids.flatMap((id) => parseId(id) ?? []);
    const own = await this.entries.find({ _id: { $in }, userId }, { _id: 1 }).lean<Pick<Entry, '_id'>[]>();
    return new Set(own.map(({ _id }) => _id.toHexString()));
  }

  /**
   * Inserts entries of one person, each with the event that tells of it; one whose id is taken holds up no other.
   * Answers how many are new.
   */
  async insertNew(userId: string, entries: NewEntry[]): Promise<number> {
    if (entries.length === 0) return 0;
    const documents = await Promise.all(
      entries.map(async (entry) => ({
        ...entry,
        content: await this.fields.seal(contentOf(userId, entry._id), entry.content),
        ...outboxOnInsert([created(entry)]),
      })),
    );
    const taken = await this.entries.collection.insertMany(documents, { ordered: false }).then(
      () => new Set<number>(),
      (error: unknown) => duplicatesOf(error),
    );
    const inserted = documents.filter((_, index) => !taken.has(index));
    for (const { _id } of inserted) this.outbox.kick(_id);
    entryChanges.inc({ change: 'imported' }, inserted.length);
    return inserted.length;
  }

  async find(userId: string, id: string): Promise<ReadableEntry | null> {
    const _id = parseId(id);
    const entry = _id && (await this.entries.findOne({ _id, userId }).lean<Entry>());
    return entry && this.read(userId, entry);
  }

  /** Changes the entry if its location is still the one that was read; null when not, or when it is gone. */
  async edit(read: ReadableEntry, edit: EntryEdit, events: OutboxEvent[]): Promise<ShownEntry | null> {
    const { _id, userId, location } = read;
    const content = await this.fields.seal(contentOf(userId, _id), edit.content);
    const edited = await this.entries
      .findOneAndUpdate(
        { _id, userId, location },
        { $set: { ...edit, content, ...outboxOnUpdate(events) } },
        { returnDocument: 'after', projection: SHOWN_FIELDS },
      )
      .lean<Stored<ShownEntry>>();
    if (!edited) return null;
    entryChanges.inc({ change: 'updated' });
    this.outbox.kick(_id);
    return this.read(userId, edited);
  }

  /**
   * Takes everything that was the writer's out of the entry and leaves a tombstone that holds the event. The relay
   * removes it at `removeAt`, when the event is out. False when the entry is gone already.
   */
  async bury({ _id, userId }: ReadableEntry, removeAt: Date, events: OutboxEvent[]): Promise<boolean> {
    const { modifiedCount } = await this.entries.updateOne(
      { _id, userId },
      {
        $set: { removeAt, ...outboxOnUpdate(events) },
        $unset: {
          userId: 1,
          content: 1,
          inputMood: 1,
          location: 1,
          weather: 1,
          neverSendToAi: 1,
          createdAt: 1,
          updatedAt: 1,
          replayableUntil: 1,
        },
      },
    );
    if (modifiedCount === 0) return false;
    entryChanges.inc({ change: 'deleted' });
    this.outbox.kick(_id);
    return true;
  }

  /** One person's entries within the bounds, newest first, those after the cursor; read as they are iterated. */
  async *list(
    userId: string,
    bounds: DayBounds,
    after?: PageCursor,
    limit?: number,
  ): AsyncIterable<ShownEntry> {
    const { from, until } = bounds;
    const filter = {
      userId,
      createdAt: { $gte: from, $lt: until, ...(after && { $lte: after.createdAt }) },
      ...(after && {
        $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: new Types.ObjectId(after.id) } }],
      }),
    };
    // The driver's own cursor: mongoose's takes several times as long for a year of entries.
    const found = this.entries.collection.find<Stored<ShownEntry>>(filter, {
      projection: SHOWN_FIELDS,
      sort: { createdAt: -1, _id: -1 },
      batchSize: 1_000,
      ...(limit && { limit }),
    });
    for await (const entry of found) yield await this.read(userId, entry);
  }

  count(userId: string, { from, until }: DayBounds): Promise<number> {
    return this.entries.countDocuments({ userId, createdAt: { $gte: from, $lt: until } }).exec();
  }

  /** Ends the wait of an entry that still waits under this key. False: the answer is late, or a duplicate. */
  async stamp(id: string, key: string, outcome: Pick<WeatherStamp, 'status' | 'text'>): Promise<boolean> {
    const { modifiedCount } = await this.entries.updateOne(
      { _id: parseId(id), 'weather.key': key, 'weather.status': 'pending' },
      { $set: { 'weather.status': outcome.status, 'weather.text': outcome.text } },
    );
    if (modifiedCount > 0) stamps.inc({ status: outcome.status });
    return modifiedCount > 0;
  }

  /** Entries whose weather was asked for before `askedBefore` and has not come, the oldest first. */
  listWaiting(askedBefore: Date, limit: number): Promise<WaitingEntry[]> {
    return this.entries
      .find({ 'weather.status': 'pending', 'weather.requestedAt': { $lt: askedBefore } })
      .select({ userId: 1, location: 1, weather: 1, createdAt: 1 })
      .sort({ 'weather.requestedAt': 1 })
      .limit(limit)
      .lean<WaitingEntry[]>()
      .exec();
  }

  /** Notes that the weather is asked for once more; of several replicas that try, one is let through. */
  async askAgain({ _id, weather }: WaitingEntry, now: Date, events: OutboxEvent[]): Promise<boolean> {
    const { key, attempts } = weather;
    const { modifiedCount } = await this.entries.updateOne(
      { _id, 'weather.key': key, 'weather.status': 'pending', 'weather.attempts': attempts },
      { $set: { 'weather.attempts': attempts + 1, 'weather.requestedAt': now, ...outboxOnUpdate(events) } },
    );
    if (modifiedCount > 0) this.outbox.kick(_id);
    return modifiedCount > 0;
  }

  async deleteOfUser(userId: string): Promise<number> {
    const { deletedCount } = await this.entries.deleteMany({ userId });
    return deletedCount;
  }

  private async read<E extends { _id: Types.ObjectId; content: StoredText }>(
    userId: string,
    entry: E,
  ): Promise<E & { content: string }> {
    return { ...entry, content: await this.fields.open(contentOf(userId, entry._id), entry.content) };
  }
}

type Stored<E> = Omit<E, 'content'> & { content: StoredText };

/** Where an entry's words belong. */
const contentOf = (userId: string, _id: Types.ObjectId): Place => ({
  userId,
  documentId: String(_id),
  field: 'entries.content',
});

/** Null for what is no id of ours: there is no entry under it. */
function parseId(id: string): Types.ObjectId | null {
  return /^[0-9a-f]{24}$/i.test(id) ? new Types.ObjectId(id) : null;
}
