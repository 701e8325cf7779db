import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Model } from 'mongoose';
import { Batcher } from '../batcher.js';
import type { EventPublisher } from '../events/event-publisher.js';
import { UNJOURNALED } from '../mongo/unjournaled.js';
import { inSpan } from '../telemetry/spans.js';
import type { ClaimedDocument, DocumentId, StoredEvent, WithOutbox } from './outbox.js';
import { TombstoneRemover } from './tombstone-remover.js';

/** `blocked`: an event could not be published. `done`: no event is left, or another relay publishes them. */
export type PublishOutcome = 'done' | 'blocked';

/** Documents per finishing write. */
const FINISHED_MAX = 500;

/**
 * Publishes the events of one document of a collection, under a lease that excludes other relays. Claims and finishes
 * are not journaled: if a crash of the database loses one, the events are published again.
 */
export class OutboxPublisher {
  /** The fence of documents that this process inserts. */
  readonly ownFence = randomUUID();
  private readonly logger = new Logger(OutboxPublisher.name);
  private readonly tombstones: TombstoneRemover;
  /** Finishes inserted documents whose events are published. */
  private readonly finishes = new Batcher<DocumentId>({
    run: (ids) => this.finishInserted(ids),
    maxItems: FINISHED_MAX,
  });

  constructor(
    private readonly model: Model<WithOutbox>,
    private readonly publisher: EventPublisher,
    /** See OutboxRelayOptions. */
    private readonly options: { leaseMs: number; retryMs: number },
  ) {
    this.tombstones = new TombstoneRemover(model);
  }

  /** Publishes until the document holds no event, another relay has claimed it, or publishing fails. */
  async publish(id: DocumentId): Promise<PublishOutcome> {
    for (;;) {
      const fence = randomUUID();
      const document = await this.claim(id, fence);
      if (!document) return 'done';
      const events = inOrder(document);
      const sentIds = await this.publishInOrder(id, events);
      if (sentIds.length < events.length) {
        await this.release(id, fence, sentIds);
        return 'blocked';
      }
      if (await this.finish(document, fence, sentIds)) return 'done';
    }
  }

  /**
   * The same for many documents by one claim and one finishing write. Skips those that another relay has claimed, and
   * leaves those whose events cannot all be published to the sweep.
   */
  async publishTogether(ids: DocumentId[]): Promise<void> {
    const fence = randomUUID();
    const now = Date.now();
    await this.model.updateMany(
      { _id: { $in: ids }, outboxNextAt: { $lte: new Date(now) } },
      { $set: { outboxNextAt: new Date(now + this.options.leaseMs), outboxFence: fence } },
      UNJOURNALED,
    );
    const documents = await this.model
      .find({ _id: { $in: ids }, outboxFence: fence }, { outbox: 1, removeAt: 1 })
      .lean<ClaimedDocument[]>();
    const published: { document: ClaimedDocument; sentIds: string[] }[] = [];
    const publish = async (document: ClaimedDocument) => {
      const events = inOrder(document);
      const sentIds = await this.publishInOrder(document._id, events);
      if (sentIds.length < events.length) await this.release(document._id, fence, sentIds);
      else published.push({ document, sentIds });
    };
    await Promise.all(documents.map(publish));
    await this.finishTogether(published, fence);
  }

  /** Publishes the events of a document that this process has inserted under its own fence. */
  async publishClaimed({ _id, outbox = {} }: ClaimedDocument): Promise<PublishOutcome> {
    const events = Object.entries(outbox);
    const sentIds = await this.publishInOrder(_id, events);
    if (sentIds.length < events.length) {
      await this.release(_id, this.ownFence, sentIds);
      return 'blocked';
    }
    await this.finishes.add(_id);
    return 'done';
  }

  /**
   * Skips documents whose fence has changed: another event was added, and its relay publishes all events of the
   * document and finishes it.
   */
  private async finishInserted(ids: DocumentId[]): Promise<void[]> {
    await this.model.updateMany(
      { _id: { $in: ids }, outboxFence: this.ownFence },
      { $set: { outbox: {} }, $unset: { outboxNextAt: 1, outboxFence: 1 } },
      UNJOURNALED,
    );
    return ids.map(() => undefined);
  }

