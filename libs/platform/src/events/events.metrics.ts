import { counter, histogram } from '../metrics.js';

/** The outcome is `acked`, `retried` or `dead` (moved to the DLQ). */
export const eventsHandled = counter({
  name: 'events_handled_total',
  help: 'Deliveries of events by what became of them',
  labelNames: ['queue', 'type', 'outcome'] as const,
});

/** Seconds from the start of the handler until the message may be acknowledged. */
export const eventDuration = histogram({
  name: 'event_handling_duration_seconds',
  help: 'Deliveries of events, from the handler to what became of them',
  labelNames: ['queue', 'outcome'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
});

export const eventAttempts = histogram({
  name: 'event_attempts',
  help: 'The attempt at which an event was handled or given up',
  labelNames: ['queue'] as const,
  buckets: [1, 2, 3, 4, 5],
});
