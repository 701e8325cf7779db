import { Counter } from 'prom-client';

/** By what was done: `created`, `imported`, `updated` or `deleted`. A replay under an Idempotency-Key counts once. */
export const entryChanges = new Counter({
  name: 'journal_entry_changes_total',
  help: 'Changes of entries by their writers',
  labelNames: ['change'] as const,
});

/** By how the wait for the weather ended: `ready` or `unavailable`. Late and duplicate answers do not count. */
export const stamps = new Counter({
  name: 'journal_stamps_total',
  help: 'Entries whose wait for the weather ended',
  labelNames: ['status'] as const,
});
