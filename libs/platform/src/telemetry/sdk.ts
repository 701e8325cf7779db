import { randomUUID } from 'node:crypto';
import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { parseTraceparent } from '../context.js';
import type { Span, SpanKind, StartSpan } from './spans.js';

const KINDS: Record<SpanKind, OtelKind> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
  internal: OtelKind.INTERNAL,
};

/** Milliseconds for one batch, including the exporter's retries. */
const EXPORT_TIMEOUT_MS = 5_000;
/** Milliseconds between two warnings. */
const WARN_PAUSE_MS = 60_000;

export interface SdkOptions {
  service: string;
  /** The collector, without the path of a signal. */
  endpoint: string;
  /**
   * The share of sampled traces, 0 to 1. Sampling depends on the trace id only, so all services make the same choice.
   */
  share: number;
  /** Milliseconds between two batches. */
  pauseMs: number;
  /** Called at most once a minute when spans were lost. */
  warn: (reason: string) => void;
}

/** OpenTelemetry's SDK with its OTLP exporter over HTTP, in JSON. Loaded only if tracing is on. */
export function startSdk({ service, endpoint, share, pauseMs, warn }: SdkOptions): {
  startSpan: StartSpan;
  stop: () => Promise<void>;
} {
  listenToSdk(warn);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'inner-weather',
      'service.instance.id': randomUUID(),
    }),
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: pauseMs,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('inner-weather');
  return {
    startSpan: (name, { kind, attributes = {}, parent }) =>
      asSpan(tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent))),
    stop: () => provider.shutdown(),
  };
}

function contextOf(parent: string | undefined): Context {
  const parentContext = parseTraceparent(parent);
  if (!parentContext) return ROOT_CONTEXT;
  const { traceId, spanId, flags } = parentContext;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: flags, isRemote: true });
}

function asSpan(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  let hasFailed = false;
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    set: (attributes) => void span.setAttributes(attributes),
    fail: (type) => {
      if (hasFailed) return;
      hasFailed = true;
      span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

/** The SDK reports its failures only to this logger. */
function listenToSdk(warn: (reason: string) => void): void {
  const quiet = (): void => undefined;
  let lastWarningAt = Number.NEGATIVE_INFINITY;
  const warnOnceAMinute = (message: string): void => {
    const now = performance.now();
    if (now - lastWarningAt < WARN_PAUSE_MS) return;
    lastWarningAt = now;
    warn(message.slice(0, 300));
  };
  diag.setLogger(
    { error: warnOnceAMinute, warn: warnOnceAMinute, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
