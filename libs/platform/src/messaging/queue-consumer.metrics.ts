import { Gauge } from 'prom-client';

/** A graceful shutdown waits for these messages. */
export const inFlight = new Gauge({
  name: 'messages_in_flight',
  help: 'Messages that are being handled',
  labelNames: ['queue'] as const,
});
