import { randomUUID } from 'node:crypto';
import type { EventMap, EventName } from '@inner-weather/contracts/events';
import { Prop, Schema } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import { currentContext, newContext } from '../context.js';

/*
 * The outbox pattern without a transaction: an event is stored in the document whose change it tells of, by the same
 * write. A relay (outbox-relay.ts) publishes the event and removes it once the broker has confirmed it. That happens at
 * least once, so consumers have to be idempotent.
 */

export type DocumentId = Types.ObjectId | string;

/** What a relay reads of a document that it has claimed. */
export type ClaimedDocument = Pick<WithOutbox, 'outbox' | 'removeAt'> & { _id: DocumentId };

/** An event as it is stored in a document. Its id is its key there. */
export interface StoredEvent<N extends EventName = EventName> {
  type: N;
  payload: EventMap[N];
  correlationId: string;
  causationId?: string;
  traceparent?: string;
  /** When it happened. */
  at: Date;
}

/** An event that is stored together with a change. */
export interface OutboxEvent<N extends EventName = EventName> extends StoredEvent<N> {
  /** The same however often it is published. */
  id: string;
}

/** The fields of a document that can hold events. Schema classes extend it. */
@Schema()
export class WithOutbox {
  /** event id -> event. */
  @Prop({ type: Object })
  outbox?: Record<string, StoredEvent>;

  /**
   * When a relay may claim the document next. Absent while there is nothing to do. The index serves the relay's sweep,
   * { outboxNextAt: { $lte: now } } by outboxNextAt, and the metrics, { outboxNextAt: { $exists: true }, removeAt }.
   */
  @Prop({ type: Date, index: { sparse: true } })
  outboxNextAt?: Date;

  /**
   * Changes with every change of the outbox: an event that is added and a relay that claims the document set a new one.
   * A relay clears `outboxNextAt` only while the fence is still its own, so an event added meanwhile is never forgotten.
   */
  @Prop({ type: String })
  outboxFence?: string;

  /** The document is a tombstone: it is removed at this time, or later, when its events are published. */
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

/** To spread into a document that is inserted. `claim`: the inserting process publishes them; see `OutboxRelay.claimed`. */
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

/** To spread into the `$set` of an update. */
export function outboxOnUpdate(events: readonly OutboxEvent[]): Record<string, unknown> {
  const last = events.at(-1);
  if (!last) return {};
  return {
    ...Object.fromEntries(events.map(({ id, ...event }) => [`outbox.${id}`, event])),
    outboxNextAt: new Date(),
    outboxFence: last.id,
  };
}