  private claim(id: DocumentId, fence: string): Promise<ClaimedDocument | null> {
    const now = Date.now();
    return this.model
      .findOneAndUpdate(
        { _id: id, outboxNextAt: { $lte: new Date(now) } },
        { $set: { outboxNextAt: new Date(now + this.options.leaseMs), outboxFence: fence } },
        { returnDocument: 'after', projection: { outbox: 1, removeAt: 1 }, ...UNJOURNALED },
      )
      .lean<ClaimedDocument>()
      .exec();
  }

  /** Stops at the first failure. Resolves with the ids of the confirmed events. */
  private async publishInOrder(id: DocumentId, events: [string, StoredEvent][]): Promise<string[]> {
    const sentIds: string[] = [];
    for (const [eventId, event] of events) {
      try {
        await this.publishOne(eventId, event);
        sentIds.push(eventId);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.logger.warn({
          collection: this.collection,
          documentId: String(id),
          eventId,
          reason,
          msg: 'event not published yet',
        });
        break;
      }
    }
    return sentIds;
  }

  /** The parent of the span is the span of the original change, however long ago that was. */
  private publishOne(id: string, event: StoredEvent): Promise<void> {
    const { type, payload, at, correlationId, causationId, traceparent: parent } = event;
    const attributes = {
      'db.collection.name': this.collection,
      'messaging.message.id': id,
      'inner_weather.outbox.waited_ms': Date.now() - at.getTime(),
    };
    return inSpan(`outbox ${this.collection}`, { kind: 'internal', attributes, parent }, (span) => {
      const context = { correlationId, causationId, traceparent: span.traceparent ?? parent };
      return this.publisher.publishEvent({ id, type, payload, at, context });
    });
  }

  /** Ends the lease after a failure. The remaining events are due again after `retryMs`. */
  private async release(id: DocumentId, fence: string, sentIds: string[]): Promise<void> {
    if (sentIds.length > 0) await this.model.updateOne({ _id: id }, { $unset: keysOf(sentIds) }, UNJOURNALED);
    await this.model.updateOne(
      { _id: id, outboxFence: fence },
      { $set: { outboxNextAt: new Date(Date.now() + this.options.retryMs) } },
      UNJOURNALED,
    );
  }

  /**
   * Removes the published events and ends the lease. Returns false if the outbox changed since the claim and may hold
   * more events.
   */
  private async finish(document: ClaimedDocument, fence: string, sentIds: string[]): Promise<boolean> {
    if (await this.tombstones.removeIfDue(document, fence)) return true;
    const { _id } = document;
    const { matchedCount } = await this.model.updateOne(
      { _id, outboxFence: fence },
      finishOf(document, sentIds),
      UNJOURNALED,
    );
    if (matchedCount > 0) return true;
    if (sentIds.length > 0) await this.model.updateOne({ _id }, { $unset: keysOf(sentIds) }, UNJOURNALED);
    return false;
  }

  /** Skips documents whose fence has changed, as `finishInserted` does. */
  private async finishTogether(
    published: { document: ClaimedDocument; sentIds: string[] }[],
    fence: string,
  ): Promise<void> {
    const writes = published.map(({ document, sentIds }) => ({
      updateOne: {
        filter: { _id: document._id, outboxFence: fence },
        // A tombstone that is due is removed by the next sweep.
        update: finishOf(document, sentIds),
      },
    }));
    if (writes.length > 0) await this.model.bulkWrite(writes, { ordered: false, ...UNJOURNALED });
  }

  private get collection(): string {
    return this.model.collection.name;
  }
}

/** The events of a document, the oldest first. */
const inOrder = ({ outbox = {} }: ClaimedDocument): [string, StoredEvent][] =>
  Object.entries(outbox).sort(([, a], [, b]) => a.at.getTime() - b.at.getTime());

const finishOf = ({ removeAt }: ClaimedDocument, sentIds: string[]) =>
  removeAt
    ? { $set: { outboxNextAt: removeAt }, $unset: keysOf(sentIds) }
    : { $unset: { ...keysOf(sentIds), outboxNextAt: 1 as const, outboxFence: 1 as const } };

function keysOf(eventIds: string[]): Record<string, 1> {
  return Object.fromEntries(eventIds.map((id) => [`outbox.${id}`, 1 as const]));
}
