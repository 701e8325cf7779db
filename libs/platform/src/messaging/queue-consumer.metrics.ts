import { Gauge } from 'prom-client';

/** An orderly stop waits for these. */
export const inFlight = new Gauge({
  name: 'messages_in_flight',
  help: 'Messages that are being handled',
  labelNames: ['queue'] as const,
});
