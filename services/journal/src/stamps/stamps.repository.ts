import { Batcher } from '@inner-weather/platform/batcher';
import { UNJOURNALED } from '@inner-weather/platform/mongo/unjournaled';
import { type OutboxEvent, outboxOnUpdate } from '@inner-weather/platform/outbox/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { parseId } from '@inner-weather/platform/mongo/parse-id';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Entry } from '../entries/entry.schema.js';
import type { Observed } from '../entries/new-stamp.js';
import { counter } from '@inner-weather/platform/metrics';

/** Counts finished look-ups by result: `ready` or `unavailable`. A late answer counts in addition; a duplicate does not. */
const stamps = counter(
  {
    name: 'journal_stamps_total',
    help: 'Entries whose wait for the weather ended',
    labelNames: ['status'] as const,
  },
  { of: 'journal' },
);

/** The fields that a weather look-up needs. */
export type WaitingEntry = Pick<
  Entry,
  '_id' | 'userId' | 'location' | 'weather' | 'createdAt' | 'offset' | 'day'
>;

/** When the next background look-up is due, and when background look-ups end. */
export interface Retry {
  retryAt: Date;
  retryUntil: Date;
}

const WAITING_FIELDS = { userId: 1, location: 1, weather: 1, createdAt: 1, offset: 1, day: 1 } as const;
const NO_RETRY = { 'weather.retryAt': 1, 'weather.retryUntil': 1 } as const;

/** Milliseconds by which the moment of a late answer may differ from the entry's. */
const TOLERANCE_MS = 60 * 60_000;

/** The most stamps that one write stores. */
const STAMPED_MAX = 500;

/** An answer of the weather service for one entry. */
interface Stamp extends Observed {
  _id: Types.ObjectId;
  key: string;
  moment: Date;
}

/** Stores the weather of entries. A change takes effect only while the entry still has the change's `weather.key`. */
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
   * Stores the first answer for a key. An `unavailable` entry still accepts an answer for the hour in which it was
   * written. Duplicates and answers for another key or hour change nothing. The write does not wait for the disk: if the
   * database crashes and loses a stamp, the entry is pending again and its weather is requested again.
   */
  async stamp(id: string, key: string, observed: Observed, moment: Date): Promise<void> {
    const _id = parseId(id);
    if (_id) await this.stamps.add({ _id, key, ...observed, moment });
  }

  /** Marks the weather as unavailable, with or without further look-ups in the background. */
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
    if (modifiedCount > 0) stamps().inc({ status: 'unavailable' });
    return modifiedCount > 0;
  }

  /** Finds the entry if it has this key and a background look-up is scheduled. */
  findRetrying(id: string, key: string): Promise<WaitingEntry | null> {
    return this.entries
      .findOne({ _id: parseId(id), 'weather.key': key, 'weather.retryAt': { $exists: true } }, WAITING_FIELDS)
      .lean<WaitingEntry>()
      .exec();
  }

  /** Moves the next look-up to this time, unless it is already due earlier. */
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

  /** Lists entries whose weather was requested before `askedBefore` and is still pending, oldest first. */
  listWaiting(askedBefore: Date, limit: number): Promise<WaitingEntry[]> {
    return this.entries
      .find({ 'weather.status': 'pending', 'weather.requestedAt': { $lt: askedBefore } }, WAITING_FIELDS)
      .sort({ 'weather.requestedAt': 1 })
      .limit(limit)
      .lean<WaitingEntry[]>()
      .exec();
  }

  /** Lists entries whose next background look-up is due, most overdue first. */
  listRetries(now: Date, limit: number): Promise<WaitingEntry[]> {
    return this.entries
      .find({ 'weather.retryAt': { $lte: now } }, WAITING_FIELDS)
      .sort({ 'weather.retryAt': 1 })
      .limit(limit)
      .lean<WaitingEntry[]>()
      .exec();
  }

  /** Records another request for the weather. If several replicas try at once, only one succeeds. */
  askAgain({ _id, weather }: WaitingEntry, now: Date, events: OutboxEvent[]): Promise<boolean> {
    const { key, attempts } = weather;
    return this.change(
      _id,
      { 'weather.key': key, 'weather.status': 'pending', 'weather.attempts': attempts },
      { $set: { 'weather.attempts': attempts + 1, 'weather.requestedAt': now, ...outboxOnUpdate(events) } },
    );
  }

  /** Records a background look-up and schedules the next one at `nextAt`. */
  retry({ _id, weather }: WaitingEntry, nextAt: Date, events: OutboxEvent[]): Promise<boolean> {
    const { key, retryAt } = weather;
    return this.change(
      _id,
      { 'weather.key': key, 'weather.status': 'unavailable', 'weather.retryAt': retryAt },
      { $set: { 'weather.retryAt': nextAt, ...outboxOnUpdate(events) } },
    );
  }

  /** Makes an `unavailable` entry pending again under the same key. False when the entry has changed meanwhile. */
  restartLookUp({ _id, weather }: WaitingEntry, now: Date, events: OutboxEvent[]): Promise<boolean> {
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

  private async stampTogether(some: Stamp[]): Promise<void[]> {
    const operations = some.map(stampOperation);
    const { modifiedCount } = await this.entries.collection.bulkWrite(operations, {
      ordered: false,
      ...UNJOURNALED,
    });
    stamps().inc({ status: 'ready' }, modifiedCount);
    return some.map(() => undefined);
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

function stampOperation({ _id, key, text, temperature, place, moment }: Stamp) {
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
