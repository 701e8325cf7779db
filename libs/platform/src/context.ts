import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';

/** What travels with a piece of work through every service: into the logs and into the messages that it sends. */
export interface WorkContext {
  /** The same for everything that one request set off, on the day or a week later. */
  correlationId: string;
  /** The id of the event that this work answers. */
  causationId?: string;
  /** W3C Trace Context: `00-<trace id>-<span id>-<flags>`. */
  traceparent?: string;
  /** What the last quota that was asked has left: the values of the answer's headers. Travels back, not on. */
  rateLimit?: RateLimitHeaders;
}

/** The values of `RateLimit` and `RateLimit-Policy`. */
export interface RateLimitHeaders {
  limit: string;
  policy: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

export function currentContext(): WorkContext | undefined {
  return storage.getStore();
}

export function runInContext<T>(context: WorkContext, work: () => T): T {
  return storage.run(context, work);
}

/** The context of work that nobody asked for: a sweep, a reconciler. Its trace begins with its first span. */
export function newContext(correlationId: string = randomUUID()): WorkContext {
  return { correlationId };
}

/** For a request that brings none while no spans are made: logs and messages have a trace all the same. */
export function newTraceparent(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}

/** Undefined for what is no traceparent of version 00 (https://www.w3.org/TR/trace-context/#traceparent-header). */
export function parseTraceparent(
  value: unknown,
): { traceId: string; spanId: string; flags: number } | undefined {
  const parts = typeof value === 'string' ? TRACEPARENT.exec(value) : null;
  if (!parts) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = parts;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

/** Ids of zeros only are none. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
