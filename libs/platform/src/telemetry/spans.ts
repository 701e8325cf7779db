import { currentContext, newContext, runInContext } from '../context.js';

/*
 * What the code knows of tracing. There is one context only, the WorkContext: a span's traceparent takes the place of
 * the one above it there, and so reaches logs, calls, events and outboxes by the way that they have anyway. Nothing of
 * OpenTelemetry is loaded here: while tracing is off, a span is an object that is always the same.
 *
 * Names of attributes are OpenTelemetry's semantic conventions 1.45 (https://opentelemetry.io/docs/specs/semconv/);
 * `inner_weather.*` are ours. No attribute holds what people write, their emails, their tokens or a text of an error.
 */

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** By name; what is undefined is left out. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** The traceparent of the span above; that of the work under way unless given. */
  parent?: string;
}

export interface Span {
  /** W3C Trace Context of this span, for whatever happens below it; undefined while tracing is off. */
  readonly traceparent: string | undefined;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed; the first reason counts. `type` is a code or a class of errors, never a message. */
  fail(type: string): void;
  end(): void;
}

/** Makes and starts a span. */
export type StartSpan = (name: string, options: SpanOptions) => Span;

const OFF: Span = {
  traceparent: undefined,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
};

let start: StartSpan | undefined;

export function tracingIsOn(): boolean {
  return start !== undefined;
}

/** Turns tracing on; undefined turns it off. Whoever asks for a span later gets it from here. */
export function traceWith(startSpan: StartSpan | undefined): void {
  start = startSpan;
}

/** A span whose end is the caller's to tell. */
export function startSpan(name: string, options: SpanOptions): Span {
  if (!start) return OFF;
  return start(name, { ...options, parent: options.parent ?? currentContext()?.traceparent });
}

/** Does work in a span that ends with it, and in a context whose traceparent is the span's. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  if (!start) return work(OFF);
  const span = startSpan(name, options);
  const context = { ...(currentContext() ?? newContext()), traceparent: span.traceparent };
  try {
    return await runInContext(context, () => work(span));
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}
