import { counter, histogram } from '../metrics.js';

/** Seconds from a call to its outcome: `ok` or an error code. */
export const rpcDuration = histogram({
  name: 'rpc_client_duration_seconds',
  help: 'Calls to other services, from the call to its outcome',
  labelNames: ['method', 'outcome'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Calls that were refused because their deadline had passed by this host's clock. */
export const lateCalls = counter({
  name: 'rpc_server_late_total',
  help: 'Calls that came after their deadline and were not carried out',
});
