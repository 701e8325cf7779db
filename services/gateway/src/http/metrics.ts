import { histogram } from '@inner-weather/platform/metrics';

/**
 * Seconds from a request's first byte to the end of its answer. `route` is the pattern, or `none` if no route matched.
 */
export const requestDuration = histogram(
  {
    name: 'http_server_request_duration_seconds',
    help: 'Requests at the door, from their first byte to the end of the answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  { of: 'gateway' },
);
