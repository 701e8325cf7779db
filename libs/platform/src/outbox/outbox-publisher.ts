import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Model } from 'mongoose';
import { Batcher, done } from '../batcher.js';
import type { EventPublisher } from '../events/event-publisher.js';
import { QUICK, QuickWrites, type WriteOperation } from '../mongo/quick-writes.js';
import { inSpan } from '../telemetry/spans.js';
import type { ClaimedDocument, DocumentId, StoredEvent, WithOutbox } from './outbox.js';
import { TombstoneRemover } from './tombstone-remover.js';

/** `blocked`: something could not be published. `done`: nothing is left to do, or another relay does it. */
export type PublishOutcome = 'done' | 'blocked';

/** Documents whose events are published that one write finishes. */
const FINISHED_MAX = 500;

/**
 * Publishes the events of one document of a collection, under a lease that keeps other relays away. Claims and finishes
 * wait for no disk: one that a crash of the database takes back means that the events are published once more.
 */
export class OutboxPublisher {
  /** The fence of documents that this process has inserted. */
  readonly ownFence = randomUUID();
  private readonly logger = new Logger(OutboxPublisher.name);
  private readonly tombstones: TombstoneRemover;
  /** The ids of inserted documents whose events are published. */
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
      const claimed = await this.claim(id, fence);
      if (!claimed) return 'done';
      const events = Object.entries(claimed.outbox ?? {}).sort(
        ([, a], [, b]) => a.at.getTime() - b.at.getTime(),
      );
      const sent = await this.publishInOrder(id, events);
      if (sent.length < events.length) {
        await this.release(id, fence, sent);
        return 'blocked';
      }
      if (await this.finish(claimed, fence, sent)) return 'done';
    }
  }

  /** Publishes the events of a document that this process has inserted under its own fence. */
  async publishClaimed({ _id, outbox = {} }: ClaimedDocument): Promise<PublishOutcome> {
    const events = Object.entries(outbox);
    const sent = await this.publishInOrder(_id, events);
    if (sent.length < events.length) {
      await this.release(_id, this.ownFence, sent);
      return 'blocked';
    }
    await this.finishes.add(_id);
    return 'done';
  }

  /**
   * A document whose fence has changed got another event meanwhile: whoever added that one publishes all that the document
   * holds, and finishes it.
   */
  private async finishInserted(ids: DocumentId[]): Promise<PromiseSettledResult<void>[]> {
    const $in = [...ids].sort((a, b) => String(a).localeCompare(String(b)));
    await QuickWrites.of(this.model).write([
      {
        updateMany: {
          filter: { _id: { $in }, outboxFence: this.ownFence },
          update: { $set: { outbox: {} }, $unset: { outboxNextAt: 1, outboxFence: 1 } },
        },
      },
    ] as WriteOperation[]);
    return ids.map(() => done(undefined));
  }

  private claim(id: DocumentId, fence: string): Promise<ClaimedDocument | null> {
    const now = Date.now();
    return this.model
      .findOneAndUpdate(
        { _id: id, outboxNextAt: { $lte: new Date(now) } },
        { $set: { outboxNextAt: new Date(now + this.options.leaseMs), outboxFence: fence } },
        { returnDocument: 'after', projection: { outbox: 1, removeAt: 1 }, ...QUICK },
      )
      .lean<ClaimedDocument>()
      .exec();
  }

  /** Stops at the first failure. Answers the ids that the broker has confirmed. */
  private async publishInOrder(id: DocumentId, events: [string, StoredEvent][]): Promise<string[]> {
    const sent: string[] = [];
    for (const [eventId, event] of events) {
      try {
        await this.publishOne(eventId, event);
        sent.push(eventId);
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
    return sent;
  }

  /** The span's parent is that of the change that the event tells of, however long ago that was. */
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

  /** Ends the lease after a failure: the rest is due again after `retryMs`. */
  private async release(id: DocumentId, fence: string, sent: string[]): Promise<void> {
    if (sent.length > 0) await this.model.updateOne({ _id: id }, { $unset: keysOf(sent) }, QUICK);
    await this.model.updateOne(
      { _id: id, outboxFence: fence },
      { $set: { outboxNextAt: new Date(Date.now() + this.options.retryMs) } },
      QUICK,
    );
  }

  /**
   * Removes the sent events and ends the lease. Answers false when the outbox was changed since the claim, so that it
   * may hold more events.
   */
  private async finish(claimed: ClaimedDocument, fence: string, sent: string[]): Promise<boolean> {
    if (await this.tombstones.removeIfDue(claimed, fence)) return true;
    const { _id, removeAt } = claimed;
    const { matchedCount } = await this.model.updateOne(
      { _id, outboxFence: fence },
      removeAt
        ? { $set: { outboxNextAt: removeAt }, $unset: keysOf(sent) }
        : { $unset: { ...keysOf(sent), outboxNextAt: 1, outboxFence: 1 } },
      QUICK,
    );
    if (matchedCount > 0) return true;
    if (sent.length > 0) await this.model.updateOne({ _id }, { $unset: keysOf(sent) }, QUICK);
    return false;
  }

  private get collection(): string {
    return this.model.collection.name;
  }
}

function keysOf(eventIds: string[]): Record<string, 1> {
  return Object.fromEntries(eventIds.map((id) => [`outbox.${id}`, 1 as const]));
}
