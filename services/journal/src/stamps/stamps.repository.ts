import { Batcher, fulfilled } from '@inner-weather/platform/batcher';
import {
  UNJOURNALED,
  UnjournaledWrites,
  type WriteOperation,
} from '@inner-weather/platform/mongo/unjournaled-writes';
import { type OutboxEvent, outboxOnUpdate } from '@inner-weather/platform/outbox/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { parseId } from '@inner-weather/platform/mongo/parse-id';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Entry } from '../entries/entry.schema.js';
import type { Observed } from '../entries/new-stamp.js';
import { stamps } from './stamps.metrics.js';

/** The fields of an entry that a look-up of its weather needs. */
export type WaitingEntry = Pick<Entry, '_id' | 'userId' | 'location' | 'weather' | 'createdAt' | 'offset'>;

/** When the next look-up in the background is due, and when they end. */
export interface Retry {
  retryAt: Date;
  retryUntil: Date;
}

const WAITING_FIELDS = { userId: 1, location: 1, weather: 1, createdAt: 1, offset: 1 } as const;
const NO_RETRY = { 'weather.retryAt': 1, 'weather.retryUntil': 1 } as const;

/** Milliseconds by which the moment of a late answer may differ from that of the entry. */
const TOLERANCE_MS = 60 * 60_000;

/** Stamps that one write stores, at most. */
const STAMPED_MAX = 500;

/** The weather of one entry. */
interface Stamp extends Observed {
  _id: Types.ObjectId;
  key: string;
  moment: Date;
}

/** The weather of entries. A change takes effect only while the entry has the `weather.key` that it was made for. */
@Injectable()
export class StampsRepository {
  private readonly stamps = new Batcher<Stamp>({
    run: (some) => this.stampTogether(some),
    maxItems: STAMPED_MAX,
  });

  constructor(
    @InjectModel(Entry.name) private readonly entries: Model<Entry>,
    @InjectOutboxRelay(Entry.name) private readonly outbox: OutboxRelay,
  ) {}

  /**
   * The first answer for a key counts. After the entry has become `unavailable`, an answer still counts if it is for
   * the hour in which the entry was written. A duplicate changes nothing, nor does an answer for another key or hour.
   * Waits for no disk: an entry whose stamp a crash of the database takes back is waiting again, and asked for again.
   */
  async stamp(id: string, key: string, observed: Observed, moment: Date): Promise<void> {
    const _id = parseId(id);
    if (_id) await this.stamps.add({ _id, key, ...observed, moment });
  }

  /** Ends the wait without weather: for good, or with more look-ups in the background. */
  async stampUnavailable(id: string, key: string, text: string, retry?: Retry): Promise<boolean> {
    const { modifiedCount } = await this.entries.updateOne(
      { _id: parseId(id), 'weather.key': key, 'weather.status': 'pending' },
      {
        $set: {
          'weather.status': 'unavailable',
          'weather.text': text,
          ...(retry && { 'weather.retryAt': retry.retryAt, 'weather.retryUntil': retry.retryUntil }),
        },
        ...(!retry && { $unset: NO_RETRY }),
      },
      UNJOURNALED,
    );
    if (modifiedCount > 0) stamps.inc({ status: 'unavailable' });
    return modifiedCount > 0;
  }

  /** The entry with this key, if it has no weather and is looked up in the background. */
  findRetrying(id: string, key: string): Promise<WaitingEntry | null> {
    return this.entries
      .findOne({ _id: parseId(id), 'weather.key': key, 'weather.retryAt': { $exists: true } }, WAITING_FIELDS)
      .lean<WaitingEntry>()
      .exec();
  }

  /** Moves the next look-up to this time, unless it is due earlier already. */
  async retrySooner({ _id, weather }: WaitingEntry, retryAt: Date): Promise<void> {
    await this.entries.updateOne(
      { _id, 'weather.key': weather.key, 'weather.retryAt': { $gt: retryAt } },
      { $set: { 'weather.retryAt': retryAt } },
    );
  }

