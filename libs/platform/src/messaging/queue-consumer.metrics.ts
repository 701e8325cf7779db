import { gauge } from '../metrics.js';

/** A graceful shutdown waits for these messages. */
export const inFlight = gauge({
  name: 'messages_in_flight',
  help: 'Messages that are being handled',
  labelNames: ['queue'] as const,
});
