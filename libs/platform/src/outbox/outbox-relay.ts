import {
  type BeforeApplicationShutdown,
  Inject,
  Logger,
  type OnApplicationBootstrap,
  type Provider,
} from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { EventPublisher } from '../events/event-publisher.js';
import { RepeatedTask } from '../repeated-task.js';
import { reportOutbox } from './outbox.metrics.js';
import {
  type ClaimedDocument,
  type DocumentId,
  type OutboxEvent,
  outboxOnInsert,
  type WithOutbox,
} from './outbox.js';
import { OutboxPublisher } from './outbox-publisher.js';

/** Times in milliseconds. */
export interface OutboxRelayOptions {
  /** How long a claim excludes other relays. Longer than publishing the events of a document can take. */
  leaseMs: number;
  /** The delay before the next attempt to publish an event. */
  retryMs: number;
  /** The shortest pause between two sweeps. */
  sweepMs: number;
}

const DEFAULTS: OutboxRelayOptions = { leaseMs: 30_000, retryMs: 5_000, sweepMs: 5_000 };

/** Documents per query of a sweep. */
const BATCH = 100;
/** Documents of a sweep that are published at the same time. */
const PARALLEL = 20;
/**
 * Sweeps query the collection for at most this share of the time, so large collections that have to be scanned are
 * swept less often. The time for publishing does not count, since it does not depend on the size of the collection.
 */
const SWEEP_SHARE = 0.02;
const SWEEP_MAX_MS = 5 * 60_000;

/**
 * Publishes the events in the documents of one collection. A service calls `publishSoon` after a write. After an insert
 * with `claimed` events it calls `publishInserted`, which saves a read and a claim. The sweep finds events that were
 * left by a crash, an unavailable broker or a lost lease. Any number of relays may run at the same time. Each event is
 * published at least once, and is removed from its document only after the broker has confirmed it.
 */
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly outbox: OutboxPublisher;
  private readonly leaseMs: number;
  /** Documents that are being published, by id. `isRequested`: `publishSoon` was called meanwhile. */
  private readonly running = new Map<string, { isRequested: boolean; done: Promise<void> }>();
  private readonly sweeps: RepeatedTask;
  private stopReporting?: () => void;
  private isStopped = false;
  /** Milliseconds that the queries of the last sweep took. */
  private queryMs = 0;

  constructor(
    private readonly model: Model<WithOutbox>,
    publisher: EventPublisher,
    options: Partial<OutboxRelayOptions> = {},
  ) {
    const { sweepMs, leaseMs, retryMs } = { ...DEFAULTS, ...options };
    this.outbox = new OutboxPublisher(model, publisher, { leaseMs, retryMs });
    this.leaseMs = leaseMs;
    const pauseMs = (): number => Math.max(sweepMs, Math.min(this.queryMs / SWEEP_SHARE, SWEEP_MAX_MS));
    this.sweeps = new RepeatedTask(`outbox of ${model.collection.name}`, () => this.sweep(), pauseMs);
  }

  onApplicationBootstrap(): void {
    this.stopReporting = reportOutbox(this.model);
    this.sweeps.start();
  }

  /** Waits for running publications. The database and the publishing connection close only after this. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    this.stopReporting?.();
    await Promise.all([this.sweeps.stop(), ...[...this.running.values()].map(({ done }) => done)]);
  }

  /** Publishes the events of this document in the background. Returns at once and never throws. */
  publishSoon(id: DocumentId): void {
    this.begin(id, () => this.outbox.publish(id));
  }

  /** The same for documents that were changed by one write. */
  publishSoonTogether(ids: readonly DocumentId[]): void {
    const free = ids.filter((id) => !this.running.has(String(id)));
    // With no free document, nothing would await this publication, and an unhandled rejection ends the process.
    const together = free.length > 0 ? this.outbox.publishTogether(free) : Promise.resolve();
    for (const id of ids) this.begin(id, () => together);
  }

  /**
   * The outbox fields of a document to insert, claimed by this process for the time of a lease. If the process ends
   * before `publishInserted` has published the events, the sweep of any relay publishes them after the lease.
   */
  claimed(events: readonly OutboxEvent[]): WithOutbox {
    const until = new Date(Date.now() + this.leaseMs);
    return outboxOnInsert(events, { fence: this.outbox.ownFence, until });
  }

  /** As `publishSoon`, for a document that was just inserted with `claimed` events. */
  publishInserted(document: ClaimedDocument): void {
    this.begin(document._id, () => this.outbox.publishClaimed(document));
  }

  /** Publishes all due events of the collection. Resolves when no event is left or none can be published. */
  async sweep(): Promise<void> {
    this.queryMs = 0;
    for (;;) {
      const startedAt = performance.now();
      const due = await this.model
        .find({ outboxNextAt: { $lte: new Date() } }, { _id: 1 })
        .sort({ outboxNextAt: 1 })
        .limit(BATCH)
        .lean<{ _id: DocumentId }[]>();
      this.queryMs += performance.now() - startedAt;
      for (let from = 0; from < due.length; from += PARALLEL) {
        const outcomes = await Promise.all(
          due.slice(from, from + PARALLEL).map(({ _id }) => this.outbox.publish(_id)),
        );
        // If all fail, the broker is probably down and the rest stays due. A single unroutable event blocks no others.
        if (this.isStopped || outcomes.every((outcome) => outcome === 'blocked')) return;
      }
      if (due.length < BATCH) return;
    }
  }

  private begin(id: DocumentId, publish: () => Promise<unknown>): void {
    const key = String(id);
    const running = this.running.get(key);
    if (running) {
      running.isRequested = true;
      return;
    }
    const run = { isRequested: false, done: Promise.resolve() };
    this.running.set(key, run);
    run.done = this.publishWhileRequested(id, publish, run).finally(() => this.running.delete(key));
  }

  private async publishWhileRequested(
    id: DocumentId,
    publish: () => Promise<unknown>,
    run: { isRequested: boolean },
  ): Promise<void> {
    try {
      await publish();
      while (run.isRequested && !this.isStopped) {
        run.isRequested = false;
        await this.outbox.publish(id);
      }
    } catch (error) {
      this.logger.warn({
        err: error,
        collection: this.model.collection.name,
        documentId: String(id),
        msg: 'events not published yet',
      });
    }
  }
}

const relayToken = (modelName: string): string => `${modelName}OutboxRelay`;

/** Provides the relay for the collection of `modelName`, whose schema class extends `WithOutbox`. */
export function provideOutboxRelay(modelName: string, options: Partial<OutboxRelayOptions> = {}): Provider {
  return {
    provide: relayToken(modelName),
    useFactory: (model: Model<WithOutbox>, publisher: EventPublisher) =>
      new OutboxRelay(model, publisher, options),
    inject: [getModelToken(modelName), EventPublisher],
  };
}

/** Injects the relay of `provideOutboxRelay` for the same model. */
export const InjectOutboxRelay = (modelName: string): ParameterDecorator => Inject(relayToken(modelName));
