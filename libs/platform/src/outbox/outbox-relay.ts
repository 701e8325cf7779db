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
  /** How long a claim keeps other relays away: longer than publishing a document's events can take. */
  leaseMs: number;
  /** The delay before events that could not be published are tried again. */
  retryMs: number;
  /** The shortest pause between two sweeps. */
  sweepMs: number;
}

const DEFAULTS: OutboxRelayOptions = { leaseMs: 30_000, retryMs: 5_000, sweepMs: 5_000 };

/** Documents that one sweep takes at a time. */
const BATCH = 100;
/** Documents of a sweep that are published at the same time. */
const PARALLEL = 20;
/**
 * Sweeps look for documents in at most this share of the time, so a large collection that has to be scanned is swept less
 * often. How long the broker lets them wait does not count: it is away for all of them.
 */
const SWEEP_SHARE = 0.02;
const SWEEP_MAX_MS = 5 * 60_000;

/**
 * Decides when the events in one collection's documents are published. A service calls `publishSoon` after a write, or
 * `publishInserted` after an insert whose events it has `claimed`: that one needs no read and no claim of its own. The
 * sweep finds events that were left by a crash, a broker that was down or a lost lease. Any number of relays may work at
 * the same time: each event is published at least once, and is removed from its document only after the broker's
 * confirm.
 */
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly outbox: OutboxPublisher;
  private readonly leaseMs: number;
  /** Documents that are being published, by id. `again`: `publishSoon` was called for it once more. */
  private readonly running = new Map<string, { again: boolean; done: Promise<void> }>();
  private readonly sweeps: RepeatedTask;
  private stopReporting?: () => void;
  private stopped = false;
  /** Milliseconds for which the last sweep looked for documents. */
  private lookedMs = 0;

  constructor(
    private readonly model: Model<WithOutbox>,
    publisher: EventPublisher,
    options: Partial<OutboxRelayOptions> = {},
  ) {
    const { sweepMs, leaseMs, retryMs } = { ...DEFAULTS, ...options };
    this.outbox = new OutboxPublisher(model, publisher, { leaseMs, retryMs });
    this.leaseMs = leaseMs;
    const pauseMs = (): number => Math.max(sweepMs, Math.min(this.lookedMs / SWEEP_SHARE, SWEEP_MAX_MS));
    this.sweeps = new RepeatedTask(`outbox of ${model.collection.name}`, () => this.sweep(), pauseMs);
  }

  onApplicationBootstrap(): void {
    this.stopReporting = reportOutbox(this.model);
    this.sweeps.start();
  }

  /** Waits for what is being published. The database and the connection for publishing close only after this. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.stopReporting?.();
    await Promise.all([this.sweeps.stop(), ...[...this.running.values()].map(({ done }) => done)]);
  }

  /** Publishes the events of this document in the background. Returns at once and never throws. */
  publishSoon(id: DocumentId): void {
    this.begin(id, () => this.outbox.publish(id));
  }

  /**
   * To spread into a document that is inserted: its events belong to this process for the time of a lease. If the process
   * ends before `publishInserted` has published them, the sweep of any relay does when the lease is over.
   */
  claimed(events: readonly OutboxEvent[]): WithOutbox {
    const until = new Date(Date.now() + this.leaseMs);
    return outboxOnInsert(events, { fence: this.outbox.ownFence, until });
  }

  /** As `publishSoon`, for a document that was just inserted with the `claimed` events that it holds here. */
  publishInserted(document: ClaimedDocument): void {
    this.begin(document._id, () => this.outbox.publishClaimed(document));
  }

  /** Publishes everything that is due in the collection. Resolves when nothing is left, or nothing can be published. */
  async sweep(): Promise<void> {
    this.lookedMs = 0;
    for (;;) {
      const began = performance.now();
      const due = await this.model
        .find({ outboxNextAt: { $lte: new Date() } }, { _id: 1 })
        .sort({ outboxNextAt: 1 })
        .limit(BATCH)
        .lean<{ _id: DocumentId }[]>();
      this.lookedMs += performance.now() - began;
      for (let from = 0; from < due.length; from += PARALLEL) {
        const outcomes = await Promise.all(
          due.slice(from, from + PARALLEL).map(({ _id }) => this.outbox.publish(_id)),
        );
        // The broker is probably down, and the rest stays due. A single event that cannot be routed blocks no other.
        if (this.stopped || outcomes.every((outcome) => outcome === 'blocked')) return;
      }
      if (due.length < BATCH) return;
    }
  }

  private begin(id: DocumentId, publish: () => Promise<unknown>): void {
    const key = String(id);
    const running = this.running.get(key);
    if (running) {
      running.again = true;
      return;
    }
    const run = { again: false, done: Promise.resolve() };
    this.running.set(key, run);
    run.done = this.publishWhileAsked(id, publish, run).finally(() => this.running.delete(key));
  }

  private async publishWhileAsked(
    id: DocumentId,
    publish: () => Promise<unknown>,
    run: { again: boolean },
  ): Promise<void> {
    try {
      await publish();
      while (run.again && !this.stopped) {
        run.again = false;
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

/** A provider of the relay for the collection of `modelName`, whose schema class extends `WithOutbox`. */
export function provideOutboxRelay(modelName: string, options: Partial<OutboxRelayOptions> = {}): Provider {
  return {
    provide: relayToken(modelName),
    useFactory: (model: Model<WithOutbox>, publisher: EventPublisher) =>
      new OutboxRelay(model, publisher, options),
    inject: [getModelToken(modelName), EventPublisher],
  };
}

/** Injects the relay that `provideOutboxRelay` made for the same model. */
export const InjectOutboxRelay = (modelName: string): ParameterDecorator => Inject(relayToken(modelName));
