import { randomUUID } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Inject,
  Logger,
  type OnApplicationBootstrap,
  type Provider,
} from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { EventPublisher } from '../messaging/event-publisher.js';
import { RepeatedTask } from '../repeated-task.js';
import { inSpan } from '../telemetry/spans.js';
import { reportOutbox } from './outbox.metrics.js';
import type { StoredEvent, WithOutbox } from './outbox.js';

/** Times in milliseconds. */
export interface OutboxRelayOptions {
  /** For how long a claim keeps other relays away: longer than publishing a document's events can take. */
  leaseMs: number;
  /** When events that could not be published are tried again. */
  retryMs: number;
  /** The shortest pause between two sweeps. */
  sweepMs: number;
}

const DEFAULTS: OutboxRelayOptions = { leaseMs: 30_000, retryMs: 5_000, sweepMs: 5_000 };

/** Documents that one sweep takes at a time. */
const BATCH = 100;
/** Documents of a sweep that are published at the same time. */
const PARALLEL = 20;
/** A sweep takes at most this part of the time: where it scans, a large collection is swept less often. */
const SWEEP_SHARE = 0.02;
const SWEEP_MAX_MS = 5 * 60_000;

type Id = Types.ObjectId | string;
type Claimed = WithOutbox & { _id: Id };
/** `blocked`: something could not be published; `free`: nothing is left to do, or another relay does it. */
type Outcome = 'free' | 'blocked';

