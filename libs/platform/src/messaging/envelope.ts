import { randomUUID } from 'node:crypto';
import type { Message, Options } from 'amqplib';
import { currentContext, newContext, type WorkContext } from '../context.js';

/** Headers for values without an AMQP property. */
export const HEADER = {
  correlation: 'x-correlation-id',
  causation: 'x-causation-id',
  trace: 'traceparent',
  attempt: 'x-attempt',
  schema: 'x-schema-version',
  reason: 'x-failure-reason',
  failedAt: 'x-failed-at',
  queue: 'x-failed-queue',
  status: 'x-status',
  meta: 'x-meta',
  rateLimit: 'x-rate-limit',
  /** On calls: when the caller gives up, in milliseconds since 1970 by the caller's clock. */
  deadline: 'x-deadline',
  /** On the reply to a late call: the time of the replying host, in milliseconds since 1970. */
  clock: 'x-clock',
} as const;

export interface OutgoingEvent {
  /** The same however often the event is published. */
  id: string;
  type: string;
  payload: unknown;
  context?: WorkContext;
  /** When the event happened. Default: now. */
  at?: Date;
}

/** The AMQP properties of an event. The schema version is the last part of the event's name. */
export function eventProperties(event: OutgoingEvent, service: string): Options.Publish {
  const context = event.context ?? currentContext() ?? newContext();
  return {
    messageId: event.id,
    type: event.type,
    timestamp: (event.at ?? new Date()).getTime(),
    correlationId: context.correlationId,
    appId: service,
    contentType: 'application/json',
    persistent: true,
    mandatory: true,
    headers: {
      ...contextHeaders(context),
      [HEADER.attempt]: 1,
      [HEADER.schema]: Number(/\.v(\d+)$/.exec(event.type)?.[1] ?? 1),
    },
  };
}

export function contextHeaders(context: WorkContext): Record<string, string> {
  return {
    [HEADER.correlation]: context.correlationId,
    ...(context.causationId && { [HEADER.causation]: context.causationId }),
    ...(context.traceparent && { [HEADER.trace]: context.traceparent }),
  };
}

/** The context in which a message is handled. The event becomes the cause of everything that its handler sends. */
export function contextOf(message: Message): WorkContext {
  const headers = headersOf(message);
  const text = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' && value.length <= 200 ? value : undefined;
  };
  const causationId: unknown = message.properties.messageId;
  return {
    correlationId: text(HEADER.correlation) ?? randomUUID(),
    ...(typeof causationId === 'string' && { causationId }),
    ...(text(HEADER.trace) && { traceparent: text(HEADER.trace) }),
  };
}

/** Counts from 1. A message without the header is a first attempt. */
export function attemptOf(message: Message): number {
  const attempt = headersOf(message)[HEADER.attempt];
  return typeof attempt === 'number' && Number.isInteger(attempt) && attempt > 0 ? attempt : 1;
}

/** Returns the envelope for a copy of a message, and its headers without those that the broker maintains. */
export function copyOf(message: Message): { envelope: Options.Publish; headers: Record<string, unknown> } {
  const { messageId, type, timestamp, correlationId, appId, contentType } =
    message.properties as Options.Publish;
  const envelope = { messageId, type, timestamp, correlationId, appId, contentType };
  const ownHeaders = Object.entries(headersOf(message)).filter(
    ([name]) => !/^x-(death|first-death|last-death)/.test(name),
  );
  return {
    envelope: Object.fromEntries(Object.entries(envelope).filter(([, value]) => value !== undefined)),
    headers: Object.fromEntries(ownHeaders),
  };
}

export function headersOf(message: Message): Record<string, unknown> {
  return message.properties.headers ?? {};
}