  async endRetries({ _id, weather }: WaitingEntry): Promise<void> {
    await this.entries.updateOne(
      { _id, 'weather.key': weather.key, 'weather.status': 'unavailable' },
      { $unset: NO_RETRY },
    );
  }

  /** Entries that have been waiting since before `askedBefore`, the oldest first. */
  listWaiting(askedBefore: Date, limit: number): Promise<WaitingEntry[]> {
    return this.entries
      .find({ 'weather.status': 'pending', 'weather.requestedAt': { $lt: askedBefore } }, WAITING_FIELDS)
      .sort({ 'weather.requestedAt': 1 })
      .limit(limit)
      .lean<WaitingEntry[]>()
      .exec();
  }

  /** Entries without weather whose next look-up is due, the most overdue first. */
  listRetries(now: Date, limit: number): Promise<WaitingEntry[]> {
    return this.entries
      .find({ 'weather.retryAt': { $lte: now } }, WAITING_FIELDS)
      .sort({ 'weather.retryAt': 1 })
      .limit(limit)
      .lean<WaitingEntry[]>()
      .exec();
  }

  /** Records another request for the weather. If several replicas try, one succeeds. */
  askAgain({ _id, weather }: WaitingEntry, now: Date, events: OutboxEvent[]): Promise<boolean> {
    const { key, attempts } = weather;
    return this.change(
      _id,
      { 'weather.key': key, 'weather.status': 'pending', 'weather.attempts': attempts },
      { $set: { 'weather.attempts': attempts + 1, 'weather.requestedAt': now, ...outboxOnUpdate(events) } },
    );
  }

  /** The same for a look-up in the background; the next one is due at `nextAt`. */
  retry({ _id, weather }: WaitingEntry, nextAt: Date, events: OutboxEvent[]): Promise<boolean> {
    const { key, retryAt } = weather;
    return this.change(
      _id,
      { 'weather.key': key, 'weather.status': 'unavailable', 'weather.retryAt': retryAt },
      { $set: { 'weather.retryAt': nextAt, ...outboxOnUpdate(events) } },
    );
  }

  /** Begins a new wait under the same key. False when no entry without weather has this key any more. */
  waitAnew({ _id, weather }: WaitingEntry, now: Date, events: OutboxEvent[]): Promise<boolean> {
    return this.change(
      _id,
      { 'weather.key': weather.key, 'weather.status': 'unavailable' },
      {
        $set: {
          'weather.status': 'pending',
          'weather.text': '',
          'weather.attempts': 1,
          'weather.requestedAt': now,
          ...outboxOnUpdate(events),
        },
        $unset: NO_RETRY,
      },
    );
  }

  private async stampTogether(some: Stamp[]): Promise<PromiseSettledResult<void>[]> {
    const sorted = [...some].sort((a, b) => (a._id.toHexString() < b._id.toHexString() ? -1 : 1));
    const { modifiedCount } = await UnjournaledWrites.of(this.entries).write(sorted.map(stampOperation));
    stamps.inc({ status: 'ready' }, modifiedCount);
    return some.map(() => fulfilled(undefined));
  }

  private async change(
    _id: Types.ObjectId,
    unchanged: Record<string, unknown>,
    change: object,
  ): Promise<boolean> {
    const { modifiedCount } = await this.entries.updateOne({ _id, ...unchanged }, change);
    if (modifiedCount > 0) this.outbox.publishSoon(_id);
    return modifiedCount > 0;
  }
}

function stampOperation({ _id, key, text, temperature, place, moment }: Stamp): WriteOperation {
  const near = {
    $gte: new Date(moment.getTime() - TOLERANCE_MS),
    $lte: new Date(moment.getTime() + TOLERANCE_MS),
  };
  const waits = [{ 'weather.status': 'pending' }, { 'weather.status': 'unavailable', createdAt: near }];
  return {
    updateOne: {
      filter: { _id, 'weather.key': key, $or: waits },
      update: {
        $set: {
          'weather.status': 'ready',
          'weather.text': text,
          ...(temperature !== undefined && { 'weather.temperature': temperature }),
          ...(place !== undefined && { 'weather.place': place }),
        },
        $unset: NO_RETRY,
      },
    },
  };
}
