import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/*
 * What a piece of work belongs to: a service, since one process may run several, and the request that caused it. Both
 * follow the work through every await, timer and connection that it opens.
 */

/** A service of this process. What is made by `perService` is kept here. */
class ServiceScope {
  private readonly own = new Map<unknown, unknown>();

  constructor(readonly service: string) {}

  get<T extends object>(make: () => T): T {
    const known = this.own.get(make) as T | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.own.set(make, made);
    return made;
  }
}

/** The context of a piece of work. It travels with messages through every service and is part of every log line. */
export interface WorkContext {
  /** The same for everything that one request causes, even a week later. */
  correlationId: string;
  /** The id of the event that caused this work. */
  causationId?: string;
  /** W3C Trace Context: `00-<trace id>-<span id>-<flags>`. */
  traceparent?: string;
  /** The state of the quota that was counted last, for the response headers. Returned to the caller, never sent on. */
  rateLimit?: RateLimitHeaders;
}

/** The values of `RateLimit` and `RateLimit-Policy`. */
export interface RateLimitHeaders {
  limit: string;
  policy: string;
}

const storage = new AsyncLocalStorage<{ scope: ServiceScope; context?: WorkContext }>();

/** That of commands and tests, which run no service or one. */
const onlyScope = new ServiceScope('process');

const currentScope = (): ServiceScope => storage.getStore()?.scope ?? onlyScope;

/** Runs a service: all that it does from here on is its own work. */
export function runAsService<T>(service: string, run: () => T): T {
  return storage.run({ scope: new ServiceScope(service) }, run);
}

/** The service whose work this is. */
export const currentService = (): string => currentScope().service;

/**
 * A value that each service of a process has for itself, where a constant of the module would be shared by all. It is
 * made when a service first asks for it.
 */
export function perService<T extends object>(make: () => T): () => T {
  return () => currentScope().get(make);
}

export function currentContext(): WorkContext | undefined {
  return storage.getStore()?.context;
}

export function runInContext<T>(context: WorkContext, work: () => T): T {
  return storage.run({ scope: currentScope(), context }, work);
}

/** The context of work without a request, such as a sweep. Its trace begins with its first span. */
export function newContext(correlationId: string = randomUUID()): WorkContext {
  return { correlationId };
}

/** For a request without a traceparent while tracing is off: logs and messages need one in any case. */
export function newTraceparent(): string {
  // randomUUID takes its bytes from a pool and is many times cheaper than randomBytes.
  const digits = (): string => randomUUID().replaceAll('-', '');
  return `00-${digits()}-${digits().slice(16)}-01`;
}

/**
 * Returns undefined unless the value is a traceparent of version 00
 * (https://www.w3.org/TR/trace-context/#traceparent-header).
 */
export function parseTraceparent(
  value: unknown,
): { traceId: string; spanId: string; flags: number } | undefined {
  const parts = typeof value === 'string' ? TRACEPARENT.exec(value) : null;
  if (!parts) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = parts;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

/** The lookaheads exclude ids of zeros only, which are invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
