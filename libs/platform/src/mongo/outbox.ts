import { randomUUID } from 'node:crypto';
import type { EventMap, EventName } from '@inner-weather/contracts/events';
import { Prop, Schema } from '@nestjs/mongoose';
import { currentContext, newContext } from '../context.js';

/*
 * The outbox: an event is stored in the very document whose change it tells, by the same write, so that neither is
 * ever without the other; no transaction is needed, and any MongoDB will do. A relay (outbox-relay.ts) publishes it
 * and takes it out once the broker has confirmed it: at least once, so consumers are idempotent.
 */

/** An event as it waits in a document. Its id is its key there. */
export interface StoredEvent<N extends EventName = EventName> {
  type: N;
  payload: EventMap[N];
  correlationId: string;
  causationId?: string;
  traceparent?: string;
  /** When it happened. */
  at: Date;
}

/** An event that is to be stored with a change. */
export interface OutboxEvent<N extends EventName = EventName> extends StoredEvent<N> {
  /** The same however often it is published. */
  id: string;
}

/** The fields of a document that can hold events; schema classes extend it. */
@Schema()
export class WithOutbox {
  /** event id -> event. */
  @Prop({ type: Object })
  outbox?: Record<string, StoredEvent>;

  /**
   * When a relay may take the document next; absent while there is nothing to do. The index serves the relay's
   * sweep: { outboxNextAt: { $lte: now } }, oldest first.
   */
  @Prop({ type: Date, index: { sparse: true } })
  outboxNextAt?: Date;

  /**
   * Whoever touched the outbox last: the writer of an event, or the relay that claimed it. A relay clears
   * `outboxNextAt` only while this is still its own, so an event that was added meanwhile is never left behind.
   */
  @Prop({ type: String })
  outboxFence?: string;

  /** The document is a tombstone: the relay removes it at this time, once its events are out. */
  @Prop({ type: Date })
  removeAt?: Date;
}

/** An event of now, in the flow of work that is under way. */
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

/** To spread into a document that is inserted. */
export function outboxOnInsert(events: readonly OutboxEvent[]): WithOutbox {
  const last = events.at(-1);
  if (!last) return {};
  return {
    outbox: Object.fromEntries(events.map(({ id, ...event }) => [id, event])),
    outboxNextAt: new Date(),
    outboxFence: last.id,
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
