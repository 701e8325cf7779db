import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { type OutboxEvent, outboxOnInsert, outboxOnUpdate } from '@inner-weather/platform/mongo/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/mongo/outbox-relay';
import type { DayBounds } from '@inner-weather/platform/day-bounds';
import type { PageCursor } from '@inner-weather/platform/mongo/page-cursor';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { SHOWN_FIELDS, type ShownEntry } from './entry.mapper.js';
import { Entry, type WeatherStamp } from './entry.schema.js';
import { entryChanges, stamps } from './metrics.js';

/** What a change of an entry by its writer sets. */
export type EntryEdit = Pick<Entry, 'content' | 'inputMood' | 'location' | 'updatedAt'> & {
  weather?: WeatherStamp;
};

/** An entry that has waited for its weather for too long. */
export type WaitingEntry = Pick<Entry, '_id' | 'userId' | 'location' | 'weather' | 'createdAt'>;

/** Entries as they are stored. Each change stores its events with it and sends them on their way. */
@Injectable()
export class EntriesRepository {
  constructor(
    @InjectModel(Entry.name) private readonly entries: Model<Entry>,
    @InjectOutboxRelay(Entry.name) private readonly outbox: OutboxRelay,
  ) {}

  /** The id of an entry to come. */
  newId(): Types.ObjectId {
    return new Types.ObjectId();
  }

  /** False when an entry, or what is left of a deleted one, has the id already. */
  async insert(entry: Omit<Entry, keyof OutboxFields>, events: OutboxEvent[]): Promise<boolean> {
    try {
      await this.entries.create({ ...entry, ...outboxOnInsert(events) });
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    entryChanges.inc({ change: 'created' });
    this.outbox.kick(entry._id);
    return true;
  }

  async find(userId: string, id: string): Promise<Entry | null> {
    const _id = parseId(id);
    return _id && this.entries.findOne({ _id, userId }).lean<Entry>();
  }

  /** Changes the entry if its location is still the one that was read; null when not, or when it is gone. */
  async edit(read: Entry, edit: EntryEdit, events: OutboxEvent[]): Promise<ShownEntry | null> {
    const { _id, userId, location } = read;
    const edited = await this.entries
      .findOneAndUpdate(
        { _id, userId, location },
        { $set: { ...edit, ...outboxOnUpdate(events) } },
        { returnDocument: 'after', projection: SHOWN_FIELDS },
      )
      .lean<ShownEntry>();
    if (!edited) return null;
    entryChanges.inc({ change: 'updated' });
    this.outbox.kick(_id);
    return edited;
  }

  /**
   * Takes everything that was the writer's out of the entry and leaves a tombstone that holds the event. The relay
   * removes it at `removeAt`, when the event is out. False when the entry is gone already.
   */
  async bury({ _id, userId }: Entry, removeAt: Date, events: OutboxEvent[]): Promise<boolean> {
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
  list(userId: string, bounds: DayBounds, after?: PageCursor, limit?: number): AsyncIterable<ShownEntry> {
    const { from, until } = bounds;
    const filter = {
      userId,
      createdAt: { $gte: from, $lt: until, ...(after && { $lte: after.createdAt }) },
      ...(after && {
        $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: new Types.ObjectId(after.id) } }],
      }),
    };
    // The driver's own cursor: mongoose's takes several times as long for a year of entries.
    return this.entries.collection.find<ShownEntry>(filter, {
      projection: SHOWN_FIELDS,
      sort: { createdAt: -1, _id: -1 },
      batchSize: 1_000,
      ...(limit && { limit }),
    });
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
}

type OutboxFields = Pick<Entry, 'outbox' | 'outboxNextAt' | 'outboxFence' | 'removeAt'>;

/** Null for what is no id of ours: there is no entry under it. */
function parseId(id: string): Types.ObjectId | null {
  return /^[0-9a-f]{24}$/i.test(id) ? new Types.ObjectId(id) : null;
}
