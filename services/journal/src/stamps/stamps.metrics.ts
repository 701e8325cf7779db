import { Counter } from 'prom-client';

/** By how the wait ended: `ready` or `unavailable`. A late answer counts in addition; duplicates do not count. */
export const stamps = new Counter({
  name: 'journal_stamps_total',
  help: 'Entries whose wait for the weather ended',
  labelNames: ['status'] as const,
});
