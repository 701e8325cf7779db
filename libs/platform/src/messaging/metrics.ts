import { Counter, Gauge, Histogram } from 'prom-client';

/** Seconds from a call to its outcome: `ok` or an error code. */
export const rpcDuration = new Histogram({
  name: 'rpc_client_duration_seconds',
  help: 'Calls to other services, from the call to its outcome',
  labelNames: ['method', 'outcome'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** `acked`, `retried` or `dead` (moved to the DLQ), by queue. */
export const eventsHandled = new Counter({
  name: 'events_handled_total',
  help: 'Deliveries of events by what became of them',
  labelNames: ['queue', 'type', 'outcome'] as const,
});

/** Seconds that a handler took over one delivery, whatever became of it. */
export const eventDuration = new Histogram({
  name: 'event_handling_duration_seconds',
  help: 'Deliveries of events, from the handler to what became of them',
  labelNames: ['queue', 'outcome'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
});

export const eventAttempts = new Histogram({
  name: 'event_attempts',
  help: 'The attempt at which an event was handled or given up',
  labelNames: ['queue'] as const,
  buckets: [1, 2, 3, 4, 5],
});

/** Work that a signal to stop has to wait for. */
export const inFlight = new Gauge({
  name: 'messages_in_flight',
  help: 'Messages that are being handled',
  labelNames: ['queue'] as const,
});
