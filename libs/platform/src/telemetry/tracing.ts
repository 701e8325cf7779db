import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config.js';
import { traceWith } from './spans.js';

/** Milliseconds for sending the last spans when a service stops. */
const LAST_FLUSH_MS = 2_000;

/**
 * Turns tracing on if OTEL_EXPORTER_OTLP_ENDPOINT is set; only then OpenTelemetry is loaded. To be called before the
 * connection to the database is configured. Answers a function that sends the last spans and turns tracing off.
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