/**
 * Publishes the events that wait in one collection's documents. A service calls `kick` after a write; the sweep
 * finds what was left by a crash, a broker that was away or a lost claim. Any number of relays can work at once:
 * each event is published at least once, and goes from its document only after the broker's confirm.
 */
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly options: OutboxRelayOptions;
  /** Kicks under way by document id; `again` when one more came meanwhile. */
  private readonly kicks = new Map<string, { again: boolean; done: Promise<void> }>();
  private readonly sweeps: RepeatedTask;
  private stopReporting?: () => void;
  private stopped = false;

  constructor(
    private readonly model: Model<WithOutbox>,
    private readonly publisher: EventPublisher,
    options: Partial<OutboxRelayOptions> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
    const { sweepMs } = this.options;
    const pauseMs = (tookMs: number): number =>
      Math.max(sweepMs, Math.min(tookMs / SWEEP_SHARE, SWEEP_MAX_MS));
    this.sweeps = new RepeatedTask(`outbox of ${model.collection.name}`, () => this.sweep(), pauseMs);
  }

  onApplicationBootstrap(): void {
    this.stopReporting = reportOutbox(this.model);
    this.sweeps.start();
  }

  /** The database and the connection for publishing close only after this. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.stopReporting?.();
    await Promise.all([this.sweeps.stop(), ...[...this.kicks.values()].map((kick) => kick.done)]);
  }

  /** Publishes what waits in this document, soon. Returns at once and never throws. */
  kick(id: Id): void {
    const key = String(id);
    const running = this.kicks.get(key);
    if (running) {
      running.again = true;
      return;
    }
    const kick = { again: false, done: Promise.resolve() };
    this.kicks.set(key, kick);
    kick.done = this.drainKicked(id, kick).finally(() => this.kicks.delete(key));
  }

  /** Publishes everything that is due in the collection. Resolves when nothing is left or the way is blocked. */
  async sweep(): Promise<void> {
    for (;;) {
      const due = await this.model
        .find({ outboxNextAt: { $lte: new Date() } }, { _id: 1 })
        .sort({ outboxNextAt: 1 })
        .limit(BATCH)
        .lean<{ _id: Id }[]>();
      for (let from = 0; from < due.length; from += PARALLEL) {
        const outcomes = await Promise.all(
          due.slice(from, from + PARALLEL).map(({ _id }) => this.drain(_id)),
        );
        // The broker is away, most likely: the rest stays due. One event that cannot be routed holds up no other.
        if (this.stopped || outcomes.every((outcome) => outcome === 'blocked')) return;
      }
      if (due.length < BATCH) return;
    }
  }

  private async drainKicked(id: Id, kick: { again: boolean }): Promise<void> {
    try {
      do {
        kick.again = false;
        await this.drain(id);
      } while (kick.again && !this.stopped);
    } catch (error) {
      this.logger.warn({
        err: error,
        collection: this.name,
        documentId: String(id),
        msg: 'outbox kick failed',
      });
    }
  }

  /** Claims and publishes until the document holds no event, another relay has it, or publishing fails. */
  private async drain(id: Id): Promise<Outcome> {
    for (;;) {
      const fence = randomUUID();
      const claimed = await this.claim(id, fence);
      if (!claimed) return 'free';
      const events = Object.entries(claimed.outbox ?? {}).sort(
        ([, a], [, b]) => a.at.getTime() - b.at.getTime(),
      );
      const sent = await this.publish(id, events);
      if (sent.length < events.length) {
        await this.giveBack(id, fence, sent);
        return 'blocked';
      }
      if (await this.finish(claimed, fence, sent)) return 'free';
    }
  }

  private claim(id: Id, fence: string): Promise<Claimed | null> {
    const now = Date.now();
    return this.model
      .findOneAndUpdate(
        { _id: id, outboxNextAt: { $lte: new Date(now) } },
        { $set: { outboxNextAt: new Date(now + this.options.leaseMs), outboxFence: fence } },
        { returnDocument: 'after', projection: { outbox: 1, removeAt: 1 } },
      )
      .lean<Claimed>()
      .exec();
  }

  /** Publishes in order and stops at the first failure. Answers the ids that the broker has confirmed. */
  private async publish(id: Id, events: [string, StoredEvent][]): Promise<string[]> {
    const sent: string[] = [];
    for (const [eventId, event] of events) {
      try {
        await this.publishOne(eventId, event);
        sent.push(eventId);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.logger.warn({
          collection: this.name,
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

  /** Below the span of the change that the event tells, however much later it is. */
  private publishOne(id: string, event: StoredEvent): Promise<void> {
    const { type, payload, at, correlationId, causationId, traceparent: parent } = event;
    const attributes = {
      'db.collection.name': this.name,
      'messaging.message.id': id,
      'inner_weather.outbox.waited_ms': Date.now() - at.getTime(),
    };
    return inSpan(`outbox ${this.name}`, { kind: 'internal', attributes, parent }, (span) => {
      const context = { correlationId, causationId, traceparent: span.traceparent ?? parent };
      return this.publisher.publishEvent({ id, type, payload, at, context });
    });
  }

  private async giveBack(id: Id, fence: string, sent: string[]): Promise<void> {
    if (sent.length > 0) await this.model.updateOne({ _id: id }, { $unset: keysOf(sent) });
    await this.model.updateOne(
      { _id: id, outboxFence: fence },
      { $set: { outboxNextAt: new Date(Date.now() + this.options.retryMs) } },
    );
  }

  /** Takes the sent events out. False: the outbox was touched meanwhile, so there may be more to publish. */
  private async finish(claimed: Claimed, fence: string, sent: string[]): Promise<boolean> {
    const { _id, removeAt } = claimed;
    if (removeAt && removeAt.getTime() <= Date.now()) {
      const { deletedCount } = await this.model.deleteOne({ _id, outboxFence: fence });
      if (deletedCount > 0) return true;
    }
    const { matchedCount } = await this.model.updateOne(
      { _id, outboxFence: fence },
      removeAt
        ? { $set: { outboxNextAt: removeAt }, $unset: keysOf(sent) }
        : { $unset: { ...keysOf(sent), outboxNextAt: 1, outboxFence: 1 } },
    );
    if (matchedCount > 0) return true;
    if (sent.length > 0) await this.model.updateOne({ _id }, { $unset: keysOf(sent) });
    return false;
  }

  private get name(): string {
    return this.model.collection.name;
  }
}

function keysOf(eventIds: string[]): Record<string, 1> {
  return Object.fromEntries(eventIds.map((id) => [`outbox.${id}`, 1 as const]));
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
