import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config.js';
import { traceWith } from './spans.js';

/** How long a stopping service may take to send its last spans. */
const LAST_FLUSH_MS = 2_000;

/**
 * Turns tracing on if OTEL_EXPORTER_OTLP_ENDPOINT is set; OpenTelemetry is loaded only then. Call this before the
 * database connection is configured. Resolves with a function that sends the last spans and turns tracing off.
 */
export async function startTracing(
  service: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG, OTEL_BSP_SCHEDULE_DELAY }: ServiceConfig,
  logger: Logger,
): Promise<() => Promise<void>> {
  if (!endpoint) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.js');
  const sdk = startSdk({
    service,
    endpoint,
    share: OTEL_TRACES_SAMPLER_ARG,
    pauseMs: OTEL_BSP_SCHEDULE_DELAY,
    warn: (reason) => logger.warn({ reason }, 'traces could not be sent'),
  });
  traceWith(sdk.startSpan);
  return async () => {
    traceWith(undefined);
    await Promise.race([sdk.stop(), sleep(LAST_FLUSH_MS, undefined, { ref: false })]);
  };
}
