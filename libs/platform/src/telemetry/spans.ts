import { currentContext, newContext, perService, runInContext } from '../context.js';

/*
 * The tracing interface. The only context is the WorkContext. A span replaces the traceparent of its parent there, so
 * the span reaches logs, calls, events and outboxes like the rest of the context. OpenTelemetry is not loaded here:
 * while tracing is off, every span is the same no-op object.
 *
 * Names of attributes are OpenTelemetry's semantic conventions 1.45 (https://opentelemetry.io/docs/specs/semconv/);
 * `inner_weather.*` are ours. No attribute contains users' texts, emails, tokens or error messages.
 */

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Undefined attributes are omitted. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** The traceparent of the parent. Default: that of the current context. */
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

export type StartSpan = (name: string, options: SpanOptions) => Span;

const OFF: Span = {
  traceparent: undefined,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
};

const tracing = perService((): { start?: StartSpan } => ({}));

export function tracingIsOn(): boolean {
  return tracing().start !== undefined;
}

/** Turns tracing of the current service on with `startSpan`, or off with undefined. */
export function traceWith(startSpan: StartSpan | undefined): void {
  tracing().start = startSpan;
}

/** Starts a span that the caller has to end. */
export function startSpan(name: string, options: SpanOptions): Span {
  const { start } = tracing();
  if (!start) return OFF;
  return start(name, { ...options, parent: options.parent ?? currentContext()?.traceparent });
}

/** Runs work in a span and in a context with the span's traceparent. The span ends with the work. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  if (!tracingIsOn()) return work(OFF);
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
