import { currentContext, newContext, runInContext } from '../context.js';

/*
 * The interface of tracing. There is only one context, the WorkContext. A span puts its own traceparent there in place of
 * its parent's, so it reaches logs, calls, events and outboxes like everything else in the context. OpenTelemetry is not
 * loaded here: while tracing is off, every span is the same object, which does nothing.
 *
 * Names of attributes are OpenTelemetry's semantic conventions 1.45 (https://opentelemetry.io/docs/specs/semconv/);
 * `inner_weather.*` are ours. No attribute holds what people write, their emails or tokens, or the message of an error.
 */

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Attributes by name. Undefined ones are left out. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** The traceparent of the parent; that of the current work unless given. */
  parent?: string;
}

export interface Span {
  /** W3C Trace Context of this span, for its children; undefined while tracing is off. */
  readonly traceparent: string | undefined;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. Only the first call counts. `type` is a code or a class of errors, never a message. */
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

/** Turns tracing on; undefined turns it off. Later spans are made by `startSpan`. */
export function traceWith(startSpan: StartSpan | undefined): void {
  start = startSpan;
}

/** A span that the caller has to end. */
export function startSpan(name: string, options: SpanOptions): Span {
  if (!start) return OFF;
  return start(name, { ...options, parent: options.parent ?? currentContext()?.traceparent });
}

/** Runs work in a span, in a context with the span's traceparent. The span ends with the work. */
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
