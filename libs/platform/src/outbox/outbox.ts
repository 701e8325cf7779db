import { randomUUID } from 'node:crypto';
import type { EventMap, EventName } from '@inner-weather/contracts/messaging/events';
import { Prop, Schema } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import { currentContext, newContext } from '../context.js';

/*
 * The outbox pattern without transactions: an event is stored in the changed document, by the same write. A relay
 * (outbox-relay.ts) publishes the event and removes it once the broker has confirmed it. Events are published at least
 * once, so consumers have to be idempotent.
 */

export type DocumentId = Types.ObjectId | string;

/** The fields of a claimed document that a relay reads. */
export type ClaimedDocument = Pick<WithOutbox, 'outbox' | 'removeAt'> & { _id: DocumentId };

/** An event as it is stored in a document, under its id. */
export interface StoredEvent<N extends EventName = EventName> {
  type: N;
  payload: EventMap[N];
  correlationId: string;
  causationId?: string;
  traceparent?: string;
  at: Date;
}

/** An event to store with a change. */
export interface OutboxEvent<N extends EventName = EventName> extends StoredEvent<N> {
  /** The same however often it is published. */
  id: string;
}

/** The fields of a document that can hold events. Schema classes extend it. */
@Schema()
export class WithOutbox {
  /** Events by id. */
  @Prop({ type: Object })
  outbox?: Record<string, StoredEvent>;

  /**
   * When a relay may claim the document. Absent if there is nothing to publish. The index serves the relay's sweep,
   * { outboxNextAt: { $lte: now } } by outboxNextAt, and the metrics, { outboxNextAt: { $exists: true }, removeAt }.
   */
  @Prop({ type: Date, index: { sparse: true } })
  outboxNextAt?: Date;

  /**
   * Changes whenever an event is added or a relay claims the document. A relay clears `outboxNextAt` only while the
   * fence is its own, so an event that was added meanwhile is never forgotten.
   */
  @Prop({ type: String })
  outboxFence?: string;

  /** Set on tombstones, which are removed after this time and after their events are published. */
  @Prop({ type: Date })
  removeAt?: Date;
}

/** A new event, with the context of the current work. */
export function newEvent<N extends EventName>(type: N, payload: EventMap[N]): OutboxEvent<N> {
  const { correlationId, causationId, traceparent } = currentContext() ?? newContext();
  return {
    id: randomUUID(),
    type,
    payload,
    correlationId,
    ...(causationId && { causationId }),
    ...(traceparent && { traceparent }),
    at: new Date(),
  };
}

/**
 * The outbox fields of a document to insert. With `claim`, the inserting process publishes; see `OutboxRelay.claimed`.
 */
export function outboxOnInsert(
  events: readonly OutboxEvent[],
  claim?: { fence: string; until: Date },
): WithOutbox {
  const last = events.at(-1);
  if (!last) return {};
  return {
    outbox: Object.fromEntries(events.map(({ id, ...event }) => [id, event])),
    outboxNextAt: claim?.until ?? new Date(),
    outboxFence: claim?.fence ?? last.id,
  };
}

/** The outbox fields for the `$set` of an update. */
export function outboxOnUpdate(events: readonly OutboxEvent[]): Record<string, unknown> {
  const last = events.at(-1);
  if (!last) return {};
  return {
    ...Object.fromEntries(events.map(({ id, ...event }) => [`outbox.${id}`, event])),
    outboxNextAt: new Date(),
    outboxFence: last.id,
  };
}
