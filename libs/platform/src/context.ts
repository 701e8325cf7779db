import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What accompanies a piece of work through every service: it is in the logs and in the messages that are sent. */
export interface WorkContext {
  /** The same for everything that one request caused, on the same day or a week later. */
  correlationId: string;
  /** The id of the event that caused this work. */
  causationId?: string;
  /** W3C Trace Context: `00-<trace id>-<span id>-<flags>`. */
  traceparent?: string;
  /** What is left of the last quota that was counted, for the answer's headers. Sent back to the caller, not onwards. */
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

/** The context of work that no request caused, such as a sweep. Its trace begins with its first span. */
export function newContext(correlationId: string = randomUUID()): WorkContext {
  return { correlationId };
}

/** For a request without a traceparent while tracing is off, so that logs and messages have one all the same. */
export function newTraceparent(): string {
  // UUIDs come from a pool of random bytes: randomBytes asks for each few of them anew, at many times the cost.
  const digits = (): string => randomUUID().replaceAll('-', '');
  return `00-${digits()}-${digits().slice(16)}-01`;
}

/** Undefined for anything but a traceparent of version 00 (https://www.w3.org/TR/trace-context/#traceparent-header). */
export function parseTraceparent(
  value: unknown,
): { traceId: string; spanId: string; flags: number } | undefined {
  const parts = typeof value === 'string' ? TRACEPARENT.exec(value) : null;
  if (!parts) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = parts;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

/** Ids that consist of zeros are invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
